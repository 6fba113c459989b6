import { useState } from 'react';
import { api } from '#/api/client';
import { facts } from '#/facts';
import { Bones } from '#/parts/Bone';
import { Button } from '#/parts/Button';
import { Facts } from '#/parts/Card';
import { CodeBlock } from '#/parts/CodeBlock';
import { Copy } from '#/parts/Copy';
import { Dialog } from '#/parts/Dialog';
import { Failure } from '#/parts/Failure';
import { Field, Select } from '#/parts/Field';
import { useNow } from '#/parts/now';
import { Say } from '#/parts/Say';
import { useAppsOf } from '#/shell/place';
import { t } from '#/texts';
import type { Sandbox } from './sandbox';

/** TakeToken gives a token of five minutes for one of the organization's apps. */
export function TakeToken({ organization, sandbox, onClose }: { organization: string; sandbox: Sandbox | undefined; onClose: () => void }) {
  return (
    <Dialog open={sandbox !== undefined} onClose={onClose} wide title={t.sandboxes.tokenTitle(sandbox?.name ?? '')} about={t.sandboxes.tokenAbout}>
      {sandbox && <Form organization={organization} sandbox={sandbox} onClose={onClose} />}
    </Dialog>
  );
}

function Form({ organization, sandbox, onClose }: { organization: string; sandbox: Sandbox; onClose: () => void }) {
  const apps = useAppsOf(organization);
  const [chosen, setChosen] = useState<string>();
  const [until, setUntil] = useState(0);
  // It lives here alone, and is gone with the dialog.
  const take = api.useMutation('post', '/developer/organizations/{id}/sandboxes/{sandboxId}/token', { gcTime: 0, onSuccess: (made) => setUntil(inSeconds(made.expiresIn)) });
  const all = apps.data?.data;
  if (apps.error && !all) return <Failure error={apps.error} onRetry={() => void apps.refetch()} />;
  if (!all) return <Bones rows={2} />;
  if (all.length === 0) return <p className="mt-3">{t.sandboxes.noApps}</p>;
  const app = chosen ?? all[0]!.id;
  const token = take.data;
  return (
    <form
      className="mt-4 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (take.isPending) return;
        take.mutate({ params: { path: { id: organization, sandboxId: sandbox.id } }, body: { appId: app } });
      }}
    >
      <Field label={t.sandboxes.forApp} hint={t.sandboxes.forAppHint}>
        <Select value={app} onChange={(event) => { setChosen(event.target.value); take.reset(); }}>
          {all.map((one) => <option key={one.id} value={one.id}>{one.name}</option>)}
        </Select>
      </Field>
      {take.error ? <Failure error={take.error} title={t.sandboxes.noToken} /> : null}
      {token && (
        <>
          <div className="secret-line">
            <code data-secret>{token.accessToken}</code>
            <Copy text={token.accessToken} what={t.sandboxes.theToken} />
          </div>
          <Facts
            facts={[
              [t.sandboxes.ends, <Ends key="ends" until={until} of={token.expiresIn} />],
              [t.sandboxes.scopes, token.scopes.length === 0 ? t.parts.none : <span className="flex flex-wrap gap-x-3" key="scopes">{token.scopes.map((scope) => <code key={scope}>{scope}</code>)}</span>],
            ]}
          />
          <CodeBlock label={t.sandboxes.tryIt} text={`curl ${new URL(facts.api, window.location.href).href.replace(/\/$/, '')}/me \\\n  -H "Authorization: Bearer ${token.accessToken}"`} />
        </>
      )}
      <div className="actions mt-0!">
        <Button onClick={onClose}>{t.parts.close}</Button>
        <Button look={token ? 'plain' : 'primary'} type="submit" busy={take.isPending}>{token ? t.sandboxes.takeAnother : t.sandboxes.takeToken}</Button>
      </div>
    </form>
  );
}

const inSeconds = (seconds: number) => Date.now() + seconds * 1000;

/** Ends counts down: by the minute, and by the second in the last one. */
function Ends({ until, of }: { until: number; of: number }) {
  const now = useNow(until);
  // The page's present may be a second old; what is left is never more than all of it.
  const left = Math.min(of, Math.max(0, Math.round((until - now) / 1000)));
  return <Say text={left === 0 ? t.sandboxes.ended : left < 60 ? t.sandboxes.endsSeconds(left) : t.sandboxes.endsMinutes(Math.ceil(left / 60))} />;
}
