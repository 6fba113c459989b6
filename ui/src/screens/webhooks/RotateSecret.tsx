import { api } from '#/api/client';
import { Confirm } from '#/parts/Dialog';
import { useNow } from '#/parts/now';
import { useApp } from '#/shell/place';
import { t } from '#/texts';
import { type Webhook, pathOf, useRefresh } from './data';

/** RotateSecret asks, rotates, and hands the new secret to the page, which shows it once. */
export function RotateSecret({ webhook, onClose, onRotated }: { webhook: Webhook; onClose: () => void; onRotated: (secret: string) => void }) {
  const app = useApp();
  const refresh = useRefresh();
  const rotate = api.useMutation('post', '/developer/apps/{id}/webhooks/{webhookId}/rotate-secret', { gcTime: 0 }); // the answer has the secret
  const now = useNow();
  const two = webhook.previousSecretExpiresAt !== null && Date.parse(webhook.previousSecretExpiresAt) > now;
  return (
    <Confirm
      open
      onClose={onClose}
      title={t.webhooks.rotateTitle(pathOf(webhook.url))}
      keep={t.webhooks.rotateKeep}
      act={t.webhooks.rotateAct}
      busy={rotate.isPending}
      error={rotate.error}
      onAct={() => rotate.mutate({ params: { path: { id: app.id, webhookId: webhook.id } } }, {
        onSuccess: ({ secret }) => {
          onRotated(secret);
          onClose();
          void refresh();
        },
      })}
    >
      <p>{two ? t.webhooks.rotateAskAgain : t.webhooks.rotateAsk}</p>
    </Confirm>
  );
}
