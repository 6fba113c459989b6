import { AlertDialog, Dialog as Radix } from 'radix-ui';
import { type ReactNode, type SubmitEvent, useId, useRef, useState } from 'react';
import { t } from '#/texts';
import { Button, IconButton } from './Button';
import { cx } from './cx';
import { Failure } from './Failure';
import { Input } from './Field';

type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** A sentence or two under the title. */
  about?: ReactNode;
  wide?: boolean;
  children?: ReactNode;
};

/**
 * useFocusBack gives the focus back to what had it before a dialog opened. Radix does so
 * for its own triggers alone, and ours open by state. Where something else has taken the
 * focus by then, such as a page that the dialog led to, it stays there.
 */
export function useFocusBack() {
  const before = useRef<Element>(null);
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (document.activeElement === document.body && before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
    },
  };
}

/** Dialog asks for something. Esc and the cross close it and lose nothing but what was typed. */
export function Dialog({ open, onClose, title, about, wide, children }: DialogProps) {
  const focus = useFocusBack();
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="scrim" />
        <Radix.Content {...focus} className={cx('overlay dialog', wide && 'wide')} {...(about ? {} : { 'aria-describedby': undefined })}>
          <Radix.Title className="dialog-title">{title}</Radix.Title>
          {about && <Radix.Description>{about}</Radix.Description>}
          {children}
          <Radix.Close asChild>
            <IconButton icon="close" label={t.parts.close} className="close" />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

type ConfirmProps = {
  open: boolean;
  onClose: () => void;
  /** A question that names the thing: "Delete the webhook /hooks/stock?" */
  title: ReactNode;
  /** What it takes, counted now; and whether it can be undone. */
  children: ReactNode;
  /** The harmless button: "Keep it". It has the focus. */
  keep: string;
  /** The act with its object: "Delete /hooks/stock and drop 37 deliveries". */
  act: string;
  onAct: () => void;
  busy?: boolean;
  /** What the act ended with. */
  error?: unknown;
  /** The name that has to be typed first, for what cannot be undone. */
  name?: string;
  /** More to fill in, such as a reason. */
  form?: ReactNode;
  /** Why the act is off, if the form is not filled in yet. */
  off?: ReactNode;
};

/** Confirm stands before what destroys. It opens with the focus on the harmless button. */
export function Confirm({ open, onClose, title, children, keep, act, onAct, busy, error, name, form, off }: ConfirmProps) {
  const focus = useFocusBack();
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="scrim" />
        <AlertDialog.Content {...focus} className="overlay dialog">
          <ConfirmBody {...{ title, children, keep, act, onAct, busy, error, name, form, off }} />
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

/** ConfirmBody is mounted when the dialog opens, so what was typed is gone the next time. */
function ConfirmBody({ title, children, keep, act, onAct, busy, error, name, form, off }: Omit<ConfirmProps, 'open' | 'onClose'>) {
  const [typed, setTyped] = useState('');
  const field = useId();
  const why = useId();
  const missing = off ?? (name !== undefined && typed.trim() !== name ? t.parts.typeNameWhy(name) : undefined);
  return (
    <form
      className="contents"
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        if (!missing && !busy) onAct();
      }}
    >
      <AlertDialog.Title className="dialog-title">{title}</AlertDialog.Title>
      <AlertDialog.Description asChild>
        <div className="mt-3 grid gap-2">{children}</div>
      </AlertDialog.Description>
      {form && <div className="mt-3">{form}</div>}
      {name !== undefined && (
        <div className="field mt-3">
          <label htmlFor={field}>{t.parts.typeName(name)}</label>
          <Input id={field} value={typed} onChange={(event) => setTyped(event.target.value)} autoComplete="off" spellCheck={false} />
        </div>
      )}
      {error !== undefined && error !== null && <div className="mt-3"><Failure error={error} /></div>}
      {missing && <p className="why mt-3" id={why}>{missing}</p>}
      <div className="actions">
        <AlertDialog.Cancel asChild><Button>{keep}</Button></AlertDialog.Cancel>
        <Button type="submit" look="danger" busy={busy} off={missing} whyId={why}>{act}</Button>
      </div>
    </form>
  );
}

type SheetProps = { open: boolean; onClose: () => void; label: string; cover?: boolean; children: ReactNode };

/** Sheet is what stands beside a page on a wide screen and over it on a narrow one. */
export function Sheet({ open, onClose, label, cover, children }: SheetProps) {
  const focus = useFocusBack();
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="scrim" />
        <Radix.Content {...focus} className={cx('sheet', cover && 'cover')} aria-describedby={undefined}>
          {cover ? (
            <Radix.Title className="unseen">{label}</Radix.Title>
          ) : (
            <div className="sheet-head">
              <Radix.Title className="small font-medium">{label}</Radix.Title>
              <Radix.Close asChild><IconButton icon="close" label={t.parts.close} /></Radix.Close>
            </div>
          )}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
