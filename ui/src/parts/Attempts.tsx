import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { cx } from './cx';
import { Shape, type ShapeName } from './Icon';
import { Link } from './Link';

export type Attempt = {
  key: string;
  title: ReactNode;
  /** ok, bad: made. next: it will be. later: it may be. */
  state: 'ok' | 'bad' | 'next' | 'later';
  time: ReactNode;
  says: ReactNode;
  more?: ReactNode;
  /** Shows this attempt; only of those that were made. */
  to?: LinkProps;
  current?: boolean;
};

const shapes: Record<Attempt['state'], ShapeName> = { ok: 'ok', bad: 'bad', next: 'wait', later: 'queued' };

/** Attempts is the run of tries of one delivery, the present one marked. */
export function Attempts({ label, attempts }: { label: string; attempts: readonly Attempt[] }) {
  return (
    <ol className="attempts" aria-label={label}>
      {attempts.map((attempt) => {
        const inside = (
          <>
            <span><b>{attempt.title}</b>{attempt.time}</span>
            <span>{attempt.says}</span>
            {attempt.more && <span className="said">{attempt.more}</span>}
          </>
        );
        return (
          <li key={attempt.key} className={cx((attempt.state === 'bad' || attempt.state === 'next') && attempt.state)}>
            <span className="dot"><Shape name={shapes[attempt.state]} size={14} /></span>
            {attempt.to ? (
              <Link className="attempt" {...attempt.to} resetScroll={false} current={attempt.current && 'true'}>{inside}</Link>
            ) : (
              <div className="attempt">{inside}</div>
            )}
          </li>
        );
      })}
    </ol>
  );
}
