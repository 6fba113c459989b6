import { Switch as Radix } from 'radix-ui';
import { type ComponentProps, type ReactElement, type ReactNode, cloneElement, useId } from 'react';
import { cx } from './cx';
import { Lint } from './Tag';

type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  /** Why what is in it cannot be taken. */
  error?: ReactNode;
  /** How much of a limit is used, beside the label: "38 of 80". */
  count?: ReactNode;
  /** One Input, Textarea or Select. */
  children: ReactElement<{ id?: string; 'aria-describedby'?: string; 'aria-invalid'?: boolean }>;
};

/** Field is a label above, a control, a hint under it and an error under that. */
export function Field({ label, hint, error, count, children }: FieldProps) {
  const own = useId();
  const id = children.props.id ?? own;
  const described = cx(hint ? `${id}-hint` : undefined, error ? `${id}-error` : undefined);
  return (
    <div className="field">
      <div className="with-count">
        <label htmlFor={id}>{label}</label>
        {count && <span className="small muted num">{count}</span>}
      </div>
      {cloneElement(children, { id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {hint && <p className="hint" id={`${id}-hint`}>{hint}</p>}
      {error && <Lint tone="bad" id={`${id}-error`}>{error}</Lint>}
    </div>
  );
}

export function Input({ mono, className, ...rest }: ComponentProps<'input'> & { mono?: boolean }) {
  return <input type="text" {...rest} className={cx('input', mono && 'mono', className)} />;
}

export function Textarea({ mono, className, ...rest }: ComponentProps<'textarea'> & { mono?: boolean }) {
  return <textarea rows={4} {...rest} className={cx('input', mono && 'mono', className)} />;
}

/** Select is the browser's own: nothing else is as good on a phone. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return <select {...rest} className={cx('input', className)} />;
}

/** Check is a tick and its sentence. */
export function Check({ children, small, className, ...rest }: Omit<ComponentProps<'input'>, 'type'> & { small?: boolean; children: ReactNode }) {
  return (
    <label className={cx('check', small && 'small', className)}>
      <input type="checkbox" {...rest} />
      <span>{children}</span>
    </label>
  );
}

/** Radio is one of several ticks of the same name. */
export function Radio({ children, className, ...rest }: Omit<ComponentProps<'input'>, 'type'> & { children: ReactNode }) {
  return (
    <label className={cx('check', className)}>
      <input type="radio" {...rest} />
      <span>{children}</span>
    </label>
  );
}

/** Switch is on or off at once, without saving. */
export function Switch({ on, onChange, children, off }: { on: boolean; onChange: (on: boolean) => void; children: ReactNode; off?: boolean }) {
  return (
    <Radix.Root className="toggle" checked={on} onCheckedChange={onChange} disabled={off}>
      {children}
    </Radix.Root>
  );
}
