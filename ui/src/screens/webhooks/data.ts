/** What the screens of webhooks, deliveries and events read, and what they may do. */
import { useQueryClient } from '@tanstack/react-query';
import { api, type Schemas } from '#/api/client';
import { type Health, useWebhookHealth } from '#/api/health';
import { useLive } from '#/api/stream';
import { mayAct } from '#/parts/Denied';
import { useApp, useOrganization } from '#/shell/place';
import { t } from '#/texts';

export type Webhook = Schemas['Webhook'];
export type Delivery = Schemas['Delivery'];
export type Status = Schemas['DeliveryStatus'];
export type EventType = Schemas['DeveloperEventType'];
export type { Health };

/** More than these nobody gets from one call. */
export const mostListed = 100;
export const mostWebhooks = 20;
export const mostAttempts = 6;

export function useWebhooks() {
  const app = useApp();
  return api.useQuery('get', '/developer/apps/{id}/webhooks', { params: { path: { id: app.id } } });
}

export function useWebhook(webhookId: string) {
  const app = useApp();
  return api.useQuery('get', '/developer/apps/{id}/webhooks/{webhookId}', { params: { path: { id: app.id, webhookId } } });
}

/** useHealth is how each webhook is doing, by its id. */
export function useHealth() {
  const app = useApp();
  const query = useWebhookHealth(app.id);
  return new Map<string, Health>(query.data?.data.map((one) => [one.webhookId, one]));
}

export type DeliveryFilter = { status?: Status; type?: string; businessId?: string; limit?: number };

export function useDeliveries(webhookId: string, filter: DeliveryFilter = {}, options: { enabled?: boolean; keep?: boolean; anew?: boolean } = {}) {
  const app = useApp();
  const live = useLive(app.id, 'rows');
  return api.useQuery(
    'get',
    '/developer/apps/{id}/webhooks/{webhookId}/deliveries',
    { params: { path: { id: app.id, webhookId }, query: filter } },
    {
      enabled: options.enabled ?? true,
      ...live,
      ...(options.anew ? { staleTime: 0, refetchOnMount: 'always' as const } : {}),
      ...(options.keep ? { placeholderData: (before: Schemas['DeliveryList'] | undefined) => before } : {}),
    },
  );
}

/** useCounts is how many deliveries of the last 30 days there are of each status. */
export function useCounts(webhookId: string) {
  const app = useApp();
  const live = useLive(app.id, 'rows');
  return api.useQuery('get', '/developer/apps/{id}/webhooks/{webhookId}/delivery-counts', { params: { path: { id: app.id, webhookId } } }, live).data;
}

/** useWaiting counts what waits to be sent, now; `more` where there may be more than was counted. */
export function useWaiting(webhookId: string): { counted: boolean; n: number; more: boolean } {
  const lists = [useDeliveries(webhookId, { status: 'queued' }, { anew: true }), useDeliveries(webhookId, { status: 'retrying' }, { anew: true })];
  const sizes = lists.map((list) => list.data?.data.length ?? 0);
  return {
    counted: lists.every((list) => list.isFetchedAfterMount),
    n: sizes.reduce((a, b) => a + b, 0),
    more: sizes.some((size) => size >= mostListed),
  };
}

export const useEventTypes = () => api.useQuery('get', '/developer/event-types', {}, { staleTime: 600_000 });

export const useEventType = (name: string, version?: string, enabled = true) =>
  api.useQuery('get', '/developer/event-types/{name}', { params: { path: { name }, query: { apiVersion: version } } }, { staleTime: 600_000, enabled: enabled && name !== '' });

const paths = [
  '/developer/apps/{id}/webhooks',
  '/developer/apps/{id}/webhooks/{webhookId}',
  '/developer/apps/{id}/webhook-health',
  '/developer/apps/{id}/analytics/webhooks',
  '/developer/apps/{id}/webhooks/{webhookId}/deliveries',
  '/developer/apps/{id}/webhooks/{webhookId}/delivery-counts',
  '/developer/apps/{id}/webhooks/{webhookId}/deliveries/{deliveryId}',
  '/developer/trace/{traceId}',
] as const;

/** useRefresh reads everything about webhooks anew, after something was done. */
export function useRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await Promise.all(paths.map((path) => queries.invalidateQueries({ queryKey: ['get', path] })));
  };
}

/** useForget drops what is known of webhooks, so that one that is gone is not asked for again. */
export function useForget(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    for (const path of paths.slice(1)) queries.removeQueries({ queryKey: ['get', path], type: 'inactive' });
    await queries.invalidateQueries({ queryKey: ['get', paths[0]] });
  };
}

/** useWhyNot says why webhooks cannot be changed by whoever is looking, or why nothing can be sent. */
export function useWhyNot(): { change: string | undefined; send: string | undefined } {
  const app = useApp();
  const role = useOrganization()?.role;
  const change = role && !mayAct(role, 'developer') ? t.webhooks.viewer : undefined;
  return { change, send: change ?? (app.status === 'ACTIVE' ? undefined : t.webhooks.notActive(app.name)) };
}

/** pathOf is a webhook's name among its siblings: the path, or the host where there is none. */
export function pathOf(url: string): string {
  try {
    const { host, pathname, search } = new URL(url);
    return pathname === '/' && search === '' ? host : pathname + search;
  } catch {
    return url;
  }
}

export type EventGroup = { key: string; title: string; scope: string | null; audience: EventType['audience']; types: EventType[] };

/** groupsOf puts events under what they are about: the scope that they take, or whom they concern. */
export function groupsOf(types: readonly EventType[]): EventGroup[] {
  const groups = new Map<string, EventGroup>();
  for (const type of types) {
    const key = type.audience === 'business' ? (type.scope ?? 'app') : type.audience;
    const group = groups.get(key) ?? { key, title: t.webhooks.groups[key] ?? key, scope: type.audience === 'business' ? type.scope : null, audience: type.audience, types: [] };
    group.types.push(type);
    groups.set(key, group);
  }
  return [...groups.values()];
}
