import { type ReactNode, useId } from 'react';
import { format } from '#/texts';
import { cx } from './cx';

export type PickerGroup = {
  key: string;
  title: ReactNode;
  options: readonly { value: string; label: ReactNode; off?: boolean }[];
  /** What the whole group needs first; its options are then shown and off. */
  needs?: ReactNode;
  /** What is to be known of the whole group. */
  about?: ReactNode;
};

/** Picker ticks any of many, in fieldsets: events of a webhook, scopes of an app. */
export function Picker({ label, groups, value, onChange, error }: { label: string; groups: readonly PickerGroup[]; value: ReadonlySet<string>; onChange: (value: Set<string>) => void; error?: string }) {
  const id = useId();
  const toggle = (option: string, on: boolean) => {
    const next = new Set(value);
    if (on) next.add(option);
    else next.delete(option);
    onChange(next);
  };
  return (
    <div className="picker" role="group" aria-label={label} aria-describedby={error ? id : undefined}>
      {error && <p className="lint bad" id={id}>{error}</p>}
      {groups.map((group) => (
        <fieldset key={group.key} className={group.needs ? 'off' : undefined}>
          <legend>
            {group.title}
            <span>{format.number(group.options.filter((option) => value.has(option.value)).length)}/{format.number(group.options.length)}</span>
          </legend>
          {(group.needs ?? group.about) && <p className="needs">{group.needs ?? group.about}</p>}
          {group.options.map((option) => {
            const off = Boolean(group.needs) || option.off;
            return (
              <label key={option.value} className={cx('check', off && 'off')}>
                <input type="checkbox" checked={value.has(option.value)} disabled={off && !value.has(option.value)} onChange={(event) => toggle(option.value, event.target.checked)} />
                <span>{option.label}</span>
              </label>
            );
          })}
        </fieldset>
      ))}
    </div>
  );
}
