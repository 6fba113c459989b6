import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { client, ifMatch, type Schemas } from '#/api/client';
import { Button } from '#/parts/Button';
import { Conflict } from '#/parts/Conflict';
import { Failure } from '#/parts/Failure';
import { Field, Input } from '#/parts/Field';
import { Entry } from '#/parts/Page';
import { toast } from '#/parts/toast';
import { useOff } from '#/shell/may';
import { useApp, useAppData } from '#/shell/place';
import { t } from '#/texts';
import { useDraft } from '../draft';

const names = ['name', 'appUrl', 'privacyUrl', 'supportUrl'] as const;
type Value = Record<(typeof names)[number], string>;

const read = (app: Schemas['App']) => ({
  value: { name: app.name, appUrl: app.appUrl ?? '', privacyUrl: app.privacyUrl ?? '', supportUrl: app.supportUrl ?? '' },
  version: app.version,
});

/** useAppChanged reads anew all that carries the app's record. */
export function useAppChanged() {
  const queries = useQueryClient();
  return () => Promise.all(['/developer/apps/{id}', '/developer/apps/{id}/redirect-uris', '/developer/apps/{id}/scopes', '/developer/organizations/{id}/apps'].map((path) => queries.invalidateQueries({ queryKey: ['get', path] })));
}

export function Settings() {
  const app = useApp();
  const data = useAppData();
  const changed = useAppChanged();
  const off = useOff('developer');
  const draft = useDraft<Value>({
    saved: read(app),
    same: (a, b) => names.every((name) => a[name].trim() === b[name].trim()),
    write: async (value, version) => {
      await client.PATCH('/developer/apps/{id}', {
        params: { path: { id: app.id }, header: ifMatch(version) },
        body: { name: value.name.trim(), appUrl: value.appUrl.trim() || null, privacyUrl: value.privacyUrl.trim() || null, supportUrl: value.supportUrl.trim() || null },
      });
      await changed();
    },
    readAnew: async () => {
      const fresh = await data.refetch();
      return fresh.data && read(fresh.data);
    },
    onSaved: () => toast(t.credentials.settingsSaved),
  });
  const value = draft.value ?? read(app).value;
  const missing = value.name.trim() === '' ? t.credentials.nameNeeded : undefined;
  return (
    <Entry id="settings" title={t.credentials.settings} about={t.credentials.settingsAbout}>
      <Logo />
      {names.map((name) => (
        <Field key={name} label={t.credentials.fields[name].label} hint={t.credentials.fields[name].hint} count={name === 'name' ? t.credentials.count(value.name.length, 80) : undefined}>
          <Input
            mono={name !== 'name'}
            type={name === 'name' ? 'text' : 'url'}
            value={value[name]}
            maxLength={name === 'name' ? 80 : undefined}
            readOnly={off !== undefined}
            spellCheck={name === 'name' ? undefined : false}
            autoComplete="off"
            onChange={(event) => draft.edit({ ...value, [name]: event.target.value })}
          />
        </Field>
      ))}
      {draft.theirs && (
        <Conflict
          parts={names.map((name) => ({ key: name, name: t.credentials.fields[name].label, theirs: draft.theirs!.value[name], yours: value[name] }))}
          onTheirs={draft.drop}
          onMine={draft.saveOver}
          busy={draft.busy}
        />
      )}
      {draft.error && !draft.theirs ? <Failure error={draft.error} title={t.credentials.settingsNotSaved} /> : null}
      <div className="actions">
        <Button busy={draft.busy} off={off ?? missing ?? (draft.changed ? undefined : t.credentials.nothingChanged)} onClick={draft.save}>{t.credentials.saveSettings}</Button>
        {draft.changed && <Button onClick={draft.drop}>{t.credentials.undo}</Button>}
      </div>
    </Entry>
  );
}

const largest = 512 * 1024;

function Logo() {
  const app = useApp();
  const changed = useAppChanged();
  const off = useOff('developer');
  const file = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [own, setOwn] = useState<string>();
  const act = async (what: () => Promise<unknown>, said: string) => {
    setBusy(true);
    setError(undefined);
    setOwn(undefined);
    try {
      await what();
      await changed();
      toast(said);
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  const params = { path: { id: app.id } };
  const choose = (picture: File | undefined) => {
    if (!picture) return;
    if (!['image/png', 'image/jpeg'].includes(picture.type) || picture.size > largest) {
      setError(undefined);
      setOwn(t.credentials.logoRefused(picture.name));
      return;
    }
    void act(() => client.PUT('/developer/apps/{id}/logo', {
      params,
      body: picture as never,
      bodySerializer: (body) => body as unknown as BodyInit,
      headers: { 'Content-Type': picture.type },
    }), t.credentials.logoSaved);
  };
  return (
    <div>
      <p className="label" id="logo-label">{t.credentials.logo}</p>
      <div className="row mt-1">
        {app.logoUrl
          ? <img className="app-icon" src={`${app.logoUrl}?v=${app.version}`} alt={t.credentials.logoOf(app.name)} />
          : <span className="app-icon" aria-hidden="true">{app.name.charAt(0)}</span>}
        <input ref={file} type="file" accept="image/png,image/jpeg" hidden aria-labelledby="logo-label" onChange={(event) => {
          choose(event.target.files?.[0]);
          event.target.value = '';
        }} />
        <Button little busy={busy} off={off} onClick={() => file.current?.click()}>{app.logoUrl ? t.credentials.replaceLogo : t.credentials.addLogo}</Button>
        {app.logoUrl && !off && <Button little busy={busy} onClick={() => void act(() => client.DELETE('/developer/apps/{id}/logo', { params }), t.credentials.logoRemoved)}>{t.credentials.removeLogo}</Button>}
      </div>
      <p className="hint mt-1">{t.credentials.logoHint}</p>
      {own && <p className="lint bad mt-1" role="alert">{own}</p>}
      {error ? <Failure error={error} title={t.credentials.logoNotSaved} /> : null}
    </div>
  );
}
