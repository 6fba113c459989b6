import { api, ifMatch, type Schemas } from '#/api/client';
import { asFault } from '#/api/fault';
import { useApp } from '#/shell/place';
import { type Webhook, useRefresh } from './data';

/**
 * useChange changes a webhook, if nobody else has changed it since. `conflict` is set
 * when somebody has: what is saved now has then been read.
 */
export function useChange(webhook: Webhook) {
  const app = useApp();
  const refresh = useRefresh();
  const patch = api.useMutation('patch', '/developer/apps/{id}/webhooks/{webhookId}');
  const conflict = patch.error !== null && asFault(patch.error).status === 412;
  return {
    save: (body: Schemas['WebhookChange'], done?: () => void) =>
      patch.mutate(
        { params: { path: { id: app.id, webhookId: webhook.id }, header: ifMatch(webhook.version) }, body },
        {
          onSuccess: () => void refresh().then(done),
          onError: (error) => {
            if (asFault(error).status === 412) void refresh();
          },
        },
      ),
    busy: patch.isPending,
    error: patch.error as unknown,
    conflict,
    reset: patch.reset,
  };
}

export type Change = ReturnType<typeof useChange>;
