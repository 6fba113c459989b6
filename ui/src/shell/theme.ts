import { useSyncExternalStore } from 'react';

export type Theme = 'system' | 'light' | 'dark';

const store = 'counterpart.theme';
const listeners = new Set<() => void>();

export function theme(): Theme {
  const kept = localStorage.getItem(store);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

/** applyTheme has the style sheets follow the choice; without one they follow the system. */
export function applyTheme(): void {
  const chosen = theme();
  if (chosen === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
}

export function chooseTheme(chosen: Theme): void {
  if (chosen === 'system') localStorage.removeItem(store);
  else localStorage.setItem(store, chosen);
  applyTheme();
  for (const listener of listeners) listener();
}

export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, theme);
}
