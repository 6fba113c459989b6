import type { Schemas } from '#/api/client';
import { format, t } from '#/texts';

type Timings = Schemas['DeliveryTimings'];
type Part = { key: keyof typeof t.parts.timing; ms: number };

/**
 * partsOf cuts an attempt's time into what it went to. firstByteMs counts from the start,
 * so waiting is what is left of it after DNS, connect and TLS.
 */
export function partsOf(timings: Timings, totalMs: number): Part[] {
  const { dnsMs, connectMs, tlsMs, firstByteMs } = timings;
  const before = dnsMs + connectMs + tlsMs;
  const waiting = Math.max(firstByteMs - before, 0);
  const parts: Part[] = [
    { key: 'dns', ms: dnsMs },
    { key: 'connect', ms: connectMs },
    { key: 'tls', ms: tlsMs },
    { key: 'waiting', ms: waiting },
    { key: 'reading', ms: Math.max(totalMs - before - waiting, 0) },
  ];
  return parts.filter((part) => part.ms > 0);
}

/** TimingBar shows where an attempt's time went, by pattern and by number. */
export function TimingBar({ timings, totalMs }: { timings: Timings; totalMs: number }) {
  const parts = partsOf(timings, totalMs);
  const pattern = { dns: 'p1', connect: 'p2', tls: 'p3', waiting: 'p4', reading: 'p5', reused: '' };
  const reused = !parts.some((part) => part.key === 'connect' || part.key === 'dns');
  return (
    <>
      <div className="timing-bar" role="img" aria-label={parts.map((part) => `${t.parts.timing[part.key]} ${format.duration(part.ms)}`).join(', ')}>
        {parts.map((part) => <span key={part.key} className={pattern[part.key]} style={{ flexGrow: part.ms }} />)}
      </div>
      <ul className="legend">
        {parts.map((part) => (
          <li key={part.key}>
            <span className={`key ${pattern[part.key]}`} />
            {t.parts.timing[part.key]} <b>{format.duration(part.ms)}</b>
          </li>
        ))}
        {reused && <li>{t.parts.timing.reused}</li>}
      </ul>
    </>
  );
}
