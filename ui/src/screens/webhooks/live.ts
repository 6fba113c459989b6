import { useState, useSyncExternalStore } from 'react';

const listen = (listener: () => void) => {
  window.addEventListener('scroll', listener, { passive: true });
  return () => window.removeEventListener('scroll', listener);
};

/** useScrolled tells whether somebody reads further down: rows then stay where they are. */
export const useScrolled = () => useSyncExternalStore(listen, () => window.scrollY > 240);

type Row = { id: string; status: string; attempts?: number };

/**
 * useHeld keeps the rows of a live list in place while it is paused, counts what came
 * meanwhile, and tells which rows changed since they were last shown. `key` is the
 * filter: another one starts anew.
 */
export function useHeld<R extends Row>(rows: readonly R[] | undefined, key: string, paused: boolean): { rows: readonly R[] | undefined; fresh: number; changed: ReadonlySet<string> } {
  const [held, setHeld] = useState<{ key: string; rows: readonly R[] }>();
  const [seen, setSeen] = useState<{ key: string; rows: readonly R[] | undefined; changed: ReadonlySet<string> }>({ key, rows, changed: new Set() });

  if (paused && rows && held?.key !== key) setHeld({ key, rows });
  if (!paused && held) setHeld(undefined);
  const shown = paused && held?.key === key ? held.rows : rows;
  if (shown !== seen.rows || key !== seen.key) {
    const before = new Map(seen.rows?.map((row) => [row.id, `${row.status} ${row.attempts ?? 1}`]));
    const anew = key === seen.key && seen.rows !== undefined;
    const changed = shown?.filter((row) => anew && before.get(row.id) !== `${row.status} ${row.attempts ?? 1}`).map((row) => row.id);
    setSeen({ key, rows: shown, changed: new Set(changed) });
  }
  const known = new Set(shown?.map((row) => row.id));
  return { rows: shown, fresh: paused ? (rows?.filter((row) => !known.has(row.id)).length ?? 0) : 0, changed: seen.changed };
}
