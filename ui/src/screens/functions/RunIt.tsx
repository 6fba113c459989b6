import { useNavigate } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import { api } from '#/api/client';
import { Button } from '#/parts/Button';
import { Json } from '#/parts/CodeBlock';
import { Dialog } from '#/parts/Dialog';
import { Failure } from '#/parts/Failure';
import { Field, Input, Select } from '#/parts/Field';
import { Segments } from '#/parts/Segments';
import { useApp } from '#/shell/place';
import { format, t } from '#/texts';
import { useEventType, useEventTypes } from '../webhooks/data';
import { type Function as Fun, from, useAnew } from './data';

/** What a function without events is run with. */
const usual = 'invoice.paid';

/** RunIt runs a function by hand, with a sample or an event that happened, and opens the run. */
export function RunIt({ fun, version: given, onClose }: { fun: Fun; version?: number; onClose: () => void }) {
  const app = useApp();
  const navigate = useNavigate({ from });
  const anew = useAnew();
  const sandboxes = api.useQuery('get', '/developer/organizations/{id}/sandboxes', { params: { path: { id: app.organizationId } } }).data?.data ?? [];
  const names = useEventTypes().data?.data.map((type) => type.name) ?? [];
  const run = api.useMutation('post', '/developer/apps/{id}/functions/{functionId}/run');
  const [past, setPast] = useState(false);
  const [event, setEvent] = useState(fun.events[0] ?? usual);
  const [eventId, setEventId] = useState('');
  const [business, setBusiness] = useState('');
  const [version, setVersion] = useState(given ?? fun.current.version);
  const sample = useEventType(event, app.pinnedApiVersion ?? undefined, !past).data?.sample;
  const off = past ? (eventId.trim() === '' ? t.functions.runEventIdOff : business === '' ? t.functions.runInOff : undefined) : undefined;

  const submit = (submitted: SubmitEvent<HTMLFormElement>) => {
    submitted.preventDefault();
    if (off || run.isPending) return;
    run.mutate({ params: { path: { id: app.id, functionId: fun.id } }, body: { version, businessId: business || undefined, ...(past ? { eventId: eventId.trim() } : { event }) } }, {
      onSuccess: (begun) => {
        onClose();
        void anew().then(() => navigate({ search: (before) => ({ ...before, run: begun.id }), resetScroll: false }));
      },
    });
  };
  return (
    <Dialog open onClose={onClose} wide title={t.functions.runTitle(fun.name)} about={<span className="small muted">{t.functions.runAbout}</span>}>
      <form onSubmit={submit} className="stack">
        <Segments label={t.functions.runWith} value={past ? 'past' : 'sample'} onChange={(value) => setPast(value === 'past')} options={[{ value: 'sample', label: t.functions.withSample }, { value: 'past', label: t.functions.withPast }]} />
        {past ? (
          <Field label={t.functions.runEventId} hint={t.functions.runEventIdHint}><Input mono value={eventId} autoCapitalize="none" spellCheck={false} onChange={(changed) => setEventId(changed.target.value)} /></Field>
        ) : (
          <Field label={t.functions.runEvent}>
            <Select value={event} onChange={(changed) => setEvent(changed.target.value)}>
              {[...new Set([...fun.events, event, ...names])].map((name) => <option key={name}>{name}</option>)}
            </Select>
          </Field>
        )}
        <Field label={t.functions.runIn} hint={past ? t.functions.runInPastHint : t.functions.runInHint}>
          <Select value={business} onChange={(changed) => setBusiness(changed.target.value)}>
            <option value="">{t.functions.runNowhere}</option>
            {sandboxes.map((one) => <option key={one.id} value={one.id}>{one.name}</option>)}
          </Select>
        </Field>
        <Field label={t.functions.runVersion}>
          <Select value={version} onChange={(changed) => setVersion(Number(changed.target.value))}>
            {[...new Set([version, ...fun.versions.map((one) => one.version)])].sort((a, b) => b - a).map((n) => <option key={n} value={n}>{format.number(n)}{n === fun.current.version ? ` · ${t.functions.live}` : ''}</option>)}
          </Select>
        </Field>
        {!past && sample && <div className="sample"><Json label={t.functions.runSample} value={sample} /></div>}
        {run.error && <Failure error={run.error} />}
        {off && <p className="why" id="run-why">{off}</p>}
        <div className="actions">
          <Button onClick={onClose}>{t.parts.cancel}</Button>
          <Button type="submit" look="primary" busy={run.isPending} off={off} whyId="run-why">{t.functions.runAct}</Button>
        </div>
      </form>
    </Dialog>
  );
}
