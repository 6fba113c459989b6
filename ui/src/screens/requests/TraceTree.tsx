import { linkOptions } from '@tanstack/react-router';
import { api, type Schemas } from '#/api/client';
import { IdChip } from '#/parts/IdChip';
import { Tag, type Tone } from '#/parts/Tag';
import { Tree, type TreeNode } from '#/parts/Trace';
import { t } from '#/texts';
import { RunTag } from '../functions/state';
import { Status } from './status';

type Trace = Schemas['Trace'];
type Delivery = Trace['deliveries'][number];

const tones: Record<Delivery['status'], Tone> = { queued: 'info', retrying: 'warn', delivered: 'ok', failed: 'bad' };
const shapes = { queued: 'queued', retrying: 'wait', delivered: 'ok', failed: 'bad' } as const;

function says(delivery: Delivery): string {
  const last = delivery.log.at(-1);
  if (!last) return t.requests.attemptNone;
  const what = last.error ?? (last.response ? t.requests.attemptOk(last.response.status) : '');
  return t.requests.attempts(delivery.attempts, what.replace(/\.$/, '').replace(/^T/, (letter) => letter.toLowerCase()));
}

/** pathOf is what tells one webhook from another: its path. */
const pathOf = (url: string | undefined, id: string) => {
  if (url === undefined || !URL.canParse(url)) return id;
  const { pathname, host } = new URL(url);
  return pathname === '/' ? host : pathname;
};

/** TraceTree is the way of one id: the call, its events, their deliveries, the functions that ran for them, and how each went. */
export function TraceTree({ app, trace, here }: { app: string; trace: Trace; /** The id that the page is about. */ here: string }) {
  const hooks = api.useQuery('get', '/developer/apps/{id}/webhooks', { params: { path: { id: app } } }, { staleTime: 60_000, enabled: trace.deliveries.length > 0 });
  const urls = new Map(hooks.data?.data.map((hook) => [hook.id, hook.url]));
  const { request } = trace;

  const deliveries = (of: string | null): TreeNode[] =>
    trace.deliveries.filter((delivery) => delivery.eventId === of).map((delivery) => ({
      key: delivery.id,
      inner: of !== null,
      here: delivery.id === here,
      title: of === null ? t.requests.traceTest : t.requests.traceDelivery,
      beside: (
        <>
          <Tag tone={tones[delivery.status]} shape={shapes[delivery.status]}>{t.requests.deliveries[delivery.status]}</Tag>
          <IdChip id={delivery.id} to={linkOptions({ to: '/console/apps/$app/webhooks/$webhook/deliveries/$delivery', params: { app: delivery.appId, webhook: delivery.webhookId, delivery: delivery.id } })} />
        </>
      ),
      says: t.requests.deliveryTo(pathOf(urls.get(delivery.webhookId), delivery.webhookId), says(delivery)),
    }));

  const runs = (of: string): TreeNode[] => {
    const last = new Map(trace.runs.filter((run) => run.eventId === of).map((run) => [run.functionId, run]));
    return [...last.values()].map((run) => ({
      key: run.id,
      inner: true,
      here: run.id === here,
      title: t.requests.traceRun,
      beside: <><RunTag status={run.status} /><IdChip id={run.id} to={linkOptions({ to: '/console/apps/$app/functions/$fun', params: { app: run.appId, fun: run.functionId }, search: { run: run.id } })} /></>,
      says: t.requests.runBy(run.functionName, run.failure),
    }));
  };

  const nothing = request && (request.status >= 400 ? t.requests.noEventsRefused : request.method === 'GET' ? t.requests.noEventsRead : t.requests.noEvents);
  const nodes: TreeNode[] = [
    {
      key: 'request',
      title: t.requests.traceRequest,
      here: request?.id === here,
      beside: request && <><Status status={request.status} /><IdChip id={request.id} to={request.id === here ? undefined : linkOptions({ to: '/console/apps/$app/requests', params: { app }, search: { request: request.id, window: '30d' } })} /></>,
      says: request ? `${t.requests.answeredAt(request.at)}${trace.events.length === 0 && nothing ? `. ${nothing}` : ''}` : t.requests.noRequest,
    },
    ...trace.events.flatMap((event): TreeNode[] => {
      const under = [...deliveries(event.id), ...runs(event.id)];
      return [
        {
          key: event.id,
          title: t.requests.traceEvent,
          here: event.id === here,
          beside: <><code>{event.type}</code><IdChip id={event.id} to={event.id === here ? undefined : linkOptions({ to: '/console/trace/$id', params: { id: event.id } })} /></>,
          says: `${t.requests.committedAt(event.at)}${under.length === 0 ? `. ${t.requests.noDeliveries}` : ''}`,
        },
        ...under,
      ];
    }),
  ];
  const tests = deliveries(null);
  return <Tree label={t.requests.trace} nodes={tests.length > 0 && !request && trace.events.length === 0 ? tests : [...nodes, ...tests]} />;
}
