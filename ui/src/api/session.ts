/** Whether the session is over, as the API's last answers say. Who shows it subscribes. */
let over = false;
const listeners = new Set<() => void>();

function set(value: boolean): void {
  if (over === value) return;
  over = value;
  for (const listener of listeners) listener();
}

export const sessionEnded = () => set(true);
export const sessionResumed = () => set(false);
export const sessionIsOver = () => over;

export function onSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
