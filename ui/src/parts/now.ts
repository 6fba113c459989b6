import { useSyncExternalStore } from 'react';

/** The present, moved on together for all that show relative times. */
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now();
    timer = setInterval(tick, 1000);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

const minute = 60_000;

/**
 * useNow is the present: by the second while `moment` is less than a minute away, by the
 * minute otherwise, so that a page of old times stands still.
 */
export function useNow(moment?: number): number {
  return useSyncExternalStore(subscribe, () => {
    if (moment !== undefined && Math.abs(moment - now) < minute) return Math.floor(now / 1000) * 1000;
    return Math.floor(now / minute) * minute;
  });
}
