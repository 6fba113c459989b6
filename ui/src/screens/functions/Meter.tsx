import './functions.css';

/** Meter is how much of a limit was used: in words, and as a bar. */
export function Meter({ label, value, max, says }: { label: string; value: number; max: number; says: string }) {
  const share = Math.min(100, (100 * value) / max);
  return (
    <div className="limit">
      <span>{label}</span>
      <span className="num">{says}</span>
      <div className={share >= 80 ? 'meter near' : 'meter'} role="meter" aria-label={label} aria-valuemin={0} aria-valuemax={max} aria-valuenow={Math.min(value, max)} aria-valuetext={says}>
        <span style={{ inlineSize: `${share}%` }} />
      </div>
    </div>
  );
}
