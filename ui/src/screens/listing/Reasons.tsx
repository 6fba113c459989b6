import { Card } from '#/parts/Card';
import { Input } from '#/parts/Field';
import { useApp } from '#/shell/place';
import { t } from '#/texts';
import type { EditProps } from './Editor';

/** Reasons is why the app asks for each scope, for reviewers. */
export function Reasons({ content, onEdit, locked }: EditProps) {
  const app = useApp();
  return (
    <Card title={t.listing.reasons} end={<span className="small muted">{t.listing.reasonsAbout}</span>}>
      {app.scopes.length === 0 ? <p className="small muted">{t.listing.reasonsNone}</p> : (
        <ul className="grid gap-2">
          {app.scopes.map((scope) => (
            <li key={scope} className="grid items-center gap-x-3 gap-y-1 side:grid-cols-[10rem_minmax(0,1fr)]">
              <label className="small font-normal" htmlFor={`reason-${scope}`}><code>{scope}</code></label>
              <Input
                id={`reason-${scope}`}
                value={content.scopeReasons[scope] ?? ''}
                readOnly={locked}
                maxLength={300}
                onChange={(event) => {
                  const others = Object.entries(content.scopeReasons).filter(([of]) => of !== scope);
                  onEdit({ scopeReasons: Object.fromEntries(event.target.value === '' ? others : [...others, [scope, event.target.value]]) });
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
