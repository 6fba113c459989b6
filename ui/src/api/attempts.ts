import { keepPreviousData } from '@tanstack/react-query';
import { api, type Schemas } from './client';
import { useLive } from './stream';

export type Attempts = Schemas['AttemptSeries'];

type Wanted = { from: string; to: string; interval: 'hour' | 'day'; /** Of one alone. */ webhookId?: string };

/** useAttempts is what became of what was sent to an app's webhooks. All who show it share one answer. */
export function useAttempts(app: string, wanted: Wanted, enabled = true) {
  const live = useLive(app, 'figures');
  return api.useQuery('get', '/developer/apps/{id}/analytics/webhooks', { params: { path: { id: app }, query: wanted } }, {
    enabled, placeholderData: keepPreviousData, ...live,
  });
}

/** retriedOf is how many attempts were in vain and were not the last: another follows. */
export const retriedOf = ({ attempts, delivered, failed }: Schemas['AttemptFigures']) => Math.max(attempts - delivered - failed, 0);
