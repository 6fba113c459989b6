import type { ShapeName } from '#/parts/Icon';
import { Tag, type Tone } from '#/parts/Tag';
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

const statuses: Record<Run['status'], { tone: Tone; shape: ShapeName }> = {
  waiting: { tone: 'off', shape: 'queued' }, succeeded: { tone: 'ok', shape: 'ok' }, failed: { tone: 'bad', shape: 'bad' },
};

/** attemptOf is which attempt a run was; by hand there is one. */
export const attemptOf = (run: Pick<Run, 'attempt' | 'repetition' | 'byHand'>) => (run.byHand && run.repetition === 0 ? t.functions.attemptByHand : t.functions.attemptOf(run.attempt, run.repetition));

/** RunTag is what became of a run. */
export const RunTag = ({ status }: { status: Run['status'] }) => <Tag {...statuses[status]}>{t.functions.statuses[status]}</Tag>;
