import { Command } from 'cmdk';
import { Popover } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { t } from '#/texts';
import { cx } from './cx';
import { Icon, Shape } from './Icon';

export type PickOption<V extends string> = { value: V; label: ReactNode; /** What the search looks at, if not the value. */ find?: string };

type PickProps<V extends string> = {
  /** What is chosen: "Business". The value follows it: "Business All". */
  label: string;
  options: readonly PickOption<V>[];
  value: V | undefined;
  /** Undefined means all. */
  onChange: (value: V | undefined) => void;
  /** What no choice is called. Without it something is always chosen. */
  all?: string | null;
  className?: string;
};

/** Pick chooses one of many, with a search from eight on. */
export function Pick<V extends string>({ label, options, value, onChange, all = t.parts.all, className }: PickProps<V>) {
  const [open, setOpen] = useState(false);
  const chosen = options.find((option) => option.value === value);
  const choose = (next: V | undefined) => {
    setOpen(false);
    if (next !== value) onChange(next);
  };
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger className={cx('pick', className)} aria-haspopup="listbox">
        {label} <b>{chosen?.label ?? value ?? all}</b>
        <Icon name="down" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className="pop" aria-label={label} align="start" sideOffset={4} collisionPadding={8}>
          <Command label={label} defaultValue={value}>
            <Command.Input className={options.length < 8 ? 'unseen' : 'pop-find'} placeholder={t.parts.search} aria-label={label} />
            <Command.List label={label}>
              <Command.Empty className="pop-label">{t.parts.nothingFound}</Command.Empty>
              {all !== null && (
                <Command.Item value={`\u0000${all}`} onSelect={() => choose(undefined)}>
                  {all}
                  {value === undefined && <span className="picked"><Shape name="ok" /></span>}
                </Command.Item>
              )}
              {options.map((option) => (
                <Command.Item key={option.value} value={option.value} keywords={option.find ? [option.find] : undefined} onSelect={() => choose(option.value)}>
                  {option.label}
                  {option.value === value && <span className="picked"><Shape name="ok" /></span>}
                </Command.Item>
              ))}
            </Command.List>
          </Command>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** Filters is the row of a list's filters. On a phone all but the first hide behind one button. */
export function Filters({ first, children, set, end }: { first?: ReactNode; children?: ReactNode; /** How many are set. */ set: number; end?: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <div className="filters">
      {first}
      {children && (
        <>
          <button type="button" className="pick phone:hidden" aria-expanded={open} onClick={() => setOpen(!open)}>
            {t.parts.filters} <b>{t.parts.filtersSet(set)}</b>
            <Icon name={open ? 'up' : 'down'} />
          </button>
          <div className={cx('flex flex-wrap items-center gap-2', !open && 'max-phone:hidden')}>{children}</div>
        </>
      )}
      {end && <div className="end">{end}</div>}
    </div>
  );
}
