import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import { api, type Schemas } from '#/api/client';
import { Bones } from '#/parts/Bone';
import { Button } from '#/parts/Button';
import { Facts } from '#/parts/Card';
import { Denied, mayAct } from '#/parts/Denied';
import { Failure } from '#/parts/Failure';
import { Field, Input, Radio } from '#/parts/Field';
import { IdChip } from '#/parts/IdChip';
import { Entry, PageHead } from '#/parts/Page';
import { Picker } from '#/parts/Picker';
import { RevealOnce } from '#/parts/RevealOnce';
import { toast } from '#/parts/toast';
import { useOrg, useOrganization } from '#/shell/place';
import { t } from '#/texts';

type Kind = Schemas['NewApp']['type'];

/** redirectable tells at once what the service would refuse: https, or http on this device. */
export function redirectable(text: string): boolean {
  try {
    const url = new URL(text);
    return url.protocol === 'https:' || (url.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname));
  } catch {
    return false;
  }
}

export function NewApp() {
  const organization = useOrganization();
  const org = useOrg();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const scopes = api.useQuery('get', '/developer/scopes', {}, { staleTime: Infinity });
  const [name, setName] = useState('');
  const [kind, setKind] = useState<Kind>('CONFIDENTIAL');
  const [redirect, setRedirect] = useState('');
  const [chosen, setChosen] = useState<Set<string>>(new Set());
  const [tried, setTried] = useState(false);
  const [made, setMade] = useState<Schemas['AppMade']>();
  const create = api.useMutation('post', '/developer/organizations/{id}/apps', {
    onSuccess: async (app) => {
      await queries.invalidateQueries({ queryKey: ['get', '/developer/organizations/{id}/apps'] });
      if (app.clientSecret !== null) {
        setMade(app);
        return;
      }
      toast(t.apps.made(app.name));
      await navigate({ to: '/console', search: { ...org, app: app.id } });
    },
  });
  const badRedirect = redirect !== '' && !redirectable(redirect);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (name.trim() === '' || badRedirect || create.isPending || !organization) return;
    create.mutate({ params: { path: { id: organization.id } }, body: { name: name.trim(), type: kind, redirectUris: redirect ? [redirect] : [], scopes: [...chosen] } });
  };

  if (made?.clientSecret) {
    return (
      <>
        <PageHead title={<bdi>{made.name}</bdi>} name={made.name} bounded />
        <div className="bounded">
          <RevealOnce title={t.apps.madeTitle(made.name)} secret={made.clientSecret} what={t.apps.secret} onDone={() => { setMade(undefined); create.reset(); void navigate({ to: '/console', search: { ...org, app: made.id } }); }}>
            <Facts facts={[[t.apps.clientId, <IdChip key="id" id={made.clientId} whole />]]} />
          </RevealOnce>
        </div>
      </>
    );
  }
  if (!organization) return <Bones />;
  if (!mayAct(organization.role, 'developer')) return <Denied level={1} need="developer" have={organization.role} organization={organization.name} what={t.apps.needsRole} />;
  const rows = scopes.data?.data ?? [];
  const modules = [...new Set(rows.map((scope) => scope.module))];
  return (
    <form onSubmit={submit} noValidate className="stack-6">
      <PageHead title={t.apps.newTitle} of={organization.name} lead={t.apps.newLead} bounded />
      <Entry title={t.apps.name} about={t.apps.nameHint}>
        <Field label={t.apps.name} error={tried && name.trim() === '' && t.apps.nameEmpty}>
          <Input value={name} onChange={(event) => setName(event.target.value)} maxLength={60} required autoComplete="off" />
        </Field>
      </Entry>
      <Entry title={t.apps.kind}>
        <fieldset className="grid gap-3">
          <legend className="unseen">{t.apps.kind}</legend>
          <Radio name="kind" checked={kind === 'CONFIDENTIAL'} onChange={() => setKind('CONFIDENTIAL')}>{t.apps.confidential}<span className="hint block">{t.apps.confidentialWhy}</span></Radio>
          <Radio name="kind" checked={kind === 'PUBLIC'} onChange={() => setKind('PUBLIC')}>{t.apps.public}<span className="hint block">{t.apps.publicWhy}</span></Radio>
        </fieldset>
      </Entry>
      <Entry title={t.apps.redirect}>
        <Field label={t.apps.redirect} hint={t.apps.redirectHint} error={badRedirect && t.apps.redirectBad}>
          <Input mono type="url" value={redirect} onChange={(event) => setRedirect(event.target.value.trim())} placeholder={t.apps.redirectExample} autoComplete="off" spellCheck={false} />
        </Field>
      </Entry>
      <Entry title={t.apps.scopes} about={t.apps.scopesAbout}>
        {scopes.error && !scopes.data && <Failure error={scopes.error} title={t.parts.failed(t.apps.theScopes)} onRetry={() => void scopes.refetch()} />}
        <Picker
          label={t.apps.scopes}
          value={chosen}
          onChange={setChosen}
          groups={modules.map((module) => ({
            key: module, title: module,
            options: rows.filter((scope) => scope.module === module).map((scope) => ({ value: scope.scope, label: <><code>{scope.scope}</code><span className="hint block">{scope.says}</span></> })),
          }))}
        />
      </Entry>
      <div className="bounded stack">
        {create.error && <Failure level={2} error={create.error} />}
        <div className="actions"><Button type="submit" look="primary" busy={create.isPending}>{t.apps.create}</Button></div>
      </div>
    </form>
  );
}
