import type { Schemas } from '#/api/client';

export type Window = '1h' | '24h' | '7d' | '30d';
type Series = Schemas['CallSeries'];
type Figures = Schemas['CallFigures'];

const hour = 3_600_000;
const spans: Record<Window, number> = { '1h': hour, '24h': 24 * hour, '7d': 7 * 24 * hour, '30d': 30 * 24 * hour };

export const intervalOf = (window: Window) => (window === '30d' ? 'day' : 'hour');

/** spanOf is a window that ends now, or the one before it, as the API takes it. */
export function spanOf(window: Window, now: number, before = false): { from: string; to: string } {
  const end = Math.floor(now / hour) * hour + hour - (before ? spans[window] : 0);
  return { from: new Date(end - spans[window]).toISOString(), to: new Date(end).toISOString() };
}

const nothing: Figures = { calls: 0, errors: 0, serverErrors: 0, rateLimited: 0, latency: { meanMs: 0, p50Ms: 0, p95Ms: 0, p99Ms: 0 } };

/** filled has a point for every step of the series, also where nothing was called. */
export function filled(series: Series): (Figures & { at: string })[] {
  const step = series.interval === 'day' ? 24 * hour : hour;
  const known = new Map(series.data.map((point) => [Date.parse(point.at), point]));
  const out: (Figures & { at: string })[] = [];
  for (let at = Math.floor(Date.parse(series.from) / step) * step; at < Date.parse(series.to); at += step) {
    out.push(known.get(at) ?? { ...nothing, at: new Date(at).toISOString() });
  }
  return out;
}
