import { useSyncExternalStore } from 'react';

/** useMedia tells whether a media query holds, and again when that changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => window.matchMedia(query).matches,
  );
}

/** As the style sheets have them: below these the layout changes. */
export const narrow = '(max-width: 56rem)';
export const phone = '(max-width: 44rem)';
/** Below this there is no room for a column beside the main one. */
export const folded = '(max-width: 75rem)';
