import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { format } from '#/texts';
import { cx } from './cx';
import { Link } from './Link';

export type Option<V extends string> = { value: V; label: ReactNode; /** A text where it is no plain number: "1,000+". */ count?: number | string };

type SegmentsProps<V extends string> = {
  label: string;
  options: readonly Option<V>[];
  value: V;
  tiny?: boolean;
} & (
  | { /** Where each leads: what is chosen is in the URL. */ link: (value: V) => LinkProps; onChange?: never }
  | { /** For what is no one else's business, such as the language of a sample. */ onChange: (value: V) => void; link?: never }
);

/** Segments choose one of a few. The chosen one has weight, ground and underline. */
export function Segments<V extends string>({ label, options, value, tiny, link, onChange }: SegmentsProps<V>) {
  const className = cx('seg scroll', tiny && 'tiny');
  const inside = (option: Option<V>) => (
    <>
      {option.label}
      {option.count !== undefined && <> <span className="n">{typeof option.count === 'number' ? format.number(option.count) : option.count}</span></>}
    </>
  );
  if (link) {
    return (
      <div className={className} role="group" aria-label={label}>
        {options.map((option) => (
          <Link key={option.value} {...link(option.value)} resetScroll={false} current={option.value === value && 'true'}>
            {inside(option)}
          </Link>
        ))}
      </div>
    );
  }
  return (
    <div className={className} role="group" aria-label={label}>
      {options.map((option) => (
        <button key={option.value} type="button" aria-pressed={option.value === value} onClick={() => onChange(option.value)}>
          {inside(option)}
        </button>
      ))}
    </div>
  );
}

export type TabLink = { key: string; label: ReactNode; to: LinkProps; current: boolean };

/** Tabs are links to views of one screen. */
export function Tabs({ label, tabs, end }: { label: string; tabs: readonly TabLink[]; end?: ReactNode }) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.key} {...tab.to} resetScroll={false} current={tab.current && 'page'}>
          {tab.label}
        </Link>
      ))}
      {end}
    </nav>
  );
}
