import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { t } from '#/texts';
import { Button } from './Button';
import { Copy } from './Copy';
import { Check } from './Field';

/**
 * RevealOnce shows a secret for the first and last time. It leaves the page only after
 * the tick, and is in no history and no storage: it lives in the state of whoever shows
 * it, and `onDone` forgets it. It takes the focus: what was pressed to get it is gone.
 */
export function RevealOnce({ title, secret, what, onDone, children }: { title: ReactNode; secret: string; /** Names it for the copy button: "the secret". */ what: string; onDone: () => void; children?: ReactNode }) {
  const [kept, setKept] = useState(false);
  const heading = useId();
  const whole = useRef<HTMLElement>(null);
  useEffect(() => whole.current?.focus(), []);
  useBlocker({
    disabled: kept,
    enableBeforeUnload: !kept,
    // eslint-disable-next-line no-alert -- nothing else holds somebody back from leaving
    shouldBlockFn: () => !window.confirm(t.parts.revealLeave),
  });
  return (
    <section ref={whole} className="reveal" tabIndex={-1} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      <p>{t.parts.revealNow}</p>
      <div className="secret-line">
        <code data-secret>{secret}</code>
        <Copy text={secret} what={what} />
      </div>
      {children}
      <Check checked={kept} onChange={(event) => setKept(event.target.checked)}>{t.parts.revealKept}</Check>
      <Button look="primary" off={kept ? undefined : t.parts.revealNotYet} onClick={onDone}>{t.parts.revealDone}</Button>
    </section>
  );
}
