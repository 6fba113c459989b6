import { Link } from '#/parts/Link';
import { Picker, type PickerGroup } from '#/parts/Picker';
import { Say } from '#/parts/Say';
import { useApp } from '#/shell/place';
import { t } from '#/texts';
import { type EventType, groupsOf } from './data';

/** RegisterScope leads to where an app asks for a scope. */
export function RegisterScope({ children }: { children: string }) {
  const app = useApp();
  return <Link to="/console/apps/$app/credentials" params={{ app: app.id }} hash="scopes">{children}</Link>;
}

/** EventPicker ticks the events of a webhook; those whose scope the app lacks are shown and off. */
export function EventPicker({ types, q, value, onChange }: { types: readonly EventType[]; q: string; value: ReadonlySet<string>; onChange: (value: Set<string>) => void }) {
  const app = useApp();
  const found = types.filter((type) => type.name.includes(q.trim().toLowerCase()));
  if (found.length === 0) return <p className="small muted">{t.webhooks.noEventMatches(q)}</p>;
  const registered = new Set<string>(app.scopes);
  const lacks = (type: EventType) => type.scope !== null && !registered.has(type.scope);
  const groups = groupsOf(found).map((group): PickerGroup => {
    const needed = group.scope !== null && !registered.has(group.scope);
    return {
      key: group.key,
      title: group.title,
      needs: needed ? <Say text={t.webhooks.needs} scope={<code>{group.scope}</code>} register={<RegisterScope>{t.webhooks.register}</RegisterScope>} /> : undefined,
      about: group.audience === 'app' ? t.webhooks.needsNone : undefined,
      options: group.types.map((type) => ({ value: type.name, label: <code title={type.description}>{type.name}</code>, off: lacks(type) })),
    };
  });
  return <Picker label={t.webhooks.events} groups={groups} value={value} onChange={onChange} />;
}
