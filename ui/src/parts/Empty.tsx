import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '#/texts';
import { Button } from './Button';
import { Link } from './Link';
import { Heading } from './Page';
import { Say } from './Say';

type EmptyProps = {
  title: ReactNode;
  children?: ReactNode;
  /**
   * Nothing yet: the page's primary button, perhaps a link to a guide.
   * Nothing matches: a button that clears the filter.
   */
  actions?: ReactNode;
  level?: 1 | 2 | 3;
};

/**
 * Empty stands in the place of a list. There are two kinds. Nothing yet: it teaches the
 * next step. Nothing matches: `title` repeats the filter in words, and the text says what
 * there is without it.
 */
export function Empty({ title, children, actions, level = 3 }: EmptyProps) {
  return (
    <div className="empty">
      <Heading level={level}>{title}</Heading>
      {children && <div className="muted grid gap-3">{children}</div>}
      {actions && <div className="actions">{actions}</div>}
    </div>
  );
}

/** Gone is for what is not there and for what is not yours: the words are the same. It stands in place of a page, unless `level` says otherwise. */
export function Gone({ what, id, why, back, level = 1 }: { what: string; id?: string; /** With {id}. */ why?: string; back?: { text: string; to: LinkProps }; level?: 1 | 2 }) {
  return (
    <div className="card">
      <Empty
        level={level}
        title={t.parts.gone(what)}
        actions={back && <Button asChild><Link {...back.to}>{back.text}</Link></Button>}
      >
        {id && <p><Say text={why ?? t.parts.goneWhy} id={<code>{id}</code>} /></p>}
      </Empty>
    </div>
  );
}
