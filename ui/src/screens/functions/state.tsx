import { Note } from '#/parts/Card';
import type { ShapeName } from '#/parts/Icon';
import { Say } from '#/parts/Say';
import { Tag, type Tone } from '#/parts/Tag';
import { Time } from '#/parts/Time';
import { t } from '#/texts';
import type { Function, Run } from './data';

type Known = Pick<Function, 'runnable' | 'enabled' | 'switchedOffAt' | 'events'>;

/** StateTag is whether a function runs for events. */
export function StateTag({ of }: { of: Known }) {
  if (!of.runnable) return <Tag tone="warn">{t.functions.stopped}</Tag>;
  if (of.switchedOffAt) return <Tag tone="bad" shape="alarm">{t.functions.fellOut}</Tag>;
  if (of.events.length === 0) return <Tag tone="off">{t.functions.noEvents}</Tag>;
  return of.enabled ? <Tag tone="ok" shape="on">{t.functions.on}</Tag> : <Tag tone="off">{t.functions.isOff}</Tag>;
}

/** Stopped tells why the operator lets no function of the app run, since when, and what becomes of what is due. */
export const Stopped = ({ of }: { of: Pick<Function, 'runnableReason' | 'stoppedAt'> }) => (
  <Note tone="warn" title={t.functions.notRunning}>
    <p className="small">{of.stoppedAt ? <Say text={t.functions.stoppedSince} time={<Time at={of.stoppedAt} />} reason={<bdi>{of.runnableReason}</bdi>} /> : of.runnableReason}</p>
    <p className="small muted">{t.functions.notRunningWhy}</p>
  </Note>
);

const statuses: Record<Run['status'], { tone: Tone; shape: ShapeName }> = {
  waiting: { tone: 'off', shape: 'queued' }, succeeded: { tone: 'ok', shape: 'ok' }, failed: { tone: 'bad', shape: 'bad' },
};

/** attemptOf is which attempt a run was; by hand there is one. */
export const attemptOf = (run: Pick<Run, 'attempt' | 'repetition' | 'byHand'>) => (run.byHand && run.repetition === 0 ? t.functions.attemptByHand : t.functions.attemptOf(run.attempt, run.repetition));

/** RunTag is what became of a run. */
export const RunTag = ({ status }: { status: Run['status'] }) => <Tag {...statuses[status]}>{t.functions.statuses[status]}</Tag>;
