import { Bones } from '#/parts/Bone';
import { Button } from '#/parts/Button';
import { Card } from '#/parts/Card';
import { CodeBlock } from '#/parts/CodeBlock';
import { Empty } from '#/parts/Empty';
import { Failure } from '#/parts/Failure';
import { Link } from '#/parts/Link';
import { PageHead } from '#/parts/Page';
import { Table, TableFoot } from '#/parts/Table';
import { Time } from '#/parts/Time';
import { useApp } from '#/shell/place';
import { format, t } from '#/texts';
import { type Health, type Webhook, mostWebhooks, useDeliveries, useHealth, useWebhooks, useWhyNot } from './data';
import { HealthTag } from './state';
import './webhooks.css';

const order: Health['state'][] = ['failing', 'working', 'unused', 'off'];

/** Webhooks lists where the app is told of events, what fails first. */
export function Webhooks() {
  const app = useApp();
  const webhooks = useWebhooks();
  const health = useHealth();
  const whyNot = useWhyNot();
  const all = webhooks.data?.data;
  const off = whyNot.change ?? (all && all.length >= mostWebhooks ? t.webhooks.limit(mostWebhooks) : undefined);
  const none = all?.length === 0;
  const add = (look: 'plain' | 'primary') => (off
    ? <Button look={look} off={off}>{t.webhooks.add}</Button>
    : <Button look={look} asChild><Link to="/console/apps/$app/webhooks/new" params={{ app: app.id }}>{t.webhooks.add}</Link></Button>);
  const stateOf = (webhook: Webhook) => health.get(webhook.id)?.state ?? (webhook.enabled ? 'unused' : 'off');
  const muted = (text: string) => <span className="muted">{text}</span>;

  return (
    <>
      <PageHead title={t.webhooks.title} of={app.name} lead={t.webhooks.lead} actions={none ? undefined : add('plain')} />
      <Card flush label={t.webhooks.title}>
        {webhooks.error && !all ? (
          <div className="card-body"><Failure level={2} error={webhooks.error} title={t.parts.failed(t.webhooks.theWebhooks)} onRetry={() => void webhooks.refetch()}><p>{t.webhooks.stillSafe}</p></Failure></div>
        ) : !all ? <Bones rows={4} label={t.webhooks.title} /> : none ? (
          <Empty level={2} title={t.webhooks.none} actions={add('primary')}>
            <p>{t.webhooks.noneWhy(app.name)}</p>
            <p>{t.webhooks.noneTry}</p>
            <CodeBlock label={t.webhooks.snippet} text={t.webhooks.noneSnippet} />
          </Empty>
        ) : (
          <>
            <Table
              label={t.webhooks.title}
              rows={all.toSorted((a, b) => order.indexOf(stateOf(a)) - order.indexOf(stateOf(b)))}
              rowKey={(webhook) => webhook.id}
              open={(webhook) => ({ to: '/console/apps/$app/webhooks/$webhook', params: { app: app.id, webhook: webhook.id } })}
              columns={[
                { key: 'endpoint', head: t.webhooks.endpoint, opens: true, fold: 'full', className: 'endpoint', cell: (webhook) => <Endpoint webhook={webhook} failing={stateOf(webhook) === 'failing'} /> },
                { key: 'health', head: t.webhooks.health, fold: 'first', cell: (webhook) => <HealthTag state={stateOf(webhook)} /> },
                { key: 'since', head: t.webhooks.since, end: true, fold: 'meta', label: t.webhooks.since, cell: (webhook) => {
                  const since = health.get(webhook.id)?.failingSince;
                  return since ? <Time at={since} as="moment" /> : muted(t.parts.none);
                } },
                { key: 'last', head: t.webhooks.lastDelivered, end: true, fold: 'meta', label: t.webhooks.lastDelivered, cell: (webhook) => {
                  const last = health.get(webhook.id)?.lastDeliveredAt;
                  return last ? <Time at={last} /> : muted(t.webhooks.never);
                } },
                { key: 'events', head: t.webhooks.events, end: true, fold: 'meta', label: t.webhooks.events, cell: (webhook) => (webhook.events.length > 0 ? format.number(webhook.events.length) : muted(t.parts.none)) },
                { key: 'created', head: t.webhooks.created, end: true, fold: 'none', cell: (webhook) => <Time at={webhook.createdAt} /> },
              ]}
            />
            <TableFoot>{t.webhooks.count(all.length)}</TableFoot>
          </>
        )}
      </Card>
    </>
  );
}

/** Endpoint is the address, and under it what it failed for, or what its makers note. */
function Endpoint({ webhook, failing }: { webhook: Webhook; failing: boolean }) {
  const deliveries = useDeliveries(webhook.id, { limit: 20 }, { enabled: failing });
  const error = failing ? deliveries.data?.data.find((delivery) => delivery.lastError !== null && delivery.status !== 'delivered')?.lastError : undefined;
  return (
    <>
      <code className="endpoint-url" title={webhook.url}>{webhook.url}</code>
      {webhook.description && <span className="sub" title={webhook.description}><bdi>{webhook.description}</bdi></span>}
      {error && <span className="sub">{error}</span>}
    </>
  );
}
