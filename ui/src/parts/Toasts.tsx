import { useEffect, useState, useSyncExternalStore } from 'react';
import { t } from '#/texts';
import { IconButton } from './Button';
import { Link } from './Link';
import { dismiss, messages, onMessages, type Message } from './toast';

const life = 8000;

function Toast({ message }: { message: Message }) {
  const [held, hold] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismiss(message.id), life);
    return () => clearTimeout(timer);
  }, [held, message.id]);
  return (
    // Whoever points at it or is in it is still reading.
    <div className="toast" onPointerEnter={() => hold(true)} onPointerLeave={() => hold(false)} onFocus={() => hold(true)} onBlur={() => hold(false)}>
      <span>{message.text}</span>
      {message.link && <Link className="small" {...message.link.to}>{message.link.text}</Link>}
      <IconButton icon="close" label={t.parts.close} onClick={() => dismiss(message.id)} />
    </div>
  );
}

/** Toasts is where messages appear. One a page. */
export function Toasts() {
  const all = useSyncExternalStore(onMessages, messages);
  return (
    <div className="toasts" role="status" aria-live="polite">
      {all.map((message) => <Toast key={message.id} message={message} />)}
    </div>
  );
}
