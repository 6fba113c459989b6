import type { ReactNode } from 'react';
import { deafSeconds } from '#/api/stream';
import { t } from '#/texts';
import { TextButton } from './Button';

type LiveDotProps = {
  paused?: boolean;
  /** What came while it was paused; `more` where that is the least. */
  fresh?: number;
  more?: boolean;
  /** Nothing can be heard, and lists are read by the clock. */
  slow?: boolean;
  onToggle?: () => void;
  /** Another word than Live. */
  children?: ReactNode;
};

/** LiveDot is a dot and the word. */
export function LiveDot({ paused, fresh = 0, more, slow, onToggle, children }: LiveDotProps) {
  return (
    <span className="row">
      {onToggle && <TextButton onClick={onToggle}>{paused ? t.parts.resume : t.parts.pause}</TextButton>}
      <span className={paused ? 'live paused' : 'live'} role="status">
        {paused ? (fresh > 0 ? t.parts.pausedNew(fresh, more) : t.parts.paused) : slow ? t.parts.slow(deafSeconds) : (children ?? t.parts.live)}
      </span>
    </span>
  );
}
