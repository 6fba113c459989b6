import { linkOptions } from '@tanstack/react-router';
/** How each step of the quickstart is done. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, client, type Schemas } from '#/api/client';
import { Fault } from '#/api/fault';
import { facts } from '#/facts';
import { Button } from '#/parts/Button';
import { CodeBlock, coloured, Json } from '#/parts/CodeBlock';
import { Failure } from '#/parts/Failure';
import { Link } from '#/parts/Link';
import { Segments } from '#/parts/Segments';
import { toast } from '#/parts/toast';
import type { Organization } from '#/shell/place';
import { format, t } from '#/texts';

type App = Schemas['ListedApp'];
const origin = () => new URL(facts.api || '/', window.location.origin).href.replace(/\/$/, '');

export function MakeSandbox({ organization }: { organization: Organization }) {
  const queries = useQueryClient();
  const make = api.useMutation('post', '/developer/organizations/{id}/sandboxes', {
    onSuccess: async (made) => {
      await queries.invalidateQueries({ queryKey: ['get', '/developer/organizations/{id}/sandboxes'] });
      toast(t.home.sandboxDone(made.name));
    },
  });
  return (
    <>
      <p>{t.home.sandboxWhy}</p>
      {make.error && <Failure error={make.error} />}
      <Button look="primary" busy={make.isPending} onClick={() => make.mutate({ params: { path: { id: organization.id } }, body: { name: t.home.sandboxName(organization.name), template: 'SERVICES' } })}>
        {t.home.sandboxMake}
      </Button>
    </>
  );
}

const base64url = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

/** usePkce makes a verifier and its challenge; they live as long as the page. */
function usePkce() {
  const [pair, setPair] = useState<{ verifier: string; challenge: string }>();
  useEffect(() => {
    const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
    void crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier)).then((hash) => setPair({ verifier, challenge: base64url(new Uint8Array(hash)) }));
  }, []);
  return pair;
}

export function FirstToken({ app }: { app: App }) {
  const pkce = usePkce();
  const redirect = app.redirectUris[0];
  if (!redirect) {
    return <p>{t.home.tokenNoRedirect} <Link {...linkOptions({ to: '/console/apps/$app/credentials', params: { app: app.id } })}>{t.home.tokenCredentials}</Link></p>;
  }
  if (!pkce) return null;
  const consent = `/oauth/authorize?${new URLSearchParams({
    response_type: 'code', client_id: app.clientId, redirect_uri: redirect, scope: app.scopes.join(' '), state: pkce.challenge.slice(0, 12), code_challenge: pkce.challenge, code_challenge_method: 'S256',
  })}`;
  const exchange = [
    `curl ${origin()}/oauth/token \\`,
    `  -d grant_type=authorization_code -d code=${t.home.tokenCode} \\`,
    `  -d redirect_uri=${redirect} \\`,
    `  -d code_verifier=${pkce.verifier} \\`,
    app.type === 'CONFIDENTIAL' ? `  -u ${app.clientId}:$CLIENT_SECRET` : `  -d client_id=${app.clientId}`,
  ].join('\n');
  return (
    <>
      <p>{t.home.tokenWhy}</p>
      <CodeBlock label={t.home.tokenExchange} text={exchange} />
      <Button look="primary" asChild><a href={consent} target="_blank" rel="noreferrer">{t.home.tokenOpen}</a></Button>
    </>
  );
}

const languages = [{ value: 'curl', label: 'curl' }, { value: 'go', label: 'Go' }, { value: 'typescript', label: 'TypeScript' }] as const;
type Language = (typeof languages)[number]['value'];

function sample(language: Language, version: string): string {
  const url = `${origin()}/invoices?limit=5`;
  const header = `${facts.service}-Version`;
  if (language === 'go') {
    return `req, _ := http.NewRequest("GET", "${url}", nil)\nreq.Header.Set("Authorization", "Bearer "+os.Getenv("ACCESS_TOKEN")) // ${t.home.callNote}\nreq.Header.Set("${header}", "${version}")\nresp, err := http.DefaultClient.Do(req)`;
  }
  if (language === 'typescript') {
    return `// ${t.home.callNote}\nconst response = await fetch("${url}", {\n  headers: { "Authorization": \`Bearer \${process.env.ACCESS_TOKEN}\`, "${header}": "${version}" },\n});\nconsole.log(await response.json());`;
  }
  return `# ${t.home.callNote}\ncurl "${url}" \\\n  -H "Authorization: Bearer $ACCESS_TOKEN" \\\n  -H "${header}: ${version}"`;
}

export function FirstCall({ app, organization, sandbox }: { app: App; organization: Organization; sandbox: Schemas['Sandbox'] | undefined }) {
  const [language, setLanguage] = useState<Language>('curl');
  const versions = api.useQuery('get', '/developer/api-versions');
  const version = app.pinnedApiVersion ?? versions.data?.data.find((one) => one.status === 'current')?.name ?? '';
  const queries = useQueryClient();
  const run = useMutation({
    mutationFn: async (sandboxId: string) => {
      const { data: token } = await client.POST('/developer/organizations/{id}/sandboxes/{sandboxId}/token', { params: { path: { id: organization.id, sandboxId } }, body: { appId: app.id } });
      const from = performance.now();
      // As the app would call: with its token, and without the session.
      const response = await fetch(`${facts.api}/invoices?limit=5`, { credentials: 'omit', headers: { Authorization: `Bearer ${token!.accessToken}`, [`${facts.service}-Version`]: version } });
      const body: unknown = await response.json();
      if (!response.ok) throw new Fault(response.status, body as Schemas['Error'], response.headers.get('X-Request-Id') ?? undefined);
      return { status: response.status, ms: performance.now() - from, body };
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['get', '/developer/apps/{id}/requests'] }),
  });
  const text = sample(language, version);
  return (
    <>
      {sandbox && <p>{t.home.callWhy(sandbox.name)}</p>}
      <CodeBlock label={t.home.command} text={text} head={<Segments tiny label={t.home.language} options={languages} value={language} onChange={setLanguage} />}>{coloured(text)}</CodeBlock>
      <div className="row">
        <Button look="primary" busy={run.isPending} off={sandbox ? undefined : t.home.callRunOff} onClick={() => sandbox && run.mutate(sandbox.id)}>{t.home.callRun}</Button>
        {sandbox && <span className="why">{t.home.callRunWhy}</span>}
      </div>
      {run.error && <Failure error={run.error} />}
      {run.data && (
        <div role="status" className="grid gap-2">
          <p className="small">{t.home.callRuns(run.data.status, format.duration(run.data.ms))}</p>
          <Json label={t.home.answer} value={run.data.body} />
        </div>
      )}
    </>
  );
}

export function FirstDelivery({ app }: { app: string }) {
  return (
    <>
      <p>{t.home.deliveryWhy}</p>
      <Button look="primary" asChild><Link {...linkOptions({ to: '/console/apps/$app/webhooks', params: { app } })}>{t.home.deliveryGo}</Link></Button>
    </>
  );
}

export function Review({ app }: { app: string }) {
  return (
    <>
      <p>{t.home.reviewWhy}</p>
      <Button look="primary" asChild><Link {...linkOptions({ to: '/console/apps/$app/listing', params: { app } })}>{t.home.reviewGo}</Link></Button>
    </>
  );
}
