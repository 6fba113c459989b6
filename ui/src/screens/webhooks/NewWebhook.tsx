import { useNavigate } from '@tanstack/react-router';
import { type SubmitEvent, useRef, useState } from 'react';
import { api } from '#/api/client';
import { asFault } from '#/api/fault';
import { Bones } from '#/parts/Bone';
import { Button } from '#/parts/Button';
import { Failure } from '#/parts/Failure';
import { Check, Field, Input } from '#/parts/Field';
import { Entry, PageHead } from '#/parts/Page';
import { RevealOnce } from '#/parts/RevealOnce';
import { Say } from '#/parts/Say';
import { Lint } from '#/parts/Tag';
import { useApp } from '#/shell/place';
import { t } from '#/texts';
import { pathOf, useEventTypes, useRefresh, useWhyNot } from './data';
import { EventPicker } from './EventPicker';
import { wrongUrl } from './url';
import './webhooks.css';

/** NewWebhook adds a webhook and shows its secret, once. */
export function NewWebhook() {
  const app = useApp();
  const navigate = useNavigate();
  const types = useEventTypes();
  const refresh = useRefresh();
  const whyNot = useWhyNot();
  const add = api.useMutation('post', '/developer/apps/{id}/webhooks', { gcTime: 0 }); // the answer has the secret
  const [url, setUrl] = useState('');
  const [description, setDescription] = useState('');
  const [events, setEvents] = useState<ReadonlySet<string>>(new Set());
  const [ignoreOwn, setIgnoreOwn] = useState(false);
  const [q, setQ] = useState('');
  const [wrong, setWrong] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const back = { text: t.webhooks.back, to: { to: '/console/apps/$app/webhooks', params: { app: app.id } } } as const;

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (whyNot.change || add.isPending) return;
    const found = wrongUrl(url);
    setWrong(found);
    if (found) return field.current?.focus();
    add.mutate(
      { params: { path: { id: app.id } }, body: { url: url.trim(), description: description.trim(), events: [...events], enabled: true, ignoreOwnChanges: ignoreOwn } },
      { onSuccess: () => void refresh() },
    );
  };

  if (add.data) {
    const { id, secret, url: saved } = add.data;
    return (
      <>
        <PageHead title={<code>{saved}</code>} name={t.webhooks.newTitle} of={app.name} bounded />
        <div className="bounded">
          <RevealOnce
            title={t.webhooks.secretOf(pathOf(saved))}
            secret={secret}
            what={t.webhooks.theSecret}
            onDone={() => void navigate({ to: '/console/apps/$app/webhooks/$webhook', params: { app: app.id, webhook: id }, replace: true })}
          >
            <p className="small"><Say text={t.webhooks.secretUse} /></p>
          </RevealOnce>
        </div>
      </>
    );
  }

  const refusedUrl = add.error && asFault(add.error).code === 'WEBHOOK_URL_REFUSED' ? asFault(add.error).sentences[0] : undefined;
  const all = types.data?.data;
  return (
    <form onSubmit={submit} className="stack-6" noValidate>
      <PageHead title={t.webhooks.newTitle} of={app.name} lead={t.webhooks.newLead} back={back} bounded />
      {add.error && !refusedUrl && <div className="bounded"><Failure level={2} error={add.error} title={t.webhooks.notSaved} /></div>}
      <Entry title={t.webhooks.address} about={t.webhooks.addressWhy}>
        <Field label={t.webhooks.url} hint={t.webhooks.urlHint} error={wrong ?? refusedUrl}>
          <Input ref={field} mono type="url" value={url} onChange={(event) => { setUrl(event.target.value); setWrong(undefined); if (refusedUrl) add.reset(); }} maxLength={2048} autoComplete="off" spellCheck={false} placeholder={t.webhooks.urlBegins} />
        </Field>
        <Field label={t.webhooks.description} hint={t.webhooks.descriptionHint}>
          <Input value={description} onChange={(event) => setDescription(event.target.value)} maxLength={500} autoComplete="off" />
        </Field>
      </Entry>
      <Entry title={t.webhooks.events} about={<>{t.webhooks.eventsWhy}{all && <><br />{t.webhooks.chosen(events.size, all.length)}</>}</>}>
        {types.error ? <Failure error={types.error} title={t.parts.failed(t.events.theEvents)} onRetry={() => void types.refetch()} /> : !all ? <Bones rows={8} /> : (
          <>
            <Input type="search" data-filter className="event-find" placeholder={t.webhooks.filterEvents} aria-label={t.webhooks.filterEvents} value={q} onChange={(event) => setQ(event.target.value)} />
            <EventPicker types={all} q={q} value={events} onChange={setEvents} />
          </>
        )}
      </Entry>
      <Entry title={t.webhooks.options} about={t.webhooks.optionsWhy}>
        <Check small checked={ignoreOwn} onChange={(event) => setIgnoreOwn(event.target.checked)}>{t.webhooks.ignoreOwn}<br /><span className="muted"><Say text={t.webhooks.ignoreOwnWhy(app.name)} /></span></Check>
        {events.size === 0 && <Lint tone="warn">{t.webhooks.noneChosen}</Lint>}
        <Button type="submit" look="primary" busy={add.isPending} off={whyNot.change}>{t.webhooks.add}</Button>
      </Entry>
    </form>
  );
}
