import type { LinkProps } from '@tanstack/react-router';

export type Message = { id: number; text: string; link?: { text: string; to: LinkProps } };

/** toast confirms what was done, bottom right. Errors stay where they happened. */
let next = 0;
let shown: Message[] = [];
const listeners = new Set<() => void>();

function set(messages: Message[]): void {
  shown = messages;
  for (const listener of listeners) listener();
}

export function toast(text: string, link?: Message['link']): void {
  next += 1;
  set([...shown.slice(-2), { id: next, text, link }]);
}

export const dismiss = (id: number) => set(shown.filter((message) => message.id !== id));
export const messages = () => shown;
export function onMessages(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
