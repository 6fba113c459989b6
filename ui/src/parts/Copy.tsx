import { useEffect, useRef, useState } from 'react';
import { t } from '#/texts';
import { announce } from './announce';
import { cx } from './cx';
import { Icon, Shape } from './Icon';
import { toast } from './toast';

/** copyText puts a text on the clipboard and tells whether that worked. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    announce(t.parts.copied);
    return true;
  } catch {
    toast(t.parts.notCopied);
    return false;
  }
}

/** useCopied tells for two seconds that something was copied. */
export function useCopied(): [copied: boolean, copy: (text: string) => Promise<void>] {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return [
    copied,
    async (text) => {
      if (!(await copyText(text))) return;
      setCopied(true);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setCopied(false), 2000);
    },
  ];
}

/** Copy is the small button that copies a text and says so. */
export function Copy({ text, what }: { text: string; what: string }) {
  const [copied, copy] = useCopied();
  return (
    <button
      type="button"
      className={cx('copy', copied && 'done')}
      aria-label={copied ? t.parts.copied : t.parts.copyOf(what)}
      onClick={(event) => {
        event.stopPropagation(); // a row that opens does not open for this
        void copy(text);
      }}
    >
      {copied ? (
        <>
          <Shape name="ok" />
          {t.parts.copied}
        </>
      ) : (
        <Icon name="copy" size={14} />
      )}
    </button>
  );
}
