import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react';
import { t } from '#/texts';
import { IconButton } from './Button';
import { Sheet } from './Dialog';
import { folded, useMedia } from './media';

type DrawerProps = {
  /** Names what is open: "Request POST /invoices". */
  label: string;
  title: ReactNode;
  meta?: ReactNode;
  /** Takes the record out of the URL. */
  onClose: () => void;
  closeLabel?: string;
  children: ReactNode;
};

/**
 * Drawer shows one row of a list beside it; the list stays in use and arrows walk its
 * rows. Where there is no room it covers the screen. It stands in <div className="log">
 * after the list. Its parts are <DrawerPart>.
 */
export function Drawer(props: DrawerProps) {
  const cover = useMedia(folded);
  const { label, onClose } = props;
  const aside = useRef<HTMLElement>(null);
  const close = () => {
    // Whoever is in it goes on from the row that it is about.
    if (aside.current?.contains(document.activeElement)) document.querySelector<HTMLElement>('tr[aria-current="true"] a.row-link')?.focus();
    onClose();
  };
  const escaped = useEffectEvent(close);
  useEffect(() => {
    if (cover) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('[role="dialog"],[role="alertdialog"],[role="menu"]')) escaped();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [cover]);
  if (cover) {
    return (
      <Sheet open onClose={onClose} label={label} cover>
        <DrawerBody {...props} />
      </Sheet>
    );
  }
  return (
    <aside ref={aside} className="drawer" aria-label={label}>
      <DrawerBody {...props} onClose={close} />
    </aside>
  );
}

function DrawerBody({ title, meta, onClose, closeLabel = t.parts.close, children }: DrawerProps) {
  const heading = useId();
  return (
    <div aria-labelledby={heading} role="group">
      <div className="drawer-head">
        <div>
          <h2 id={heading}>{title}</h2>
          {meta && <div className="meta">{meta}</div>}
        </div>
        <IconButton icon="close" label={closeLabel} onClick={onClose} />
      </div>
      {children}
    </div>
  );
}

export function DrawerPart({ title, children }: { title?: ReactNode; children: ReactNode }) {
  return (
    <section className="drawer-part">
      {title && <h3>{title}</h3>}
      {children}
    </section>
  );
}
