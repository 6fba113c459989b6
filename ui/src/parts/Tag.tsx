import type { ReactNode } from 'react';
import { Shape, type ShapeName } from './Icon';

export type Tone = 'ok' | 'bad' | 'warn' | 'off' | 'info';

const usual: Record<Tone, ShapeName> = { ok: 'ok', bad: 'bad', warn: 'wait', off: 'off', info: 'new' };

/** Tag is a state: a shape and a word before it is a colour. */
export function Tag({ tone, shape = usual[tone], children }: { tone: Tone; shape?: ShapeName; children: ReactNode }) {
  return (
    <span className={`tag ${tone}`}>
      <Shape name={shape} />
      {children}
    </span>
  );
}

/** Lint is one finding about something, under it. */
export function Lint({ tone, id, children }: { tone: Exclude<Tone, 'off'>; id?: string; children: ReactNode }) {
  return (
    <p className={`lint ${tone}`} id={id}>
      <Shape name={usual[tone]} />
      <span>{children}</span>
    </p>
  );
}
