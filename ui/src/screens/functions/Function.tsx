import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '#/api/client';
import { asFault } from '#/api/fault';
import { Bones } from '#/parts/Bone';
import { Button } from '#/parts/Button';
import { Card, Note } from '#/parts/Card';
import { CodeBlock } from '#/parts/CodeBlock';
import { mayAct } from '#/parts/Denied';
import { Confirm, Dialog } from '#/parts/Dialog';
import { Gone } from '#/parts/Empty';
import { Failure } from '#/parts/Failure';
import { IdChip } from '#/parts/IdChip';
import { PageHead } from '#/parts/Page';
import { Table } from '#/parts/Table';
import { Tag } from '#/parts/Tag';
import { Time } from '#/parts/Time';
import { toast } from '#/parts/toast';
import { useApp, useOrganization } from '#/shell/place';
import { format, t } from '#/texts';
import { SourceForm } from './Source';

/** OneFunction is a function with its sources, one of them open. */
export function OneFunction() {
  const app = useApp();
  const { fun } = useParams({ from: '/console/apps/$app/functions/$fun' });
  const { version } = useSearch({ from: '/console/apps/$app/functions/$fun' });
  const role = useOrganization()?.role ?? 'viewer';
  const queries = useQueryClient();
  const navigate = useNavigate();
  const path = { id: app.id, functionId: fun };
  const one = api.useQuery('get', '/developer/apps/{id}/functions/{functionId}', { params: { path } });
  const shown = version ? Number(version) : one.data?.current.version;
  const source = api.useQuery('get', '/developer/apps/{id}/functions/{functionId}/source', { params: { path, query: shown ? { version: shown } : {} } }, { enabled: shown !== undefined });
  const replace = api.useMutation('put', '/developer/apps/{id}/functions/{functionId}/source');
  const remove = api.useMutation('delete', '/developer/apps/{id}/functions/{functionId}');
  const [asking, setAsking] = useState<'replace' | 'remove'>();
  const back = { text: t.functions.back, to: { to: '/console/apps/$app/functions', params: { app: app.id } } } as const;
  if (one.error && !one.data) {
    if (asFault(one.error).status === 404) return <Gone what={t.functions.functionWord} id={fun} back={back} />;
    return <Failure level={1} error={one.error} title={t.parts.failed(t.functions.theFunctions)} onRetry={() => void one.refetch()} />;
  }
  if (!one.data) return <Bones rows={6} />;
  const { name, current, versions } = one.data;
  const off = mayAct(role, 'developer') ? undefined : t.functions.off;
  const anew = () => queries.invalidateQueries({ predicate: ({ queryKey: [, of] }) => typeof of === 'string' && of.startsWith('/developer/apps/{id}/functions') });
  return (
    <>
      <PageHead
        bounded
        title={<code>{name}</code>}
        name={name}
        of={app.name}
        back={back}
        meta={<><Tag tone={one.data.runnable ? 'ok' : 'off'}>{one.data.runnable ? t.functions.runs : t.functions.kept}</Tag><IdChip id={one.data.id} /></>}
        actions={
          <>
            <Button look="primary" off={off} whyId="function-why" onClick={() => setAsking('replace')}>{t.functions.replace}</Button>
            <Button look="danger" off={off} whyId="function-why" onClick={() => setAsking('remove')}>{t.functions.remove(name)}</Button>
          </>
        }
        why={off && <span id="function-why">{off}</span>}
      />
      {!one.data.runnable && <Note tone="warn" title={t.functions.notRunning}><p className="small">{one.data.runnableReason}</p></Note>}
      <Card flush title={t.functions.versions} window={t.functions.versionsWindow} className="bounded">
        <Table
          label={t.functions.versions}
          rows={versions}
          rowKey={(row) => `${row.version}`}
          selected={shown === undefined ? undefined : `${shown}`}
          open={(row) => ({ to: '.', search: { version: row.version === current.version ? undefined : `${row.version}` }, resetScroll: false })}
          columns={[
            { key: 'version', head: t.functions.version, opens: true, fold: 'first', cell: (row) => <>{format.number(row.version)} {row.version === current.version && <Tag tone="ok">{t.functions.current}</Tag>}</> },
            { key: 'exports', head: t.functions.exports, fold: 'meta', label: t.functions.exports, cell: (row) => <code>{row.exports.join(', ')}</code> },
            { key: 'sha', head: t.functions.sha, fold: 'meta', label: t.functions.sha, cell: (row) => <code title={row.sha256}>{row.sha256.slice(0, 12)}…</code> },
            { key: 'size', head: t.functions.size, end: true, fold: 'meta', cell: (row) => format.bytes(row.bytes) },
            { key: 'made', head: t.functions.made, end: true, fold: 'end', cell: (row) => <Time at={row.createdAt} /> },
          ]}
        />
      </Card>
      <div className="bounded">
        {source.error && !source.data ? <Failure level={2} error={source.error} title={t.parts.failed(t.functions.theSource)} onRetry={() => void source.refetch()} />
          : source.data ? <CodeBlock label={t.functions.sourceOf(source.data.version)} text={source.data.source} /> : <Bones rows={5} />}
      </div>
      <Dialog open={asking === 'replace'} onClose={() => setAsking(undefined)} title={t.functions.replaceOf(name)} wide>
        <SourceForm
          act={t.functions.replaceAct}
          busy={replace.isPending}
          error={replace.error}
          onClose={() => setAsking(undefined)}
          onSend={(text) => replace.mutate({ params: { path }, body: { source: text } }, {
            onSuccess: (answer) => {
              setAsking(undefined);
              toast(t.functions.replaced(name, answer.current.version));
              void anew();
              void navigate({ to: '.', search: {} });
            },
          })}
        />
      </Dialog>
      <Confirm
        open={asking === 'remove'}
        onClose={() => { remove.reset(); setAsking(undefined); }}
        title={t.functions.removeTitle(name)}
        keep={t.functions.keep}
        act={t.functions.remove(name)}
        name={name}
        busy={remove.isPending}
        error={remove.error}
        onAct={() => remove.mutate({ params: { path } }, {
          onSuccess: () => {
            toast(t.functions.removed(name));
            void navigate({ to: '/console/apps/$app/functions', params: { app: app.id } }).then(() => queries.invalidateQueries({ queryKey: ['get', '/developer/apps/{id}/functions'] }));
          },
        })}
      >
        <p>{t.functions.removeWhy}</p>
      </Confirm>
    </>
  );
}
