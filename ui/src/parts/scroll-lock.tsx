import { Slot } from 'radix-ui';
import { type ReactNode, useLayoutEffect } from 'react';

let locks = 0;

/**
 * RemoveScroll stands in for the package of that name, which Radix uses under dialogs and
 * menus: it writes <style> elements, and our policy allows none. A rule of ours
 * (style/overlay.css) does the same by an attribute of the root.
 */
export function RemoveScroll({ enabled = true, as, children }: { enabled?: boolean; as?: unknown; children?: ReactNode }) {
  useLayoutEffect(() => {
    if (!enabled) return;
    locks += 1;
    document.documentElement.dataset.scroll = 'locked';
    return () => {
      locks -= 1;
      if (locks === 0) delete document.documentElement.dataset.scroll;
    };
  }, [enabled]);
  return as ? <Slot.Root>{children}</Slot.Root> : children;
}
