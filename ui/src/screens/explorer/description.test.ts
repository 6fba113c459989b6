import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { operationsOf, type Description } from './description';

describe('the description that the service gives apps', () => {
  const description = JSON.parse(readFileSync('../clients/openapi.json', 'utf8')) as Description;

  test('is read whole, with a body for whatever takes one', () => {
    const operations = operationsOf(description);
    expect(operations.length).toBeGreaterThan(40);
    const without = operations.filter((one) => one.method !== 'GET' && one.bodies?.some(({ text }) => !text));
    expect(without).toEqual([]);
    expect(operations.find(({ path }) => path === '/mcp')?.bodies).toBeDefined();
  });
});
