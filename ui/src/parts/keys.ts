import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/**
 * Keys of the console. A handler is bound while its part is on the page; the latest bound
 * goes first and says with true that the key was its own. Single letters do nothing in
 * fields, and nothing at all for whoever has switched them off (WCAG 2.1.4).
 */
type Handler = (event: KeyboardEvent) => boolean | void;
type Binding = { key: string; handler: Handler };

const bindings: Binding[] = [];
const store = 'counterpart.letters';
const listeners = new Set<() => void>();

export const lettersAreOn = () => localStorage.getItem(store) !== 'off';

export function switchLetters(on: boolean): void {
  if (on) localStorage.removeItem(store);
  else localStorage.setItem(store, 'off');
  for (const listener of listeners) listener();
}

export function useLetters(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, lettersAreOn);
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

const overlaid = () => document.querySelector('[role="dialog"],[role="alertdialog"],[role="menu"],[role="listbox"]') !== null;

/** The letter after g, for a moment. */
let afterG = 0;

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const command = event.metaKey || event.ctrlKey;
  let key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (command) key = `mod+${key}`;
  else if (event.altKey) return;
  else if (event.key.length === 1) {
    if (isField(event.target) || !lettersAreOn() || overlaid()) return;
    if (event.timeStamp - afterG < 1500) key = `g ${key}`;
    afterG = key === 'g' ? event.timeStamp : -Infinity;
  } else if (isField(event.target)) return;
  for (let i = bindings.length - 1; i >= 0; i--) {
    const binding = bindings[i]!;
    if (binding.key === key && binding.handler(event) !== false) {
      event.preventDefault();
      return;
    }
  }
}

/** listen starts the keys; once for the page. It returns how to stop. */
export function listen(): () => void {
  window.addEventListener('keydown', onKeyDown);
  return () => window.removeEventListener('keydown', onKeyDown);
}

/**
 * useKey binds a key: 'j', 'Enter', 'ArrowDown', 'mod+k' (⌘ or Ctrl), 'g o' (one after
 * the other). A handler that returns false passes the key on.
 */
export function useKey(key: string, handler: Handler): void {
  const act = useEffectEvent(handler);
  useEffect(() => {
    const binding = { key, handler: (event: KeyboardEvent) => act(event) };
    bindings.push(binding);
    return () => {
      bindings.splice(bindings.indexOf(binding), 1);
    };
  }, [key]);
}
