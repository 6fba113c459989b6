import type { ReactNode } from 'react';
import { t } from '#/texts';
import { Shape } from './Icon';

export type Step = {
  key: string;
  title: ReactNode;
  state: 'done' | 'now' | 'later';
  /** When it was done, or what it waits for. */
  note?: ReactNode;
  /** How it is done, for the present one. */
  children?: ReactNode;
};

/** Steps is a checklist that ticks itself. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="steps">
      {steps.map((step, i) => (
        <li key={step.key} className={step.state} aria-current={step.state === 'now' ? 'step' : undefined}>
          <span className="mark-box">{step.state === 'done' ? <Shape name="ok" /> : i + 1}</span>
          <div>
            <div className="top">
              <h3>{step.title}</h3>
              {(step.note || step.state === 'done') && (
                <span>
                  {step.state === 'done' && <span className="unseen">{t.parts.done} </span>}
                  {step.note}
                </span>
              )}
            </div>
            {step.children && <div className="more">{step.children}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}

/** Progress is so many of so many, as boxes. */
export function Progress({ done, of }: { done: number; of: number }) {
  return (
    <div className="progress w-36" role="img" aria-label={t.parts.stepsDone(done, of)}>
      {Array.from({ length: of }, (_, i) => <span key={i} className={i < done ? 'full' : undefined} />)}
    </div>
  );
}

/** StateLine is the way of something through its states. */
export function StateLine({ label, states, current }: { label: string; states: readonly { key: string; label: ReactNode }[]; current: string }) {
  return (
    <ol className="state-line" aria-label={label}>
      {states.map((state) => <li key={state.key} aria-current={state.key === current ? 'step' : undefined}>{state.label}</li>)}
    </ol>
  );
}
