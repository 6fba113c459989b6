import type { Schemas } from '#/api/client';
import { format, t } from '#/texts';

/** Strip is the calls of the window as a row of bars, errors on top of the others. */
export function Strip({ series, label, middle, ends }: { series: Schemas['CallSeries']; label: string; middle: string; /** Whether it goes up to now. */ ends: boolean }) {
  const points = series.data;
  const most = Math.max(1, ...points.map((point) => point.calls));
  const slot = 960 / Math.max(points.length, 1);
  const moment = (at: string) => (series.interval === 'day' ? format.dateShort(at) : `${format.dateShort(at)}, ${format.time(at)}`);
  return (
    <div className="strip-part">
      <svg className="strip" viewBox="0 0 960 48" preserveAspectRatio="none" role="img" aria-label={label}>
        {points.map((point, i) => {
          const all = (point.calls / most) * 46;
          const bad = (point.errors / most) * 46;
          const at = { x: i * slot + Math.min(1, slot * 0.1), width: Math.max(slot - Math.min(2, slot * 0.2), 0.5) };
          return (
            <g key={point.at}>
              <rect className="bar quiet" {...at} y={48 - all + bad - 0.5} height={all - bad + 0.5} />
              {bad > 0 && <rect className="bar bad" {...at} y={48 - all - 0.5} height={bad} />}
            </g>
          );
        })}
      </svg>
      <div className="row between small muted">
        <span>{points[0] && moment(points[0].at)}</span>
        <span>{middle}</span>
        <span>{ends ? t.requests.now : moment(series.to)}</span>
      </div>
    </div>
  );
}
