import type { LinkProps } from '@tanstack/react-router';
import { type ReactNode, useEffect, useId } from 'react';
import { facts } from '#/facts';
import { cx } from './cx';
import { Icon } from './Icon';
import { Link } from './Link';

/** useTitle names the document: "Requests · Bakery Sync · Counterpart". */
export function useTitle(...parts: (string | undefined)[]): void {
  const title = [...parts.filter(Boolean), facts.name].join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** Heading heads a part that may stand in place of a page; there it names the document, too. */
export function Heading({ level, children }: { level: 1 | 2 | 3; children: ReactNode }) {
  const Tag = `h${level}` as const;
  return <Tag>{level === 1 && typeof children === 'string' && <Title text={children} />}{children}</Tag>;
}

function Title({ text }: { text: string }) {
  useTitle(text);
  return null;
}

type PageHeadProps = {
  title: ReactNode;
  /** The document's title, where `title` is no plain text. The app's name follows it. */
  name?: string;
  of?: string;
  back?: { text: ReactNode; to: LinkProps };
  lead?: ReactNode;
  meta?: ReactNode;
  actions?: ReactNode;
  /** A reason why an action is off, under all of them. */
  why?: ReactNode;
  bounded?: boolean;
};

/** PageHead has the page's one h1. It also names the document. */
export function PageHead({ title, name, of, back, lead, meta, actions, why, bounded }: PageHeadProps) {
  useTitle(name ?? (typeof title === 'string' ? title : undefined), of);
  return (
    <header className={cx('page-head', bounded && 'bounded')}>
      <div>
        {back && (
          <Link className="back" {...back.to}>
            <Icon name="left" />
            {back.text}
          </Link>
        )}
        <h1>{title}</h1>
        {lead && <p className="lead">{lead}</p>}
        {meta && <div className="meta">{meta}</div>}
      </div>
      {(actions || why) && (
        <div className="stack-2">
          <div className="actions">{actions}</div>
          {why && <p className="why">{why}</p>}
        </div>
      )}
    </header>
  );
}

/** Split is a main column and one beside it: 22.5 rem at the end, 26 when wide, or 21 before it. With `late` it is there only where a table has room before it. */
export function Split({ side = 'end', bounded, children }: { side?: 'end' | 'late' | 'wide-end' | 'start'; bounded?: boolean; children: ReactNode }) {
  return <div className={cx('split', side !== 'end' && side, bounded && 'bounded')}>{children}</div>;
}

/** Entry is a part of a form page: its heading on the left, its content on the right. */
export function Entry({ title, about, id, children }: { title: ReactNode; about?: ReactNode; id?: string; children: ReactNode }) {
  const heading = useId();
  return (
    <section className="entry bounded" id={id} aria-labelledby={heading}>
      <div>
        <h2 id={heading}>{title}</h2>
        {about && <p className="small muted">{about}</p>}
      </div>
      <div className="stack">{children}</div>
    </section>
  );
}
