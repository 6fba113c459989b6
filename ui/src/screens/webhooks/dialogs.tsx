/** What is asked before a webhook is changed, switched off, sent to again, or deleted. */
import { type SubmitEvent, useState } from 'react';
import { type Schemas, api, client } from '#/api/client';
import { asFault } from '#/api/fault';
import { useMutation } from '@tanstack/react-query';
import { Bone } from '#/parts/Bone';
import { Button } from '#/parts/Button';
import { Conflict } from '#/parts/Conflict';
import { Confirm, Dialog } from '#/parts/Dialog';
import { Failure } from '#/parts/Failure';
import { Field, Input } from '#/parts/Field';
import { toast } from '#/parts/toast';
import { useApp } from '#/shell/place';
import { t } from '#/texts';
import { useChange } from './change';
import { type Webhook, mostListed, pathOf, useDeliveries, useForget, useRefresh, useWaiting } from './data';
import { wrongUrl } from './url';

/** EditWebhook changes the address and the note. */
export function EditWebhook({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const change = useChange(webhook);
  const [url, setUrl] = useState(webhook.url);
  const [description, setDescription] = useState(webhook.description);
  const [wrong, setWrong] = useState<string>();
  const fault = change.error === null ? undefined : asFault(change.error);
  const refused = fault?.code === 'WEBHOOK_URL_REFUSED' ? fault.sentences[0] : undefined;
  const save = () => {
    const found = wrongUrl(url);
    setWrong(found);
    if (found) return;
    change.save({ url: url.trim(), description: description.trim() }, () => {
      toast(t.webhooks.saved);
      onClose();
    });
  };
  return (
    <Dialog open onClose={onClose} wide={change.conflict} title={t.webhooks.editTitle(pathOf(webhook.url))}>
      <form className="stack" noValidate onSubmit={(event: SubmitEvent<HTMLFormElement>) => { event.preventDefault(); if (!change.busy) save(); }}>
        {change.conflict ? (
          <Conflict
            parts={[{ key: 'url', name: t.webhooks.url, theirs: webhook.url, yours: url }, { key: 'description', name: t.webhooks.description, theirs: webhook.description, yours: description }]}
            onTheirs={() => { setUrl(webhook.url); setDescription(webhook.description); change.reset(); }}
            onMine={save}
            busy={change.busy}
          />
        ) : fault && !refused && <Failure error={fault} title={t.webhooks.notSaved} />}
        <Field label={t.webhooks.url} hint={t.webhooks.editUrlHint} error={wrong ?? refused}>
          <Input mono type="url" value={url} onChange={(event) => { setUrl(event.target.value); setWrong(undefined); if (refused) change.reset(); }} maxLength={2048} autoComplete="off" spellCheck={false} />
        </Field>
        <Field label={t.webhooks.description} hint={t.webhooks.descriptionHint}>
          <Input value={description} onChange={(event) => setDescription(event.target.value)} maxLength={500} autoComplete="off" />
        </Field>
        <div className="actions">
          <Button onClick={onClose}>{t.parts.cancel}</Button>
          {!change.conflict && <Button type="submit" look="primary" busy={change.busy}>{t.webhooks.save}</Button>}
        </div>
      </form>
    </Dialog>
  );
}

/** SwitchOff tells what fails by it. */
export function SwitchOff({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const change = useChange(webhook);
  const waiting = useWaiting(webhook.id);
  const path = pathOf(webhook.url);
  return (
    <Confirm
      open
      onClose={onClose}
      title={t.webhooks.offTitle(path)}
      keep={t.webhooks.offKeep}
      act={t.webhooks.offAct(path, waiting.n, waiting.more)}
      busy={change.busy}
      off={waiting.counted ? undefined : t.webhooks.deleteCounting}
      error={change.error}
      onAct={() => change.save({ enabled: false }, () => { toast(t.webhooks.switchedOff(path)); onClose(); })}
    >
      <p>{waiting.counted ? t.webhooks.offAsk(waiting.n, waiting.more) : <Bone />}</p>
    </Confirm>
  );
}

/** DeleteWebhook counts what is dropped, at the moment it is offered. */
export function DeleteWebhook({ webhook, onClose, onDeleted }: { webhook: Webhook; onClose: () => void; onDeleted: () => Promise<void> }) {
  const app = useApp();
  const forget = useForget();
  const remove = api.useMutation('delete', '/developer/apps/{id}/webhooks/{webhookId}');
  const waiting = useWaiting(webhook.id);
  const path = pathOf(webhook.url);
  return (
    <Confirm
      open
      onClose={onClose}
      title={t.webhooks.deleteTitle(path)}
      keep={t.webhooks.deleteKeep}
      act={t.webhooks.deleteAct(path, waiting.n, waiting.more)}
      name={path}
      busy={remove.isPending}
      off={waiting.counted || remove.isPending ? undefined : t.webhooks.deleteCounting}
      error={remove.error}
      onAct={() => remove.mutate({ params: { path: { id: app.id, webhookId: webhook.id } } }, {
        onSuccess: () => void onDeleted().then(forget),
      })}
    >
      <p>{waiting.counted || remove.isPending ? t.webhooks.deleteAsk(waiting.n, waiting.more) : <Bone />}</p>
    </Confirm>
  );
}

/** forInput writes a moment as the field for days and times has it; read as UTC. */
const forInput = (moment: number) => new Date(moment).toISOString().slice(0, 16);
const kept = 30 * 24 * 3600_000;

/** SendAgain queues all that failed since a time once more. */
export function SendAgain({ webhook, since: given, onClose }: { webhook: Webhook; since?: string; onClose: () => void }) {
  const app = useApp();
  const refresh = useRefresh();
  const [opened] = useState(() => Date.now());
  const [since, setSince] = useState(() => forInput(given ? Date.parse(given) : opened - 24 * 3600_000));
  const failed = useDeliveries(webhook.id, { status: 'failed' }, { anew: true });
  const from = Date.parse(`${since}:00.000Z`);
  const rows = failed.data?.data ?? [];
  const n = rows.filter((delivery) => Date.parse(delivery.createdAt) >= from).length;
  // A full list goes on further back, unless the time is within it.
  const more = rows.length >= mostListed && n === rows.length;
  const send = useMutation({
    mutationFn: async () => {
      const sum = { queued: 0, skipped: 0 };
      let next: string | null = new Date(from).toISOString();
      while (next !== null) {
        const answer: { data?: Schemas['Redelivered'] } = await client.POST('/developer/apps/{id}/webhooks/{webhookId}/redeliver-failed', { params: { path: { id: app.id, webhookId: webhook.id } }, body: { since: next } });
        sum.queued += answer.data!.queued;
        sum.skipped += answer.data!.skipped;
        next = answer.data!.nextSince;
      }
      return sum;
    },
    onSettled: refresh,
  });
  const off = Number.isNaN(from) ? t.webhooks.againMissing : failed.data && n === 0 ? t.webhooks.againNone : undefined;
  if (send.data) {
    return (
      <Dialog open onClose={onClose} title={t.webhooks.againTitle}>
        <p role="status">{t.webhooks.againDone(send.data.queued, send.data.skipped)}</p>
        <div className="actions"><Button look="primary" onClick={onClose}>{t.webhooks.againClose}</Button></div>
      </Dialog>
    );
  }
  return (
    <Dialog open onClose={onClose} title={t.webhooks.againTitle}>
      <form className="stack" noValidate onSubmit={(event: SubmitEvent<HTMLFormElement>) => { event.preventDefault(); if (!off && !send.isPending) send.mutate(); }}>
        <Field label={t.webhooks.againSince} hint={t.webhooks.againSinceHint}>
          <Input type="datetime-local" value={since} min={forInput(opened - kept)} max={forInput(opened)} onChange={(event) => setSince(event.target.value)} />
        </Field>
        {failed.error ? <Failure error={failed.error} title={t.parts.failed(t.webhooks.theDeliveries)} onRetry={() => void failed.refetch()} />
          : <p>{failed.data && !Number.isNaN(from) ? t.webhooks.againCount(n, more) : <Bone />}</p>}
        {send.error && <Failure error={send.error} title={t.deliveries.notSent} />}
        <div className="actions">
          <Button onClick={onClose}>{t.parts.cancel}</Button>
          <Button type="submit" look="primary" busy={send.isPending} off={off}>{t.webhooks.againAct(n, more)}</Button>
        </div>
      </form>
    </Dialog>
  );
}
