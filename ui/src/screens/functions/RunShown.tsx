import { useNavigate } from '@tanstack/react-router';
import { api } from '#/api/client';
import { asFault } from '#/api/fault';
import { Bones } from '#/parts/Bone';
import { Button } from '#/parts/Button';
import { Facts, Note } from '#/parts/Card';
import { Json } from '#/parts/CodeBlock';
import { Gone } from '#/parts/Empty';
import { Failure } from '#/parts/Failure';
import { IdChip } from '#/parts/IdChip';
import { Say } from '#/parts/Say';
import { Time } from '#/parts/Time';
import { toast } from '#/parts/toast';
import { useApp } from '#/shell/place';
import { format, t } from '#/texts';
import { type Function as Fun, type RunDetails, from, most, useAnew, useOff, useRun } from './data';
import { Meter } from './Meter';
import { attemptOf, RunTag } from './state';
import './functions.css';

/** RunShown is one run: how it ended, why, what it took, what went in and what came out. It waits for one that has not ended. */
export function RunShown({ fun, id, level }: { fun: Fun; id: string; level: 2 | 3 }) {
  const run = useRun(fun.id, id);
  if (run.error && !run.data) {
    const { status } = asFault(run.error);
    if (status === 404 || status === 400) return <Gone what={t.functions.runWord} id={id} why={t.functions.runGone} level={2} />;
    return <Failure level={level} error={run.error} title={t.parts.failed(t.functions.theRun)} onRetry={() => void run.refetch()}><p>{t.functions.stillSafe}</p></Failure>;
  }
  if (!run.data) return <Bones rows={8} label={t.functions.theRun} />;
  return <Details run={run.data} level={level} />;
}

function Details({ run, level }: { run: RunDetails; level: 2 | 3 }) {
  const Heading = `h${level}` as const;
  if (run.status === 'waiting') return <div className="stack"><p role="status" className="row"><RunTag status="waiting" /><span className="small muted">{t.functions.waiting}</span></p></div>;
  // Lines of ours about refused calls stand in the log, and take none from the function.
  const lines = Math.min(run.log.length, most.lines);
  return (
    <div className="stack">
      <p role="status" className="row"><RunTag status={run.status} />{run.outcome && <span className="small muted">{t.functions.outcomes[run.outcome]}</span>}</p>
      <Why run={run} level={level} />
      <div className="stack-2">
        <Heading>{t.functions.log}</Heading>
        <Log run={run} />
      </div>
      {run.output === null ? <p className="small muted">{t.functions.noOutput}</p> : <Json label={t.functions.output} value={run.output} />}
      <div className="stack-2">
        <Heading>{t.functions.limits}</Heading>
        <div className="limits">
          <Meter label={t.functions.cpu} value={run.cpuMs} max={most.cpuMs} says={t.functions.cpuOf(run.cpuMs)} />
          <Meter label={t.functions.wall} value={run.durationMs} max={most.wallMs} says={t.functions.wallOf(run.durationMs)} />
          <Meter label={t.functions.memory} value={run.memoryBytes ?? 0} max={most.memory} says={run.memoryBytes === null ? t.functions.notKnown : t.functions.memoryOf(run.memoryBytes)} />
          <Meter label={t.functions.lines} value={lines} max={most.lines} says={t.functions.linesOf(lines)} />
          <Meter label={t.functions.calls} value={run.calls} max={most.calls} says={t.functions.callsOf(run.calls)} />
        </div>
      </div>
      {run.input === null ? <p className="small muted">{t.functions.noInput}</p> : <Json label={t.functions.input} value={run.input} />}
      <Facts
        facts={[
          [t.functions.version, run.version === null ? t.parts.none : format.number(run.version)],
          [t.functions.event, run.eventId === null ? <><code>{run.type}</code>, {t.functions.sample}</> : <IdChip id={run.eventId} />],
          [t.functions.business, run.businessId === 'test' ? t.parts.none : <IdChip id={run.businessId} />],
          [t.functions.attempt, attemptOf(run)],
          [t.functions.at, <Time key="at" at={run.at} />],
        ]}
      />
    </div>
  );
}

/** Why tells what a run failed for, what to do, and whether it is tried again. */
function Why({ run, level }: { run: RunDetails; level: 2 | 3 }) {
  if (run.status !== 'failed' || run.outcome === null) return null;
  return (
    <Note tone="bad" level={level} title={<Say text={t.functions.failedBecause} failure={run.failure ?? t.functions.outcomes[run.outcome]} />}>
      {t.functions.todo[run.outcome] && <p className="small"><Say text={t.functions.todo[run.outcome]!} /></p>}
      <p className="small">{run.nextRetryAt ? <Say text={t.functions.nextTry} time={<Time at={run.nextRetryAt} />} /> : t.functions.noNextTry}</p>
      <Repeat run={run} />
    </Note>
  );
}

function Repeat({ run }: { run: RunDetails }) {
  const app = useApp();
  const anew = useAnew();
  const off = useOff();
  const navigate = useNavigate({ from });
  const repeat = api.useMutation('post', '/developer/apps/{id}/functions/{functionId}/runs/{runId}/repeat');
  return (
    <>
      <div className="actions">
        <Button
          little
          off={off ?? (run.nextRetryAt ? t.functions.repeatOff : undefined)}
          busy={repeat.isPending}
          onClick={() => repeat.mutate({ params: { path: { id: app.id, functionId: run.functionId, runId: run.id } } }, {
            onSuccess: (again) => void anew().then(() => navigate({ search: (before) => ({ ...before, run: again.id }), resetScroll: false })).then(() => toast(t.functions.repeated)),
          })}
        >
          {t.functions.repeat}
        </Button>
      </div>
      {repeat.error && <Failure error={repeat.error} />}
    </>
  );
}

function Log({ run }: { run: RunDetails }) {
  if (run.log.length === 0) return <p className="small muted"><Say text={t.functions.noLog} /></p>;
  return (
    <>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long log is read by keyboard */}
      <pre className="code" tabIndex={0} role="region" aria-label={t.functions.log}>
        {run.log.map((line, i) => <span key={i}><span className="m">{t.functions.logAt(line.atMs)}</span>{`  ${line.text}\n`}</span>)}
      </pre>
      {run.linesDropped > 0 && <p className="small muted">{t.functions.dropped(run.linesDropped)}</p>}
    </>
  );
}
