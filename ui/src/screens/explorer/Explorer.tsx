import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api, client } from '#/api/client';
import { facts } from '#/facts';
import { Bones } from '#/parts/Bone';
import { Button } from '#/parts/Button';
import { Card, Facts } from '#/parts/Card';
import { CodeBlock, coloured } from '#/parts/CodeBlock';
import { Empty } from '#/parts/Empty';
import { Failure } from '#/parts/Failure';
import { Field, Input, Select, Textarea } from '#/parts/Field';
import { IdChip } from '#/parts/IdChip';
import { Link } from '#/parts/Link';
import { PageHead, Split } from '#/parts/Page';
import { Pick } from '#/parts/Pick';
import { Say } from '#/parts/Say';
import { Lint, Tag } from '#/parts/Tag';
import { useOff } from '#/shell/may';
import { useApp, useOrg } from '#/shell/place';
import { format, t } from '#/texts';
import { callOf, curlOf, type Description, type Operation, operationsOf } from './description';
import { type Answer, makeSender } from './send';

const here = '/console/apps/$app/explorer' as const;
const base = () => new URL(facts.api || '/', window.location.href).href.replace(/\/$/, '');

/** useOperations reads the API's own description: what it says is what can be called. */
function useOperations(version: string | null) {
  return useQuery({
    queryKey: ['description', version],
    staleTime: Infinity,
    queryFn: async () => {
      const { data } = await client.GET('/openapi.json', { params: { query: version === null ? {} : { version } } });
      return operationsOf(data as unknown as Description);
    },
  });
}

export function Explorer() {
  const app = useApp();
  const org = useOrg();
  const search = useSearch({ from: here });
  const navigate = useNavigate({ from: here });
  const set = (change: Partial<typeof search>) => void navigate({ search: (before) => ({ ...before, ...change }), resetScroll: false });
  const operations = useOperations(app.pinnedApiVersion);
  const sandboxes = api.useQuery('get', '/developer/organizations/{id}/sandboxes', { params: { path: { id: app.organizationId } } });
  const failed = operations.error ?? sandboxes.error;
  const all = operations.data;
  const rooms = sandboxes.data?.data;
  const head = <PageHead title={t.explorer.title} of={app.name} lead={t.explorer.lead(app.name)} />;

  if (failed && !(all && rooms)) {
    return <>{head}<Failure level={2} error={failed} title={t.parts.failed(t.explorer.theDescription)} onRetry={() => { void operations.refetch(); void sandboxes.refetch(); }} /></>;
  }
  if (!all || !rooms) return <>{head}<div className="card"><Bones rows={6} /></div></>;
  if (rooms.length === 0) {
    return (
      <>
        {head}
        <div className="card bounded">
          <Empty level={2} title={t.explorer.noSandbox} actions={<Button look="primary" asChild><Link to="/console/sandboxes" search={{ ...org, new: '1' }}>{t.explorer.makeSandbox}</Link></Button>}>
            <p>{t.explorer.noSandboxWhy}</p>
          </Empty>
        </div>
      </>
    );
  }
  const operation = all.find((one) => one.id === search.operation || `${one.method} ${one.path}` === search.operation) ?? all[0]!;
  const sandbox = rooms.find((one) => one.id === search.sandbox) ?? rooms[0]!;
  return (
    <>
      {head}
      <div className="filters">
        <Pick label={t.explorer.sandbox} all={null} value={sandbox.id} onChange={(value) => set({ sandbox: value })} options={rooms.map((one) => ({ value: one.id, label: <bdi>{one.name}</bdi>, find: one.name }))} />
        <Pick
          label={t.explorer.operation}
          all={null}
          value={operation.id}
          onChange={(value) => set({ operation: value })}
          options={all.map((one) => ({ value: one.id, label: <span><code>{one.method} {one.path}</code> <span className="muted">{one.summary}</span></span>, find: `${one.module} ${one.method} ${one.path} ${one.summary}` }))}
        />
      </div>
      <Try key={operation.id} operation={operation} sandbox={sandbox.id} />
    </>
  );
}

function Try({ operation, sandbox }: { operation: Operation; sandbox: string }) {
  const app = useApp();
  const off = useOff('developer');
  const [values, setValues] = useState<Record<string, string>>({});
  const [body, setBody] = useState(operation.bodies?.[0]?.text);
  const [sender] = useState(makeSender);
  const call = callOf(operation, { values, body }, base());
  const send = useMutation({ gcTime: 0, mutationFn: () => sender(call, { organization: app.organizationId, sandbox, app: app.id }) });

  const missing = operation.parameters.filter((one) => one.in === 'path' && !values[`path:${one.name}`]?.trim());
  const unread = body !== undefined && body.trim() !== '' && !isJson(body);
  const lacking = operation.scopes.filter((scope) => !app.scopes.includes(scope));
  const why = off ?? (app.status === 'ACTIVE' ? undefined : t.explorer.notActive) ?? (missing.length > 0 ? t.explorer.missing(missing.map((one) => one.name)) : unread ? t.explorer.unread : undefined);

  return (
    <Split side="wide-end">
      <form className="stack min-w-0" onSubmit={(event) => { event.preventDefault(); if (!why && !send.isPending) send.mutate(); }}>
        <Card title={<><code>{operation.method} {operation.path}</code></>} window={operation.summary}>
          <p className="small muted">{operation.about.replaceAll('`', '')}</p>
          {lacking.length > 0 && <Lint tone="warn"><Say text={t.explorer.lacking(lacking.join(', '))} register={<Link to="/console/apps/$app/credentials" params={{ app: app.id }} hash="scopes">{t.explorer.register}</Link>} /></Lint>}
          {operation.parameters.map((one) => {
            const key = `${one.in}:${one.name}`;
            const change = (value: string) => setValues({ ...values, [key]: value });
            return (
              <Field key={key} label={<><code>{one.name}</code> <span className="small muted font-normal">{one.required ? t.explorer.required(t.explorer.places[one.in]) : t.explorer.places[one.in]}</span></>} hint={one.about.replaceAll('`', '')}>
                {one.choices.length > 0 ? (
                  <Select value={values[key] ?? ''} onChange={(event) => change(event.target.value)}>
                    <option value="">{t.explorer.notSent}</option>
                    {one.choices.map((choice) => <option key={choice} value={choice}>{choice}</option>)}
                  </Select>
                ) : (
                  <Input mono value={values[key] ?? ''} placeholder={one.example} spellCheck={false} autoComplete="off" onChange={(event) => change(event.target.value)} />
                )}
              </Field>
            );
          })}
          {operation.bodies && (
            <>
              {operation.bodies.length > 1 && (
                <Field label={t.explorer.example}>
                  <Select value={operation.bodies.find((one) => one.text === body)?.name ?? ''} onChange={(event) => setBody(operation.bodies!.find((one) => one.name === event.target.value)?.text ?? body)}>
                    <option value="">{t.explorer.ownBody}</option>
                    {operation.bodies.map((one) => <option key={one.name} value={one.name}>{one.name}</option>)}
                  </Select>
                </Field>
              )}
              <Field label={t.explorer.body} hint={t.explorer.bodyHint} error={unread ? t.explorer.unread : undefined}>
                <Textarea mono rows={Math.min(20, (body ?? '').split('\n').length + 1)} value={body ?? ''} spellCheck={false} onChange={(event) => setBody(event.target.value)} />
              </Field>
            </>
          )}
          {operation.parameters.length === 0 && !operation.bodies && <p className="small muted">{t.explorer.nothingToFill}</p>}
        </Card>
        <Button look="primary" type="submit" busy={send.isPending} off={why}>{t.explorer.send(operation.method)}</Button>
        <CodeBlock label={t.explorer.curl} text={curlOf(call)} />
      </form>
      <div className="stack min-w-0">
        {send.error ? <Failure level={2} error={send.error} title={t.explorer.notSentTitle} /> : null}
        <Answered answer={send.data} />
      </div>
    </Split>
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function Answered({ answer }: { answer: Answer | undefined }) {
  const app = useApp();
  if (!answer) return <Card title={t.explorer.answer}><p className="small muted" role="status">{t.explorer.noAnswerYet}</p></Card>;
  const pretty = isJson(answer.body) ? JSON.stringify(JSON.parse(answer.body), null, 2) : answer.body;
  const ok = answer.status < 400;
  return (
    <Card title={t.explorer.answer} end={<Tag tone={ok ? 'ok' : answer.status < 500 ? 'warn' : 'bad'}>{`${answer.status}`}</Tag>}>
      <p className="small" role="status">{t.explorer.took(answer.status, format.duration(answer.took))}</p>
      <Facts
        facts={[
          answer.requestId !== null && [t.parts.request, <span key="id" className="row"><IdChip id={answer.requestId} /><Link to="/console/apps/$app/requests" params={{ app: app.id }} search={{ request: answer.requestId }}>{t.explorer.inTheLog}</Link></span>],
          ...answer.headers.map(([name, value]) => [<code key={name}>{name}</code>, <span key={name} className="wrap-anywhere">{value}</span>] as const),
        ]}
      />
      {answer.body === '' ? <p className="small muted">{t.explorer.noBody}</p> : <CodeBlock label={t.explorer.bodyOf} text={pretty}>{coloured(pretty)}</CodeBlock>}
    </Card>
  );
}
