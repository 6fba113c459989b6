import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type Schemas } from '#/api/client';
import { Bones } from '#/parts/Bone';
import { Button } from '#/parts/Button';
import { Card, Note } from '#/parts/Card';
import { Confirm } from '#/parts/Dialog';
import { Failure } from '#/parts/Failure';
import { Field, Textarea } from '#/parts/Field';
import { IdChip } from '#/parts/IdChip';
import { Say } from '#/parts/Say';
import { Time } from '#/parts/Time';
import { toast } from '#/parts/toast';
import { t } from '#/texts';

type App = Schemas['AdminApp'];
type Stop = Schemas['FunctionsStop'];
/** Whose functions: the app's own, or those of all apps of its organization. */
type Whose = { kind: 'apps' | 'organizations'; id: string };

const words = t.operator.functions;

/** Functions are whether an app's run with us, and how to stop them: of the app, or of its whole organization. */
export function Functions({ app }: { app: App }) {
  const read = api.useQuery('get', '/admin/apps/{id}/functions', { params: { path: { id: app.id } } });
  const shown = read.data;
  return (
    <Card title={words.title} window={shown && words.count(shown.functions, shown.enabled)}>
      {read.error && !shown ? <Failure error={read.error} title={t.parts.failed(words.the)} onRetry={() => void read.refetch()} /> : !shown ? <Bones rows={2} /> : (
        <>
          {shown.offForAll && <p className="small">{words.offForAll}</p>}
          <Switch whose={{ kind: 'apps', id: app.id }} stop={shown.stop} />
          {app.organizationId && <Switch whose={{ kind: 'organizations', id: app.organizationId }} stop={shown.organizationStop} />}
          {!shown.stop && !shown.organizationStop && <p className="small muted">{words.about}</p>}
        </>
      )}
    </Card>
  );
}

/** Switch stops them with a reason, or says since when they are stopped, by whom and why, and lets them run again. */
function Switch({ whose, stop }: { whose: Whose; stop: Stop | null }) {
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const queries = useQueryClient();
  const halt = api.useMutation('post', `/admin/${whose.kind}/{id}/functions/stop` as '/admin/apps/{id}/functions/stop');
  const resume = api.useMutation('post', `/admin/${whose.kind}/{id}/functions/resume` as '/admin/apps/{id}/functions/resume');
  const path = { params: { path: { id: whose.id } } };
  const says = words[whose.kind];
  const close = () => { halt.reset(); setReason(''); setAsking(false); };
  const done = (message: string) => void queries.invalidateQueries({ predicate: ({ queryKey: [, of] }) => of === '/admin/apps/{id}/functions' }).then(() => { close(); toast(message); });
  return (
    <>
      {stop ? (
        <Note tone="warn" level={3} title={says.stopped}>
          <p className="small"><Say text={stop.stoppedBy ? words.since : words.sinceTerminal} time={<Time at={stop.stoppedAt} as="moment" />} who={stop.stoppedBy && <IdChip id={stop.stoppedBy} />} reason={<bdi>{stop.reason}</bdi>} /></p>
          <div className="actions">
            <Button little busy={resume.isPending} onClick={() => resume.mutate(path, { onSuccess: () => done(says.resumed) })}>{says.resume}</Button>
            <Button little onClick={() => setAsking(true)}>{words.newReason}</Button>
          </div>
          {resume.error && <Failure error={resume.error} />}
        </Note>
      ) : <div><Button little onClick={() => setAsking(true)}>{says.stop}</Button></div>}
      <Confirm
        open={asking}
        onClose={close}
        title={says.title}
        keep={words.keep}
        act={says.stop}
        busy={halt.isPending}
        error={halt.error}
        off={reason.trim() === '' ? t.operator.whyNot : undefined}
        form={<Field label={t.operator.why} hint={words.whyHint}><Textarea rows={2} maxLength={1000} value={reason} onChange={(event) => setReason(event.target.value)} /></Field>}
        onAct={() => halt.mutate({ ...path, body: { reason: reason.trim() } }, { onSuccess: () => done(says.done) })}
      >
        <p>{words.what}</p>
      </Confirm>
    </>
  );
}
