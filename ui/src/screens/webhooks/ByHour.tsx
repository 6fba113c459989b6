import { useNavigate, useSearch } from '@tanstack/react-router';
import { retriedOf, useAttempts } from '#/api/attempts';
import type { Schemas } from '#/api/client';
import { Bones } from '#/parts/Bone';
import { Card } from '#/parts/Card';
import { ChartCard, Key, type Series } from '#/parts/Chart';
import { Empty } from '#/parts/Empty';
import { Failure } from '#/parts/Failure';
import { useKey } from '#/parts/keys';
import { useNow } from '#/parts/now';
import { unless } from '#/search';
import { useApp } from '#/shell/place';
import { format, t } from '#/texts';
import { spanOf } from '../overview/series';

const from = '/console/apps/$app/webhooks/$webhook';

const series: Series[] = [
  { key: 'delivered', name: t.webhooks.delivered, look: 'bar' },
  { key: 'retried', name: t.webhooks.retried, look: 'hatch' },
  { key: 'failed', name: t.webhooks.failed, look: 'bad' },
];

const valuesOf = (figures: Schemas['AttemptFigures']) => ({ delivered: figures.delivered, retried: retriedOf(figures), failed: figures.failed });

/** useLastDay is what was sent to a webhook in the last 24 hours. */
export function useLastDay(webhookId: string) {
  return useAttempts(useApp().id, { ...spanOf('24h', useNow()), interval: 'hour', webhookId });
}

/** ByHour is the attempts of the last day as bars, or as the same numbers in a table. */
export function ByHour({ webhookId }: { webhookId: string }) {
  const { hours } = useSearch({ from });
  const navigate = useNavigate({ from });
  const figures = useLastDay(webhookId);
  useKey('t', () => void navigate({ search: (before) => ({ ...before, hours: before.hours ? undefined : ('table' as const) }), resetScroll: false }));

  const head = { title: t.webhooks.byHour, window: t.webhooks.byHourWindow };
  if (figures.error && !figures.data) {
    return <Card {...head}><Failure error={figures.error} title={t.parts.failed(t.webhooks.theFigures)} onRetry={() => void figures.refetch()} /></Card>;
  }
  if (!figures.data) return <Card {...head} flush><Bones rows={4} label={t.webhooks.theFigures} /></Card>;
  const { total, data } = figures.data;
  if (total.attempts === 0) return <Card {...head} flush><Empty title={t.webhooks.noAttempts}><p>{t.webhooks.noAttemptsWhy}</p></Empty></Card>;
  const values: Record<string, number> = valuesOf(total);
  return (
    <ChartCard
      {...head}
      figure={format.number(total.attempts)}
      beside={t.webhooks.attemptsTaken(format.percent(total.delivered, total.attempts, t.parts.none))}
      label={t.webhooks.byHourLabel}
      interval="hour"
      series={series}
      points={data.map((point) => ({ at: point.at, values: valuesOf(point) }))}
      view={hours ?? 'chart'}
      viewLink={(view) => ({ from, to: '.', search: (before: Record<string, unknown>) => ({ ...before, hours: unless(view, 'chart') }) }) as never}
      foot={(
        <ul className="legend">
          {series.map(({ key, name, look }) => <li key={key}><Key look={look} />{name} <b>{format.number(values[key] ?? 0)}</b></li>)}
        </ul>
      )}
    />
  );
}
