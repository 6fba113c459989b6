import { Slot } from 'radix-ui';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from './cx';
import { Icon, type IconName } from './Icon';

type Look = {
  /** primary: one a page. danger: an outline. danger-fill: only in a dialog that asked. */
  look?: 'plain' | 'primary' | 'danger' | 'danger-fill';
  little?: boolean;
};

type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> &
  Look & {
    /** Renders its one child, a link, as the button. */
    asChild?: boolean;
    /** While it is being done. It keeps its focus and does nothing. */
    busy?: boolean;
    /**
     * Why it cannot be pressed. The button stays in its place and can be focused; the
     * reason stands beside it, unless `whyId` names where it is said already.
     */
    off?: ReactNode;
    whyId?: string;
  };

/** Button names the act and its object. */
export function Button({ look = 'plain', little, asChild, busy, off, whyId, className, onClick, children, ...rest }: ButtonProps) {
  const own = useId();
  const dead = Boolean(off) || busy;
  const Part = asChild ? Slot.Root : 'button';
  // The reason is the button's neighbour: a button that comes on or goes off stays the same
  // element and keeps its focus.
  return (
    <>
      <Part
        {...(asChild ? {} : { type: 'button' as const })}
        {...rest}
        className={cx('button', look !== 'plain' && !off && look, little && 'little', className)}
        aria-disabled={dead || undefined}
        aria-busy={busy || undefined}
        aria-describedby={off ? (whyId ?? own) : rest['aria-describedby']}
        onClick={dead ? (event) => event.preventDefault() : onClick}
      >
        {children}
      </Part>
      {off && !whyId && <span className="why" id={own}>{off}</span>}
    </>
  );
}

/** TextButton acts where a link would be mistaken for a way to somewhere. */
export function TextButton({ className, ...rest }: ComponentProps<'button'>) {
  return <button type="button" {...rest} className={cx('link-button', className)} />;
}

/** IconButton is a sign alone, so it needs a name. */
export function IconButton({ icon, label, className, ...rest }: ComponentProps<'button'> & { icon: IconName; label: string }) {
  return (
    <button type="button" {...rest} aria-label={label} className={cx('icon-button', className)}>
      <Icon name={icon} />
    </button>
  );
}
