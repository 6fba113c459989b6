import { type ReactNode, useEffect, useState } from 'react';
import { t } from '#/texts';

/** Bone is a bar where text will be, of a width in percent. */
export const Bone = ({ width = 60 }: { width?: number }) => <span className="bone" style={{ inlineSize: `${width}%` }} />;

/** Late shows its children from 150 ms on: what comes sooner needs no stand-in. */
export function Late({ label = t.parts.loading, children }: { label?: string; children: ReactNode }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 150);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" aria-busy="true" aria-label={label}>
      {late && children}
    </div>
  );
}

const widths = [58, 72, 44, 66, 51];

/** Bones stands where a table, a list or a text will be. */
export function Bones({ rows = 5, label }: { rows?: number; label?: string }) {
  return (
    <Late label={label}>
      <div className="grid gap-5 p-4" aria-hidden="true">
        {Array.from({ length: rows }, (_, i) => <Bone key={i} width={widths[i % widths.length]} />)}
      </div>
    </Late>
  );
}
