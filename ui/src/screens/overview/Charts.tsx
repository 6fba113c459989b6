import { keepPreviousData } from '@tanstack/react-query';
import { linkOptions, useNavigate } from '@tanstack/react-router';
import { api, type Schemas } from '#/api/client';
import { useLive } from '#/api/stream';
import { Bones } from '#/parts/Bone';
import { ChartCard, Key, type Point } from '#/parts/Chart';
import { Failure } from '#/parts/Failure';
import { Link } from '#/parts/Link';
import { useNow } from '#/parts/now';
import { format, t } from '#/texts';
import { filled, intervalOf, spanOf, type Window } from './series';

export const charts = ['calls', 'errors', 'latency', 'limited'] as const;
type Chart = (typeof charts)[number];
type ChartsProps = { app: string; window: Window; business?: string; tables: readonly Chart[] };

function useSeries(app: string, window: Window, business: string | undefined, before: boolean) {
  const span = spanOf(window, useNow(), before);
  const live = useLive(app, 'figures');
  return api.useQuery('get', '/developer/apps/{id}/analytics/calls', {
    params: { path: { id: app }, query: { ...span, interval: intervalOf(window), businessId: business } },
  }, { placeholderData: keepPreviousData, ...(before ? {} : live) });
}

/** Charts are the four figures of a window, each beside the window before it. */
export function Charts({ app, window, business, tables }: ChartsProps) {
  const now = useSeries(app, window, business, false);
  const past = useSeries(app, window, business, true).data?.total;
  const navigate = useNavigate();
  if (now.error && !now.data) return <Failure level={2} error={now.error} title={t.parts.failed(t.overview.figures)} onRetry={() => void now.refetch()} />;
  if (!now.data) return <div className="card"><Bones rows={4} label={t.overview.figures} /></div>;

  const series = filled(now.data);
  const { total, interval } = now.data;
  const points = (values: (figures: Schemas['CallFigures']) => Record<string, number>): Point[] => series.map((one) => ({ at: one.at, values: values(one) }));
  const long = t.overview.windowsLong[window];
  const per = t.overview.per[interval];
  const of = (chart: Chart) => ({
    title: t.overview[chart],
    window: t.overview.perWindow(per, long),
    label: t.overview.read(t.overview[chart], per, long),
    interval,
    view: tables.includes(chart) ? 'table' as const : 'chart' as const,
    viewLink: (view: 'chart' | 'table') => {
      const next = charts.filter((one) => (one === chart ? view === 'table' : tables.includes(one)));
      return { to: '.' as const, search: (before: object) => ({ ...before, table: next.length > 0 ? next : undefined }) };
    },
    onOpen: (point: Point) => {
      const step = interval === 'day' ? 86_400_000 : 3_600_000;
      void navigate(linkOptions({ to: '/console/apps/$app/requests', params: { app }, search: { from: point.at, to: new Date(Date.parse(point.at) + step).toISOString() } }));
    },
  });

  return (
    <div className="grid-2" aria-busy={now.isPlaceholderData || undefined}>
      <ChartCard {...of('calls')} figure={format.number(total.calls)} beside={past && change(total.calls, past.calls, window)}
        series={[{ key: 'calls', name: t.overview.calls, look: 'area' }]} points={points((one) => ({ calls: one.calls }))}
        foot={<Link {...linkOptions({ to: '/console/apps/$app/requests', params: { app } })}>{t.overview.openLog}</Link>} />
      <ChartCard {...of('errors')} figure={format.number(total.errors)} beside={shares(total.errors, total.calls, past?.errors, past?.calls, window)}
        series={[{ key: 'yours', name: t.overview.yours, look: 'hatch' }, { key: 'ours', name: t.overview.ours, look: 'bad' }]}
        points={points((one) => ({ yours: one.errors - one.serverErrors, ours: one.serverErrors }))}
        foot={
          <ul className="legend">
            <li><Key look="hatch" />{t.overview.yours} <b>{format.number(total.errors - total.serverErrors)}</b></li>
            <li><Key look="bad" />{t.overview.ours} <b>{format.number(total.serverErrors)}</b></li>
          </ul>
        } />
      <ChartCard {...of('latency')} figure={total.calls > 0 ? format.duration(total.latency.p50Ms) : t.parts.none} beside={total.calls > 0 ? t.overview.half : t.overview.noCalls} unit="ms" write={format.duration}
        series={[{ key: 'p95', name: t.overview.p95, look: 'second' }, { key: 'p50', name: t.overview.p50, look: 'line' }]}
        points={points((one) => ({ p50: one.latency.p50Ms, p95: one.latency.p95Ms }))}
        foot={
          <ul className="legend">
            <li><Key look="line" />{t.overview.p50} <b>{format.duration(total.latency.p50Ms)}</b></li>
            <li><Key look="second" />{t.overview.p95} <b>{format.duration(total.latency.p95Ms)}</b></li>
          </ul>
        } />
      <ChartCard {...of('limited')} figure={format.number(total.rateLimited)} beside={shares(total.rateLimited, total.calls, past?.rateLimited, past?.calls, window)}
        series={[{ key: 'limited', name: t.overview.refused, look: 'bar' }]} points={points((one) => ({ limited: one.rateLimited }))}
        foot={t.overview.limits} />
    </div>
  );
}

function change(now: number, past: number, window: Window): string {
  const before = t.overview.before[window];
  if (past === 0) return t.overview.noneBefore(before);
  if (now === past) return t.overview.same(before);
  const share = format.percent(Math.abs(now - past), past, '');
  return now > past ? t.overview.more(share, before) : t.overview.less(share, before);
}

function shares(some: number, all: number, someBefore: number | undefined, allBefore: number | undefined, window: Window): string {
  const now = t.overview.ofCalls(format.percent(some, all, '0\u00a0%'));
  if (someBefore === undefined || allBefore === undefined) return now;
  const before = t.overview.before[window];
  return `${now}; ${someBefore === 0 ? t.overview.noneBefore(before) : t.overview.shareBefore(format.percent(someBefore, allBefore, ''), before)}`;
}
