import { locale } from './locale';

const whole = new Intl.NumberFormat(locale);
const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
const plurals = new Intl.PluralRules(locale);
const ago = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
const named = new Intl.ListFormat(locale, { type: 'conjunction' });

const utc = { timeZone: 'UTC' } as const;
const dayAndTime: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' };
const exactUTC = new Intl.DateTimeFormat(locale, { ...dayAndTime, ...utc });
const exactHere = new Intl.DateTimeFormat(locale, { ...dayAndTime, timeZoneName: 'short' });
const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', ...utc });
const shortDay = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', ...utc });
const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...utc });
const clockSeconds = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23', ...utc });

type Moment = string | number | Date;
const at = (moment: Moment) => new Date(moment);

/** number has separators: 48,210. */
export const number = (n: number) => whole.format(n);

/** percent of a share between 0 and 1: "0.8 %". A share of nothing is none. */
export function percent(of: number, all: number, none: string): string {
  return all === 0 ? none : share.format(of / all).replace(/\s?%/, '\u00a0%');
}

/** plural picks the form for n and writes it in place of #: plural(3, { one: '# call', other: '# calls' }). */
export function plural(n: number, forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }): string {
  return (forms[plurals.select(n)] ?? forms.other).replaceAll('#', number(n));
}

/** list joins names: "a, b and c". */
export const list = (names: string[]) => named.format(names);

/** milliseconds up to a second, seconds above: "412 ms", "3.0 s". */
export const duration = (ms: number) =>
  ms < 1000 ? `${number(Math.round(ms))}\u00a0ms` : `${(ms / 1000).toFixed(1)}\u00a0s`;

const unitsOfBytes = ['bytes', 'KB', 'MB'] as const;
/** bytes: "420 bytes", "16 KB". */
export function bytes(n: number): string {
  let unit = 0;
  while (n >= 1024 && unit < unitsOfBytes.length - 1) [n, unit] = [n / 1024, unit + 1];
  return `${number(Math.round(n * 10) / 10)}\u00a0${unitsOfBytes[unit]}`;
}

const steps: [Intl.RelativeTimeFormatUnit, number][] = [['second', 60], ['minute', 60], ['hour', 24], ['day', 30], ['month', 12]];
/** relative: "18 minutes ago", "in 2 hours", "now". */
export function relative(moment: Moment, now: Moment): string {
  let n = (at(moment).getTime() - at(now).getTime()) / 1000;
  for (const [unit, next] of steps) {
    if (Math.abs(Math.round(n)) < next) return ago.format(Math.round(n), unit);
    n /= next;
  }
  return ago.format(Math.round(n), 'year');
}

/** exact is the whole moment in UTC: "15 November 2026 at 10:42:00 UTC". */
export const exact = (moment: Moment) => `${exactUTC.format(at(moment))} UTC`;
/** exactLocal is the whole moment where the reader is, with the zone. */
export const exactLocal = (moment: Moment) => exactHere.format(at(moment));
/** date of a moment in UTC: "15 November 2026". */
export const date = (moment: Moment) => day.format(at(moment));
/** dateShort: "15 Nov". */
export const dateShort = (moment: Moment) => shortDay.format(at(moment));
/** time of day in UTC: "10:42". */
export const time = (moment: Moment) => clock.format(at(moment));
/** moment is a time of day in UTC, with the day unless it is today's: "10:42 UTC", "14 Nov, 10:42 UTC". It follows "since" and "until". */
export const moment = (then: Moment, now: Moment) => `${date(then) === date(now) ? '' : `${dateShort(then)}, `}${time(then)} UTC`;
/** timeSeconds of day in UTC: "10:42:07". */
export const timeSeconds = (moment: Moment) => clockSeconds.format(at(moment));
