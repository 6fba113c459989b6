import { linkOptions } from '@tanstack/react-router';
import { useAttempts } from '#/api/attempts';
import { api, type Schemas } from '#/api/client';
import { type Health, useWebhookHealth } from '#/api/health';
import { useLive } from '#/api/stream';
import { Bones } from '#/parts/Bone';
import { Button } from '#/parts/Button';
import { Card } from '#/parts/Card';
import { Spark } from '#/parts/Chart';
import { Empty } from '#/parts/Empty';
import { Failure } from '#/parts/Failure';
import { Link } from '#/parts/Link';
import { useNow } from '#/parts/now';
import { Say } from '#/parts/Say';
import { Table } from '#/parts/Table';
import { Tag } from '#/parts/Tag';
import { Time } from '#/parts/Time';
import { format, t } from '#/texts';
import { intervalOf, spanOf, type Window } from './series';
import './overview.css';

/** useHooks is an app's webhooks, each with its health, failing ones first. */
export function useHooks(app: string) {
  const params = { params: { path: { id: app } } };
  const list = api.useQuery('get', '/developer/apps/{id}/webhooks', params);
  const health = useWebhookHealth(app);
  const byId = new Map(health.data?.data.map((one) => [one.webhookId, one]));
  const hooks = (list.data?.data ?? [])
    .map((hook) => ({ ...hook, health: byId.get(hook.id) }))
    .sort((a, b) => Number(b.health?.state === 'failing') - Number(a.health?.state === 'failing'));
  return { list, hooks };
}

/** HealthTag says how a webhook does, and since when if it fails. */
export function HealthTag({ health }: { health: Health | undefined }) {
  if (!health) return <span className="muted">{t.parts.none}</span>;
  if (health.state === 'failing') {
    return <Tag tone="bad" shape="alarm"><span><Say text={t.overview.failingSince} time={health.failingSince ? <Time at={health.failingSince} as="moment" /> : t.overview.never} /></span></Tag>;
  }
  const tag = { working: { tone: 'ok', shape: 'on' }, unused: { tone: 'off', shape: 'off' }, off: { tone: 'off', shape: 'off' } } as const;
  return <Tag {...tag[health.state]}>{t.overview.healths[health.state]}</Tag>;
}

const muted = (text: string) => <span className="muted">{text}</span>;
const none = muted(t.parts.none);

/** Webhooks are where the app is told of events, and how that went in the window. */
export function Webhooks({ app, window }: { app: Schemas['App']; window: Window }) {
  const { list, hooks } = useHooks(app.id);
  const wanted = { ...spanOf(window, useNow()), interval: intervalOf(window) } as const;
  const figures = useAttempts(app.id, wanted, hooks.length > 0);
  const byId = new Map(figures.data?.webhooks.map((one) => [one.webhookId, one]));
  const count = (hook: { id: string }, of: 'delivered' | 'lost') => {
    const one = byId.get(hook.id);
    const n = one && (of === 'delivered' ? one.delivered : one.failed + one.notSent);
    return n ? format.number(n) : none;
  };
  const all = linkOptions({ to: '/console/apps/$app/webhooks', params: { app: app.id } });
  return (
    <Card flush title={t.overview.webhooks} window={hooks.length > 0 && t.overview.windowsLong[window]} end={hooks.length > 0 && <Link className="small" {...all}>{t.overview.allWebhooks}</Link>}>
      {list.error && !list.data ? (
        <div className="card-body"><Failure error={list.error} title={t.parts.failed(t.overview.theWebhooks)} onRetry={() => void list.refetch()} /></div>
      ) : !list.data ? (
        <Bones rows={2} label={t.overview.theWebhooks} />
      ) : hooks.length === 0 ? (
        <Empty title={t.overview.noWebhooks} actions={<Button asChild><Link {...all}>{t.overview.addWebhook}</Link></Button>}><p>{t.overview.noWebhooksWhy(app.name)}</p></Empty>
      ) : (
        <Table
          label={t.overview.webhooks}
          rows={hooks}
          rowKey={(hook) => hook.id}
          busy={figures.isPlaceholderData}
          open={(hook) => linkOptions({ to: '/console/apps/$app/webhooks/$webhook', params: { app: app.id, webhook: hook.id } })}
          columns={[
            { key: 'url', head: t.overview.endpoint, opens: true, fold: 'full', className: 'hook-url', cell: (hook) => <code title={hook.url}>{hook.url}</code> },
            { key: 'health', head: t.overview.health, fold: 'full', cell: (hook) => <HealthTag health={hook.health} /> },
            { key: 'delivered', head: t.overview.delivered, end: true, fold: 'meta', label: t.overview.delivered, cell: (hook) => count(hook, 'delivered') },
            { key: 'failed', head: t.overview.failed, end: true, fold: 'meta', label: t.overview.failed, cell: (hook) => count(hook, 'lost') },
            { key: 'waiting', head: t.overview.waiting, end: true, fold: 'meta', label: t.overview.waiting, cell: (hook) => <Waiting app={app.id} webhook={hook.id} /> },
            { key: 'byHour', head: t.overview.by[wanted.interval], fold: 'none', cell: (hook) => (byId.get(hook.id)?.attempts === 0 ? muted(t.overview.nothingSent) : <ByHour app={app.id} wanted={{ ...wanted, webhookId: hook.id }} enabled={byId.has(hook.id)} />) },
            { key: 'last', head: t.overview.lastDelivered, end: true, fold: 'meta', label: t.overview.lastDelivered, cell: (hook) => (hook.health?.lastDeliveredAt ? <Time at={hook.health.lastDeliveredAt} /> : muted(t.overview.never)) },
          ]}
        />
      )}
    </Card>
  );
}

/** Waiting is how many deliveries of a webhook are still to be made. */
function Waiting({ app, webhook }: { app: string; webhook: string }) {
  const live = useLive(app, 'figures');
  const counts = api.useQuery('get', '/developer/apps/{id}/webhooks/{webhookId}/delivery-counts', { params: { path: { id: app, webhookId: webhook } } }, live).data;
  const n = counts && counts.queued + counts.retrying;
  return n ? <b>{format.number(n)}</b> : none;
}

/** ByHour draws what the columns beside it count: what was taken, and on top of it what was not. */
function ByHour({ app, wanted, enabled }: { app: string; wanted: Parameters<typeof useAttempts>[1]; enabled: boolean }) {
  const { data } = useAttempts(app, wanted, enabled);
  return data && <Spark values={data.data.map((point) => ({ ok: point.delivered, bad: point.attempts - point.delivered }))} />;
}
