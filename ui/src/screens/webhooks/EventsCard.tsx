import { useState } from 'react';
import { Bones } from '#/parts/Bone';
import { Button } from '#/parts/Button';
import { Card } from '#/parts/Card';
import { Conflict } from '#/parts/Conflict';
import { Failure } from '#/parts/Failure';
import { Input } from '#/parts/Field';
import { toast } from '#/parts/toast';
import { t } from '#/texts';
import { useChange } from './change';
import { type Webhook, useEventTypes, useWhyNot } from './data';
import { EventPicker } from './EventPicker';

/** EventsCard chooses what a webhook is told of. Nothing changes before it is saved. */
export function EventsCard({ webhook }: { webhook: Webhook }) {
  const types = useEventTypes();
  const whyNot = useWhyNot();
  const change = useChange(webhook);
  const [draft, setDraft] = useState<ReadonlySet<string>>();
  const [q, setQ] = useState('');
  const saved = new Set(webhook.events);
  const chosen = draft ?? saved;
  const added = [...chosen].filter((name) => !saved.has(name)).length;
  const removed = [...saved].filter((name) => !chosen.has(name)).length;
  const same = added + removed === 0;
  const all = types.data?.data;
  const inOrder = (names: ReadonlySet<string>) => (all ?? []).map((type) => type.name).filter((name) => names.has(name));
  const back = () => {
    setDraft(undefined);
    change.reset();
  };
  const save = () => change.save({ events: inOrder(chosen) }, () => {
    setDraft(undefined);
    toast(t.webhooks.eventsSaved);
  });

  return (
    <Card
      title={t.webhooks.events}
      id="events"
      window={all && t.webhooks.chosen(chosen.size, all.length)}
      end={<Input type="search" className="event-find" placeholder={t.webhooks.filterEvents} aria-label={t.webhooks.filterEvents} value={q} onChange={(event) => setQ(event.target.value)} />}
      foot={(
        <>
          <Button little off={whyNot.change ?? (same ? t.webhooks.unchanged : undefined)} busy={change.busy} onClick={save}>{t.webhooks.saveEvents}</Button>
          {!same && <><Button little onClick={back}>{t.webhooks.discard}</Button><span role="status">{t.webhooks.changes(added, removed)}</span></>}
        </>
      )}
    >
      {change.conflict ? (
        <Conflict parts={[{ key: 'events', name: t.webhooks.events, theirs: inOrder(saved).join(' '), yours: inOrder(chosen).join(' ') }]} onTheirs={back} onMine={save} busy={change.busy} />
      ) : change.error !== null && <Failure error={change.error} title={t.webhooks.notSaved} />}
      {types.error ? <Failure error={types.error} title={t.parts.failed(t.events.theEvents)} onRetry={() => void types.refetch()} /> : !all ? <Bones rows={8} /> : (
        <EventPicker types={all} q={q} value={chosen} onChange={setDraft} />
      )}
    </Card>
  );
}
