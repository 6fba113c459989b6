/** What the stream of an app tells, and which answers it makes stale. */
import type { Query } from '@tanstack/react-query';
import type { Schemas } from './client';

export type Heard =
  | { event: 'request'; data: Schemas['StreamRequest'] }
  | { event: 'delivery'; data: Schemas['StreamDelivery'] }
  | { event: 'attempt'; data: Schemas['StreamAttempt'] }
  | { event: 'run'; data: Schemas['StreamRun'] };

type Params = Record<string, string | undefined>;
type Asked = { path: Params; query: Params; /** What was answered. */ data: unknown };
type Touches = (asked: Asked, heard: Heard) => boolean;

const deliveryOf = (heard: Heard) => (heard.event === 'delivery' ? heard.data : heard.event === 'attempt' ? heard.data.delivery : undefined);

const runOf = (heard: Heard) => (heard.event === 'run' ? heard.data : undefined);

const same = (wanted: string | undefined, is: string | null) => wanted === undefined || wanted === is;

const within = (query: Params, at: string) => query.to === undefined || Date.parse(at) <= Date.parse(query.to);

const holds = (data: unknown, id: string): boolean =>
  Array.isArray(data) && data.some((one: { id?: unknown }) => one.id === id);

/** Whether a query's answer is another since the event, by the query's path. */
const touches: Record<string, Touches> = {
  '/developer/apps/{id}/requests': ({ query }, heard) =>
    heard.event === 'request' && within(query, heard.data.at) &&
    same(query.status, `${Math.floor(heard.data.status / 100)}xx`) &&
    same(query.code, heard.data.code) && same(query.businessId, heard.data.businessId) && same(query.apiVersion, heard.data.apiVersion) &&
    same(query.method, heard.data.method) && same(query.route, heard.data.route),
  '/developer/apps/{id}/errors': ({ query }, heard) => heard.event === 'request' && within(query, heard.data.at) && heard.data.status >= 400,
  '/developer/apps/{id}/analytics/calls': ({ query }, heard) => heard.event === 'request' && within(query, heard.data.at) && same(query.businessId, heard.data.businessId),

  '/developer/apps/{id}/webhooks/{webhookId}/deliveries': ({ path, query, data }, heard) => {
    const delivery = deliveryOf(heard);
    if (!delivery || delivery.webhookId !== path.webhookId) return false;
    // One that has another status now leaves the list of those that have the old one.
    if (holds((data as Partial<Schemas['DeliveryList']> | undefined)?.data, delivery.id)) return true;
    return same(query.status, delivery.status) && same(query.type, delivery.type) && same(query.businessId, delivery.businessId);
  },
  '/developer/apps/{id}/webhooks/{webhookId}/deliveries/{deliveryId}': ({ path }, heard) => deliveryOf(heard)?.id === path.deliveryId,
  '/developer/apps/{id}/webhooks/{webhookId}/delivery-counts': ({ path }, heard) => deliveryOf(heard)?.webhookId === path.webhookId,
  '/developer/apps/{id}/webhook-health': (_, heard) => heard.event === 'attempt',
  '/developer/apps/{id}/analytics/webhooks': ({ query }, heard) => heard.event === 'attempt' && within(query, heard.data.at) && same(query.webhookId, heard.data.delivery.webhookId),

  // One that failed may have been its function's last: it is switched off then.
  '/developer/apps/{id}/functions/{functionId}': ({ path }, heard) => runOf(heard)?.functionId === path.functionId && runOf(heard)?.outcome !== 'ok',
  '/developer/apps/{id}/functions/{functionId}/runs': ({ path, query }, heard) => {
    const run = runOf(heard);
    return run?.functionId === path.functionId && query.after === undefined &&
      same(query.status, run?.outcome === 'ok' ? 'succeeded' : 'failed') && same(query.outcome, run?.outcome ?? null) && (query.version === undefined || Number(query.version) === run?.version);
  },
  '/developer/apps/{id}/functions/{functionId}/runs/{runId}': ({ path }, heard) => runOf(heard)?.id === path.runId,

  '/developer/trace/{traceId}': ({ path, data }, heard) => {
    const delivery = deliveryOf(heard);
    const trace = data as Partial<Schemas['Trace']> | undefined;
    const run = runOf(heard);
    if (run) return holds(trace?.runs, run.id);
    if (!delivery) return false;
    return path.traceId === delivery.id || holds(trace?.deliveries, delivery.id) ||
      (delivery.eventId !== null && (path.traceId === delivery.eventId || holds(trace?.events, delivery.eventId)));
  },
};

/**
 * isStale tells whether an event changes what a query was answered; without an event,
 * whether any could. Queries are known by their keys: [method, path, init].
 */
export function isStale(query: Query, app: string, heard?: Heard): boolean {
  const [, path, init] = query.queryKey as [unknown, string, { params?: { path?: Params; query?: Params } }?];
  const touched = touches[path];
  const asked = { path: init?.params?.path ?? {}, query: init?.params?.query ?? {}, data: query.state.data };
  if (!touched || !same(asked.path.id, app)) return false;
  return heard === undefined || touched(asked, heard);
}
