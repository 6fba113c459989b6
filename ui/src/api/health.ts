import { api, type Schemas } from './client';
import { useLive } from './stream';

export type Health = Schemas['WebhookHealth']['data'][number];

/** useWebhookHealth is how each webhook of an app is doing. All who show it share one answer. */
export function useWebhookHealth(app: string | undefined) {
  const live = useLive(app, 'rows');
  return api.useQuery('get', '/developer/apps/{id}/webhook-health', { params: { path: { id: app ?? '' } } }, { enabled: app !== undefined, ...live });
}
