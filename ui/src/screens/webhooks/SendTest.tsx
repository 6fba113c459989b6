import { useNavigate } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import { api } from '#/api/client';
import { Bones } from '#/parts/Bone';
import { Button } from '#/parts/Button';
import { Json } from '#/parts/CodeBlock';
import { Dialog } from '#/parts/Dialog';
import { Failure } from '#/parts/Failure';
import { Field, Select } from '#/parts/Field';
import { Say } from '#/parts/Say';
import { Lint } from '#/parts/Tag';
import { toast } from '#/parts/toast';
import { useApp } from '#/shell/place';
import { t } from '#/texts';
import { type Webhook, useEventType, useRefresh } from './data';

/** What a webhook without events is sent as a test. */
const usual = 'invoice.created';

/** SendTest sends the sample of an event to a webhook, and opens the delivery. */
export function SendTest({ webhook, event: given, onClose }: { webhook: Webhook; event?: string; onClose: () => void }) {
  const app = useApp();
  const navigate = useNavigate();
  const refresh = useRefresh();
  const send = api.useMutation('post', '/developer/apps/{id}/webhooks/{webhookId}/test');
  const events = webhook.events.length > 0 ? webhook.events : [usual];
  const [event, setEvent] = useState(given ?? events[0]!);
  const type = useEventType(event, app.pinnedApiVersion ?? undefined);

  const submit = (submitted: SubmitEvent<HTMLFormElement>) => {
    submitted.preventDefault();
    if (send.isPending) return;
    send.mutate({ params: { path: { id: app.id, webhookId: webhook.id } }, body: webhook.events.length > 0 ? { event } : {} }, {
      onSuccess: (delivery) => {
        onClose();
        toast(t.webhooks.testSent);
        void navigate({ to: '/console/apps/$app/webhooks/$webhook/deliveries/$delivery', params: { app: app.id, webhook: webhook.id, delivery: delivery.id } }).then(refresh);
      },
    });
  };
  return (
    <Dialog open onClose={onClose} wide title={t.webhooks.testTitle} about={<span className="small muted"><Say text={t.webhooks.testAbout} /></span>}>
      <form onSubmit={submit} className="stack">
        <Field label={t.webhooks.testEvent} hint={<code>{webhook.url}</code>}>
          <Select value={event} onChange={(changed) => setEvent(changed.target.value)}>
            {events.map((name) => <option key={name}>{name}</option>)}
          </Select>
        </Field>
        {!webhook.enabled && <Lint tone="warn">{t.webhooks.testOff}</Lint>}
        {type.error ? <Failure error={type.error} title={t.parts.failed(t.webhooks.testSample)} onRetry={() => void type.refetch()} /> : !type.data ? <Bones rows={6} /> : (
          <Json label={t.webhooks.testSample} value={{ ...type.data.sample, test: true }} />
        )}
        {send.error && <Failure error={send.error} />}
        <div className="actions">
          <span className="why">{t.webhooks.testLimit}</span>
          <Button onClick={onClose}>{t.parts.cancel}</Button>
          <Button type="submit" look="primary" busy={send.isPending}>{t.webhooks.testSend(event)}</Button>
        </div>
      </form>
    </Dialog>
  );
}
