import { t } from '#/texts';
import { TextButton } from './Button';

/** LiveDot is a dot and the word. `fresh` counts what came while it was paused. */
export function LiveDot({ paused, fresh = 0, onToggle, children }: { paused?: boolean; fresh?: number; onToggle?: () => void; children?: React.ReactNode }) {
  return (
    <span className="row">
      {onToggle && <TextButton onClick={onToggle}>{paused ? t.parts.resume : t.parts.pause}</TextButton>}
      <span className={paused ? 'live paused' : 'live'} role="status">
        {paused ? (fresh > 0 ? t.parts.pausedNew(fresh) : t.parts.paused) : (children ?? t.parts.live)}
      </span>
    </span>
  );
}
