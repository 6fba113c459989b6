import { type ReactNode, useId } from 'react';
import { cx } from './cx';

type CardProps = {
  title?: ReactNode;
  /** The window of the numbers: "last 24 h". */
  window?: ReactNode;
  /** At the end of the head. */
  end?: ReactNode;
  foot?: ReactNode;
  /** A table or a list goes to the edges; everything else is padded. */
  flush?: boolean;
  /** Names the card where it has no title. */
  label?: string;
  id?: string;
  level?: 2 | 3;
  className?: string;
  children?: ReactNode;
};

/** Card is head, body, foot. It never lies in another card. */
export function Card({ title, window, end, foot, flush, label, id, level = 2, className, children }: CardProps) {
  const heading = useId();
  const Heading = `h${level}` as const;
  return (
    <section className={cx('card', className)} id={id} aria-labelledby={title ? heading : undefined} aria-label={title ? undefined : label}>
      {title && (
        <div className="card-head">
          <Heading id={heading}>
            {title}
            {window && <> <span className="window">{window}</span></>}
          </Heading>
          {end}
        </div>
      )}
      {flush ? children : <div className="card-body">{children}</div>}
      {foot && <div className="card-foot">{foot}</div>}
    </section>
  );
}

/** Note is a left rule and a sentence. At most one of each kind a page. */
export function Note({ tone = 'info', title, level = 2, live, children }: { tone?: 'info' | 'ok' | 'warn' | 'bad'; title?: ReactNode; level?: 2 | 3; /** It appeared while somebody was looking. */ live?: boolean; children?: ReactNode }) {
  const Heading = `h${level}` as const;
  return (
    <section className={cx('note', tone !== 'info' && tone)} role={live ? (tone === 'bad' ? 'alert' : 'status') : undefined}>
      {title && <Heading>{title}</Heading>}
      {children}
    </section>
  );
}

/** Facts are names and what they stand for, line by line. */
export function Facts({ facts }: { facts: readonly (readonly [name: ReactNode, value: ReactNode] | false | null | undefined)[] }) {
  return (
    <dl className="facts">
      {facts.map((fact, i) => fact && (
        <div key={i}>
          <dt>{fact[0]}</dt>
          <dd>{fact[1]}</dd>
        </div>
      ))}
    </dl>
  );
}
