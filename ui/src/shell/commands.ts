import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/** A thing that the palette can do on the page that is open: it opens a dialog, never more. */
export type Command = { key: string; label: string; run: () => void };

let all: readonly Command[] = [];
const listeners = new Set<() => void>();

function set(commands: readonly Command[]): void {
  all = commands;
  for (const listener of listeners) listener();
}

/** useCommand adds one to the palette while the page is open. */
export function useCommand(key: string, label: string, run: () => void): void {
  const act = useEffectEvent(run);
  useEffect(() => {
    const command = { key, label, run: () => act() };
    set([...all, command]);
    return () => set(all.filter((one) => one !== command));
  }, [key, label]);
}

export function useCommands(): readonly Command[] {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, () => all);
}
