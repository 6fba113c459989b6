import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { api } from '#/api/client';
import { Button } from '#/parts/Button';
import { Dialog } from '#/parts/Dialog';
import { Failure } from '#/parts/Failure';
import { Field, Input } from '#/parts/Field';
import { useNow } from '#/parts/now';
import { Say } from '#/parts/Say';
import { Tag } from '#/parts/Tag';
import { toast } from '#/parts/toast';
import { format, t } from '#/texts';
import type { Sandbox } from './sandbox';

const day = 86_400_000;
const minute = 60_000;

/** Clock is what a sandbox's clock shows, if that is not what ours does. */
export function Clock({ sandbox, readAt }: { sandbox: Sandbox; /** When the sandbox was read. */ readAt: number }) {
  const ahead = Date.parse(sandbox.time) - readAt;
  if (!(ahead > 2 * minute)) return <span className="muted">{t.sandboxes.clockOurs}</span>;
  return (
    <>
      <Tag tone="info">{format.date(sandbox.time)}</Tag>
      <span className="sub">{ahead < day ? t.sandboxes.lessThanADay : t.sandboxes.ahead(Math.round(ahead / day))}</span>
    </>
  );
}

/** MoveClock puts the clock of a sandbox forward, and says what follows from that. */
export function MoveClock({ organization, sandbox, onClose }: { organization: string; sandbox: Sandbox | undefined; onClose: () => void }) {
  return (
    <Dialog open={sandbox !== undefined} onClose={onClose} title={t.sandboxes.clockTitle(sandbox?.name ?? '')} about={<Say text={t.sandboxes.clockAbout} />}>
      {sandbox && <Form organization={organization} sandbox={sandbox} onClose={onClose} />}
    </Dialog>
  );
}

const steps = [['day', 1], ['week', 7], ['month', 30], ['year', 365]] as const;

function Form({ organization, sandbox, onClose }: { organization: string; sandbox: Sandbox; onClose: () => void }) {
  const queries = useQueryClient();
  const move = api.useMutation('post', '/developer/organizations/{id}/sandboxes/{sandboxId}/clock');
  const now = useNow();
  const shows = Math.max(Date.parse(sandbox.time) || 0, now);
  const [text, setText] = useState(() => new Date(shows + 30 * day).toISOString().slice(0, 16));
  const to = Date.parse(`${text}Z`);
  const wrong = Number.isNaN(to) ? t.sandboxes.clockUnread : to <= shows ? t.sandboxes.clockBack : undefined;
  return (
    <form
      className="mt-4 grid gap-4"
      noValidate
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        if (wrong || move.isPending) return;
        move.mutate({ params: { path: { id: organization, sandboxId: sandbox.id } }, body: { time: new Date(to).toISOString() } }, {
          onSuccess: (moved) => {
            toast(t.sandboxes.clockMoved(moved.name, format.date(moved.time)));
            void queries.invalidateQueries({ queryKey: ['get', '/developer/organizations/{id}/sandboxes'] });
            onClose();
          },
        });
      }}
    >
      <p className="small">{t.sandboxes.clockShows(format.exact(shows))}</p>
      <div className="row" role="group" aria-label={t.sandboxes.clockBy}>
        {steps.map(([name, days]) => <Button key={name} little onClick={() => setText(new Date(shows + days * day).toISOString().slice(0, 16))}>{t.sandboxes.clockSteps[name]}</Button>)}
      </div>
      <Field label={t.sandboxes.clockTo} hint={t.sandboxes.clockHint} error={wrong}>
        <Input type="datetime-local" value={text} min={new Date(shows).toISOString().slice(0, 16)} onChange={(event) => setText(event.target.value)} />
      </Field>
      {move.error ? <Failure error={move.error} title={t.sandboxes.clockNotMoved} /> : null}
      <div className="actions mt-0!">
        <Button onClick={onClose}>{t.parts.cancel}</Button>
        <Button look="primary" type="submit" busy={move.isPending} off={wrong ? t.sandboxes.clockFirst : undefined}>{t.sandboxes.clockMove}</Button>
      </div>
    </form>
  );
}
