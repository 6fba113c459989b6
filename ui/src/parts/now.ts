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
    const from = moment ?? 0; // whole minutes are counted from the moment itself
    const step = Math.abs(from - now) < minute ? 1000 : minute;
    return from + Math.floor((now - from) / step) * step;
  });
}
