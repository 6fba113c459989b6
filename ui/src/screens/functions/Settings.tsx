import { useState } from 'react';
import { api } from '#/api/client';
import { Bones } from '#/parts/Bone';
import { Button, IconButton } from '#/parts/Button';
import { Card } from '#/parts/Card';
import { Failure } from '#/parts/Failure';
import { Check, Input } from '#/parts/Field';
import { Say } from '#/parts/Say';
import { toast } from '#/parts/toast';
import { useApp } from '#/shell/place';
import { t } from '#/texts';
import { useEventTypes } from '../webhooks/data';
import { EventPicker } from '../webhooks/EventPicker';
import { type Function as Fun, type Setting, useAnew, useOff } from './data';
import './functions.css';
import '../webhooks/webhooks.css';

/** Settings are what a function runs for, and what it finds when it does. */
export function Settings({ fun }: { fun: Fun }) {
  const app = useApp();
  const config = api.useQuery('get', '/developer/apps/{id}/functions/{functionId}/config', { params: { path: { id: app.id, functionId: fun.id } } });
  return (
    <div className="stack">
      <Events fun={fun} />
      {config.error && !config.data ? <Failure level={2} error={config.error} title={t.parts.failed(t.functions.theSettings)} onRetry={() => void config.refetch()} />
        : config.data ? <Config key={JSON.stringify(config.data)} fun={fun} kept={config.data.values} /> : <Bones rows={4} label={t.functions.theSettings} />}
    </div>
  );
}

/** Events are chosen as a webhook's are; nothing changes before it is saved. With its first events a function is switched on. */
function Events({ fun }: { fun: Fun }) {
  const app = useApp();
  const anew = useAnew();
  const off = useOff();
  const types = useEventTypes();
  const put = api.useMutation('put', '/developer/apps/{id}/functions/{functionId}/subscription');
  const [draft, setDraft] = useState<ReadonlySet<string>>();
  const [q, setQ] = useState('');
  const all = types.data?.data;
  const chosen = draft ?? new Set(fun.events);
  const names = (all ?? []).map((type) => type.name).filter((name) => chosen.has(name));
  const same = chosen.size === fun.events.length && fun.events.every((name) => chosen.has(name));
  const save = () => put.mutate({ params: { path: { id: app.id, functionId: fun.id } }, body: { events: names, enabled: names.length > 0 && (fun.enabled || fun.events.length === 0) } }, {
    onSuccess: () => void anew().then(() => { setDraft(undefined); toast(t.functions.eventsSaved); }),
  });
  return (
    <Card
      title={t.functions.eventsTitle}
      window={all && t.functions.chosen(chosen.size, all.length)}
      end={<Input type="search" className="event-find" placeholder={t.webhooks.filterEvents} aria-label={t.webhooks.filterEvents} value={q} onChange={(event) => setQ(event.target.value)} />}
      foot={<><Button little off={off ?? (same ? t.functions.unchanged : undefined)} busy={put.isPending} onClick={save}>{t.functions.saveEvents}</Button>{!same && <Button little onClick={() => { put.reset(); setDraft(undefined); }}>{t.webhooks.discard}</Button>}</>}
    >
      {put.error && <Failure error={put.error} title={t.functions.notSaved} />}
      {types.error ? <Failure error={types.error} title={t.parts.failed(t.events.theEvents)} onRetry={() => void types.refetch()} /> : !all ? <Bones rows={8} /> : <EventPicker types={all} q={q} value={chosen} onChange={setDraft} />}
    </Card>
  );
}

type Draft = Setting & { kept: boolean };

const asDrafts = (kept: readonly Setting[]): Draft[] => kept.map((one) => ({ ...one, kept: one.secret }));

/** Config are the names and values of ctx.config. A secret that is kept has no value here, and keeps its own unless another is written. */
function Config({ fun, kept }: { fun: Fun; kept: readonly Setting[] }) {
  const app = useApp();
  const anew = useAnew();
  const off = useOff();
  const put = api.useMutation('put', '/developer/apps/{id}/functions/{functionId}/config', { gcTime: 0 });
  const [rows, setRows] = useState(asDrafts(kept));
  const same = JSON.stringify(rows.map(({ name, secret, value }) => ({ name, secret, value }))) === JSON.stringify(kept);
  const set = (at: number, part: Partial<Draft>) => setRows(rows.map((row, i) => (i === at ? { ...row, ...part } : row)));
  const save = () => put.mutate({ params: { path: { id: app.id, functionId: fun.id } }, body: { values: rows.map(({ name, secret, value, kept: is }) => ({ name, secret, value: value ?? (is ? null : '') })) } }, {
    onSuccess: () => void anew().then(() => toast(t.functions.settingsSaved)),
  });
  return (
    <Card
      title={t.functions.settings}
      foot={<><Button little off={off ?? (same ? t.functions.unchanged : undefined)} busy={put.isPending} onClick={save}>{t.functions.saveSettings}</Button>{!same && <Button little onClick={() => { put.reset(); setRows(asDrafts(kept)); }}>{t.webhooks.discard}</Button>}</>}
    >
      <p className="small muted" id="settings-why"><Say text={t.functions.settingsWhy} /></p>
      {rows.length === 0 ? <p className="small muted">{t.functions.noSettings}</p> : <div className="setting heads small muted" aria-hidden><span>{t.functions.name}</span><span>{t.functions.settingValueHead}</span></div>}
      {rows.map((row, i) => (
        <div className="setting" key={i}>
          <Input mono aria-label={t.functions.settingName(i + 1)} placeholder={t.functions.name} maxLength={64} value={row.name} readOnly={row.kept || off !== undefined} spellCheck={false} autoCapitalize="none" onChange={(event) => set(i, { name: event.target.value })} />
          <Input mono type={row.secret ? 'password' : 'text'} autoComplete="off" aria-label={t.functions.settingValue(row.name, i + 1)} placeholder={row.kept ? t.functions.secretKept : ''} value={row.value ?? ''} readOnly={off !== undefined} spellCheck={false} onChange={(event) => set(i, { value: event.target.value === '' && row.kept ? null : event.target.value })} />
          <Check small checked={row.secret} disabled={row.kept || off !== undefined} onChange={(event) => set(i, { secret: event.target.checked })}>{t.functions.secret}</Check>
          <IconButton icon="close" label={t.functions.removeSetting(row.name, i + 1)} onClick={() => off === undefined && setRows(rows.filter((_, at) => at !== i))} />
        </div>
      ))}
      <div><Button little off={off} whyId="settings-why" onClick={() => setRows([...rows, { name: '', secret: false, value: '', kept: false }])}>{t.functions.addSetting}</Button></div>
      {put.error && <Failure error={put.error} title={t.functions.notSaved} />}
    </Card>
  );
}
