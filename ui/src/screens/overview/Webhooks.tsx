import { linkOptions } from '@tanstack/react-router';
import { api, type Schemas } from '#/api/client';
import { type Health, useWebhookHealth } from '#/api/health';
import { Bones } from '#/parts/Bone';
import { Button } from '#/parts/Button';
import { Card } from '#/parts/Card';
import { Empty } from '#/parts/Empty';
import { Failure } from '#/parts/Failure';
import { Link } from '#/parts/Link';
import { Say } from '#/parts/Say';
import { Table } from '#/parts/Table';
import { Tag } from '#/parts/Tag';
import { Time } from '#/parts/Time';
import { format, t } from '#/texts';

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
    return <Tag tone="bad" shape="alarm"><span><Say text={t.overview.failingSince} time={health.failingSince ? <Time at={health.failingSince} as="clock" /> : t.overview.never} /></span></Tag>;
  }
  const tag = { working: { tone: 'ok', shape: 'on' }, unused: { tone: 'off', shape: 'off' }, off: { tone: 'off', shape: 'off' } } as const;
  return <Tag {...tag[health.state]}>{t.overview.healths[health.state]}</Tag>;
}

export function Webhooks({ app }: { app: Schemas['App'] }) {
  const { list, hooks } = useHooks(app.id);
  const all = linkOptions({ to: '/console/apps/$app/webhooks', params: { app: app.id } });
  return (
    <Card flush title={t.overview.webhooks} end={hooks.length > 0 && <Link className="small" {...all}>{t.overview.allWebhooks}</Link>}>
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
          open={(hook) => linkOptions({ to: '/console/apps/$app/webhooks/$webhook', params: { app: app.id, webhook: hook.id } })}
          columns={[
            { key: 'url', head: t.overview.endpoint, opens: true, fold: 'full', cell: (hook) => <code className="clip" title={hook.url}>{hook.url}</code> },
            { key: 'health', head: t.overview.health, fold: 'full', cell: (hook) => <HealthTag health={hook.health} /> },
            { key: 'events', head: t.overview.events, end: true, fold: 'meta', label: t.overview.events, cell: (hook) => format.number(hook.events.length) },
            { key: 'last', head: t.overview.lastDelivered, end: true, fold: 'meta', label: t.overview.lastDelivered, cell: (hook) => (hook.health?.lastDeliveredAt ? <Time at={hook.health.lastDeliveredAt} /> : <span className="muted">{t.overview.never}</span>) },
          ]}
        />
      )}
    </Card>
  );
}
