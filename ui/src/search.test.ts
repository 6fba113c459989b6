import { expect, test } from 'vitest';
import { oneOf, parseSearch, search, someOf, stringifySearch, text, unless } from './search';

const read = search({ status: oneOf('2xx', '4xx', '5xx'), code: text, table: someOf('calls', 'errors', 'latency') });

test('a URL is read as its shape says, and what does not fit is left out', () => {
  expect(read(parseSearch('?status=4xx&code=RATE_LIMITED&table=errors,calls,nothing&page=2'))).toEqual({ status: '4xx', code: 'RATE_LIMITED', table: ['calls', 'errors'] });
  expect(read(parseSearch('?status=9xx&code=&table='))).toEqual({});
});

test('it is written plainly, and defaults are left out', () => {
  expect(stringifySearch({ status: '4xx', table: ['calls', 'errors'], from: '2026-11-15T10:00:00Z', code: undefined, q: '' })).toBe('?status=4xx&table=calls,errors&from=2026-11-15T10:00:00Z');
  expect(stringifySearch({ window: unless('24h', '24h') })).toBe('');
  expect(parseSearch(stringifySearch({ q: 'a & b=c' }))).toEqual({ q: 'a & b=c' });
});
