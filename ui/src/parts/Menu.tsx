import { DropdownMenu } from 'radix-ui';
import { createContext, type ReactElement, type ReactNode, useContext, useRef } from 'react';
import { Shape } from './Icon';

/** Later does an act when its menu has closed and the focus is back on the menu's button. */
const Later = createContext<(act: () => void) => void>((act) => act());

/**
 * Menu hangs acts under a button. Its items are Item, Choice, Label, Line. A dialog that an
 * item opens gives the focus back to the button: it is there again before the act is done.
 */
export function Menu({ trigger, align = 'end', children }: { trigger: ReactElement; align?: 'start' | 'end'; children: ReactNode }) {
  const chosen = useRef<() => void>(undefined);
  const act = () => {
    chosen.current?.();
    chosen.current = undefined;
  };
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="pop" align={align} sideOffset={4} collisionPadding={8} onCloseAutoFocus={() => queueMicrotask(act)}>
          <Later value={(next) => { chosen.current = next; }}>{children}</Later>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** Item does something; with asChild its child, a link, leads somewhere. */
export function Item({ onSelect, asChild, off, children }: { onSelect?: () => void; asChild?: boolean; off?: boolean; children: ReactNode }) {
  const later = useContext(Later);
  return <DropdownMenu.Item onSelect={onSelect && (() => later(onSelect))} asChild={asChild} disabled={off}>{children}</DropdownMenu.Item>;
}

/** Choice is one of several of which one holds. */
export function Choice<V extends string>({ label, value, options, onChange }: { label: string; value: V; options: readonly { value: V; label: string }[]; onChange: (value: V) => void }) {
  return (
    <DropdownMenu.RadioGroup value={value} onValueChange={(chosen) => onChange(chosen as V)} aria-label={label}>
      <DropdownMenu.Label className="pop-label">{label}</DropdownMenu.Label>
      {options.map((option) => (
        <DropdownMenu.RadioItem key={option.value} value={option.value}>
          {option.label}
          <DropdownMenu.ItemIndicator className="picked"><Shape name="ok" /></DropdownMenu.ItemIndicator>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}

/** Tick is a choice of its own: on or off. */
export function Tick({ checked, onChange, children }: { checked: boolean; onChange: (on: boolean) => void; children: ReactNode }) {
  return (
    <DropdownMenu.CheckboxItem checked={checked} onCheckedChange={onChange}>
      {children}
      <DropdownMenu.ItemIndicator className="picked"><Shape name="ok" /></DropdownMenu.ItemIndicator>
    </DropdownMenu.CheckboxItem>
  );
}

export const Label = ({ children }: { children: ReactNode }) => <DropdownMenu.Label className="pop-label">{children}</DropdownMenu.Label>;
export const Line = () => <DropdownMenu.Separator />;
