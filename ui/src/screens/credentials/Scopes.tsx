import { useQueryClient } from '@tanstack/react-query';
import { api, client, ifMatch, type Schemas } from '#/api/client';
import { asFault } from '#/api/fault';
import { Bones } from '#/parts/Bone';
import { Button } from '#/parts/Button';
import { Card } from '#/parts/Card';
import { Conflict } from '#/parts/Conflict';
import { Failure } from '#/parts/Failure';
import { Check, Input } from '#/parts/Field';
import { Shape, type ShapeName } from '#/parts/Icon';
import { Entry } from '#/parts/Page';
import { Lint } from '#/parts/Tag';
import { toast } from '#/parts/toast';
import { useOff } from '#/shell/may';
import { useApp } from '#/shell/place';
import { format, t } from '#/texts';
import { useDraft } from '../draft';
import './scopes.css';

const path = '/developer/apps/{id}/scopes';
type Row = Schemas['ScopeRow'];
/** Which scopes the app asks for, and the reason of each. */
type Asked = Readonly<Record<string, string>>;
const nothing: Asked = {};

const written = (asked: Asked) => Object.keys(asked).sort().map((scope) => (asked[scope] ? `${scope}: ${asked[scope]}` : scope)).join('\n');
const read = (list: Schemas['AskedScopeList']) => ({ value: Object.fromEntries(list.data.map((one) => [one.scope, one.reason ?? ''])), version: list.version });

const risks: Record<Row['risk'], { shape: ShapeName; tone: string }> = {
  read: { shape: 'off', tone: 'text-muted' },
  write: { shape: 'wait', tone: 'text-warn' },
  books: { shape: 'alarm', tone: 'text-danger' },
};

export function Scopes() {
  const app = useApp();
  const queries = useQueryClient();
  const off = useOff('developer');
  const init = { params: { path: { id: app.id } } };
  const query = api.useQuery('get', path, init);
  const catalogue = api.useQuery('get', '/developer/scopes', {}, { staleTime: Infinity });
  const usage = new Map(api.useQuery('get', '/developer/apps/{id}/scope-usage', init).data?.data.map((one) => [one.scope, one]));
  const draft = useDraft<Asked>({
    saved: query.data && read(query.data),
    same: (a, b) => written(a) === written(b),
    write: async (asked, version) => {
      const scopes = Object.entries(asked).map(([scope, reason]) => ({ scope, reason: reason.trim() || null }));
      const { data } = await client.PUT(path, { params: { ...init.params, header: ifMatch(version) }, body: { scopes } });
      queries.setQueryData(['get', path, init], data);
      void queries.invalidateQueries({ queryKey: ['get', '/developer/apps/{id}'] });
      void queries.invalidateQueries({ queryKey: ['get', '/developer/apps/{id}/redirect-uris'] });
    },
    readAnew: async () => {
      const { data } = await query.refetch();
      return data && read(data);
    },
    onSaved: () => toast(t.credentials.scopesSaved),
  });
  const asked = draft.value ?? nothing;
  const fault = draft.error ? asFault(draft.error) : undefined;
  const refused = new Map(fault?.code === 'SCOPES_INVALID' ? fault.details.map((one) => [one['entry'] as string, one['reason'] as string]) : []);
  const failed = query.error ?? catalogue.error;
  const before = query.data ? read(query.data).value : nothing;
  const added = Object.keys(asked).filter((scope) => !(scope in before));
  const removed = Object.keys(before).filter((scope) => !(scope in asked));

  const set = (scope: string, reason: string | undefined) => {
    const rest = Object.entries(asked).filter(([one]) => one !== scope);
    draft.edit(Object.fromEntries(reason === undefined ? rest : [...rest, [scope, reason]]));
  };

  return (
    <Entry id="scopes" title={t.credentials.scopes} about={t.credentials.scopesAbout}>
      {failed && !(query.data && catalogue.data) && (
        <Failure error={failed} title={t.parts.failed(t.credentials.scopes)} onRetry={() => { void query.refetch(); void catalogue.refetch(); }} />
      )}
      {!failed && !(query.data && catalogue.data) && <div className="card"><Bones rows={6} /></div>}
      {query.data && catalogue.data && (
        <>
          <Card flush foot={<span>{t.credentials.scopesCount(Object.keys(asked).length, catalogue.data.data.length)}</span>}>
            {byModule(catalogue.data.data).map(([module, rows]) => (
              <fieldset key={module} className="scope-module">
                <legend>{module}</legend>
                {rows.map((row) => (
                  <ScopeLine key={row.scope} row={row} reason={asked[row.scope]} saved={row.scope in before} usage={usage.get(row.scope)} missingRead={lacksRead(row.scope, asked)} refused={refused.get(row.scope)} readOnly={off !== undefined} onChange={(reason) => set(row.scope, reason)} />
                ))}
              </fieldset>
            ))}
          </Card>
          {draft.theirs && (
            <Conflict parts={[{ key: 'scopes', name: t.credentials.scopes, theirs: written(draft.theirs.value), yours: written(asked) }]} onTheirs={draft.drop} onMine={draft.saveOver} busy={draft.busy} />
          )}
          {fault && !draft.theirs && <Failure error={fault} title={t.credentials.scopesNotSaved} />}
          {removed.length > 0 && <Lint tone="warn"><strong>{t.credentials.removes(format.list(removed))}</strong> {t.credentials.removesWhy}</Lint>}
          {added.length > 0 && <Lint tone="info"><strong>{t.credentials.adds(format.list(added))}</strong> {t.credentials.addsWhy}</Lint>}
          <div className="actions">
            <Button busy={draft.busy} off={off ?? (draft.changed ? undefined : t.credentials.nothingChanged)} onClick={draft.save}>{t.credentials.saveScopes}</Button>
            {draft.changed && <Button onClick={draft.drop}>{t.credentials.undo}</Button>}
          </div>
          <p className="why">{t.credentials.scopesWhy}</p>
        </>
      )}
    </Entry>
  );
}

function byModule(rows: readonly Row[]): [module: string, rows: Row[]][] {
  const modules = new Map<string, Row[]>();
  for (const row of rows) modules.set(row.module, [...(modules.get(row.module) ?? []), row]);
  return [...modules];
}

/** To write does not include to read. */
const lacksRead = (scope: string, asked: Asked) => scope.endsWith(':write') && !(scope.replace(/write$/, 'read') in asked);

type Usage = Schemas['ScopeUsage']['data'][number];
type ScopeLineProps = { row: Row; reason: string | undefined; /** It is registered already. */ saved: boolean; /** Undefined while it is not known. */ usage: Usage | undefined; missingRead: boolean; refused: string | undefined; readOnly: boolean; onChange: (reason: string | undefined) => void };

function ScopeLine({ row, reason, saved, usage, missingRead, refused, readOnly, onChange }: ScopeLineProps) {
  const on = reason !== undefined;
  const { shape, tone } = risks[row.risk];
  const id = `lint-${row.scope}`;
  return (
    <div className="scope-line">
      <Check small checked={on} disabled={readOnly} onChange={(event) => onChange(event.target.checked ? '' : undefined)}>
        <code>{row.scope}</code>
        <span className="block text-muted">{row.says}</span>
      </Check>
      <span className={`risk ${tone}`}><Shape name={shape} />{t.credentials.risks[row.risk]}</span>
      {on ? (
        <div className="grid gap-1">
          <Input value={reason} readOnly={readOnly} maxLength={500} aria-label={t.credentials.reasonOf(row.scope)} placeholder={t.credentials.reasonExample} aria-describedby={id} aria-invalid={refused ? true : undefined} onChange={(event) => onChange(event.target.value)} />
          <div id={id}>
            {refused && <Lint tone="bad"><strong>{t.credentials.cannotSave}</strong> {refused}</Lint>}
            {!refused && reason.trim() === '' && <Lint tone="warn">{t.credentials.reasonMissing}</Lint>}
            {missingRead && <Lint tone="warn">{t.credentials.readMissing(row.scope.replace(/write$/, 'read'))}</Lint>}
            {saved && usage?.calls === 0 && <Lint tone="warn">{t.credentials.scopeUnused}</Lint>}
            {saved && usage !== undefined && usage.calls > 0 && <p className="why">{t.credentials.scopeUsed(usage.calls)}</p>}
          </div>
        </div>
      ) : usage && usage.refused > 0 ? <Lint tone="info">{t.credentials.scopeLacking(usage.refused)}</Lint> : <span className="small muted">{t.credentials.notRegistered}</span>}
    </div>
  );
}
