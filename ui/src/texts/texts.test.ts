import { expect, test } from 'vitest';
import * as en from './en';
import { bytes, duration, exact, list, moment, number, percent, plural, relative } from './format';

test('numbers carry separators, shares a sign, and a share of nothing is none', () => {
  expect(number(48210)).toBe('48,210');
  expect(percent(378, 48210, 'None')).toBe('0.8\u00a0%');
  expect(percent(0, 0, 'None')).toBe('None');
  expect(plural(1, { one: '# call', other: '# calls' })).toBe('1 call');
  expect(plural(1200, { one: '# call', other: '# calls' })).toBe('1,200 calls');
  expect(list(['owners', 'admins'])).toBe('owners and admins');
  expect(duration(412.4)).toBe('412\u00a0ms');
  expect(duration(10_000)).toBe('10.0\u00a0s');
  expect(bytes(420)).toBe('420\u00a0bytes');
  expect(bytes(16_384)).toBe('16\u00a0KB');
});

test('times are relative to the present, in both directions', () => {
  const now = '2026-11-15T10:42:00Z';
  for (const [at, says] of [
    ['2026-11-15T10:42:00Z', 'now'],
    ['2026-11-15T10:41:52Z', '8 seconds ago'],
    ['2026-11-15T10:24:00Z', '18 minutes ago'],
    ['2026-11-15T08:42:00Z', '2 hours ago'],
    ['2026-11-14T10:42:00Z', 'yesterday'],
    ['2026-11-11T10:42:00Z', '4 days ago'],
    ['2026-11-15T11:00:00Z', 'in 18 minutes'],
    ['2024-11-15T10:42:00Z', '2 years ago'],
  ] as const) {
    expect(relative(at, now), at).toBe(says);
  }
  expect(moment('2026-11-15T08:31:00Z', now)).toBe('08:31 UTC');
  expect(moment('2026-11-14T08:31:00Z', now)).toBe('14 Nov, 08:31 UTC');
  expect(exact(now)).toBe('15 November 2026 at 10:42:00 UTC');
});

/** Every text of the catalogue, with its place in it. */
function* texts(value: unknown, path: string): Generator<[string, string]> {
  if (typeof value === 'string') yield [path, value];
  else if (typeof value === 'object' && value !== null) for (const [key, inner] of Object.entries(value)) yield* texts(inner, `${path}.${key}`);
}

test('texts keep to the house’s words', () => {
  const unwanted = /\b(please|oops|successfully|invalid|N\/A|are you sure)\b|!|^[-–]$/i;
  const wrong = [...texts(en, 'en')].filter(([, text]) => unwanted.test(text) || text.trim() !== text || /\w'\w/.test(text));
  expect(wrong).toEqual([]);
});
