import { api, type Schemas } from '#/api/client';
import { Bones } from '#/parts/Bone';
import { Card } from '#/parts/Card';
import { LiveDot } from '#/parts/LiveDot';
import { PageHead } from '#/parts/Page';
import { format, t } from '#/texts';
import { Refused } from './Refused';

/** Backlog is what is due and not sent, apart for webhooks that work and that fail. */
export function Backlog() {
  const backlog = api.useQuery('get', '/admin/delivery-backlog', {}, { refetchInterval: 10_000 });
  return (
    <>
      <PageHead title={t.operator.backlog} lead={t.operator.backlogLead} bounded actions={backlog.data && <LiveDot />} />
      {backlog.error && !backlog.data ? <Refused error={backlog.error} what={t.operator.theBacklog} onRetry={() => void backlog.refetch()} /> : !backlog.data ? <Bones rows={4} /> : (
        <>
          <div className="grid-2 bounded">
            <Part title={t.operator.healthy} why={t.operator.healthyWhy} part={backlog.data.healthy} />
            <Part title={t.operator.failing} why={t.operator.failingWhy} part={backlog.data.failing} />
          </div>
          <p className="small muted">{t.operator.backlogCount}</p>
        </>
      )}
    </>
  );
}

function Part({ title, why, part }: { title: string; why: string; part: Schemas['Backlog'] }) {
  return (
    <Card title={title}>
      <p className="chart-figure">{format.number(part.due)} <small>{t.operator.due(part.due)}</small></p>
      <p className="small">{part.due === 0 ? t.operator.nothingDue : t.operator.oldest(part.oldestSeconds)}</p>
      <p className="small muted">{why}</p>
    </Card>
  );
}
