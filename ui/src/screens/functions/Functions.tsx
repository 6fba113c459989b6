import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '#/api/client';
import { Bones } from '#/parts/Bone';
import { Button } from '#/parts/Button';
import { Card } from '#/parts/Card';
import { CodeBlock } from '#/parts/CodeBlock';
import { Dialog } from '#/parts/Dialog';
import { Empty } from '#/parts/Empty';
import { Failure } from '#/parts/Failure';
import { Field, Input } from '#/parts/Field';
import { PageHead } from '#/parts/Page';
import { Say } from '#/parts/Say';
import { Table } from '#/parts/Table';
import { Time } from '#/parts/Time';
import { toast } from '#/parts/toast';
import { useCommand } from '#/shell/commands';
import { useApp } from '#/shell/place';
import { format, t } from '#/texts';
import { useOff } from './data';
import { SourceForm } from './Source';
import { StateTag, Stopped } from './state';

/** Functions are an app's, with whether each runs. */
export function Functions() {
  const app = useApp();
  const list = api.useQuery('get', '/developer/apps/{id}/functions', { params: { path: { id: app.id } } });
  const [adding, setAdding] = useState(false);
  const off = useOff();
  useCommand('add-function', t.functions.add, () => !off && setAdding(true));
  const rows = list.data?.data ?? [];
  const stopped = rows.find((one) => !one.runnable);
  const add = <Button look="primary" off={off} onClick={() => setAdding(true)}>{t.functions.add}</Button>;
  return (
    <>
      <PageHead title={t.functions.title} of={app.name} lead={t.functions.lead} bounded actions={rows.length > 0 && add} />
      {stopped && <Stopped of={stopped} />}
      {list.error && !list.data ? <Failure level={2} error={list.error} title={t.parts.failed(t.functions.theFunctions)} onRetry={() => void list.refetch()} /> : (
        <Card flush label={t.functions.title} className="bounded">
          {!list.data ? <Bones rows={4} /> : rows.length === 0 ? <None add={add} /> : (
            <Table
              label={t.functions.title}
              rows={rows}
              rowKey={(one) => one.id}
              open={(one) => ({ to: '/console/apps/$app/functions/$fun', params: { app: app.id, fun: one.id } })}
              columns={[
                { key: 'name', head: t.functions.name, opens: true, fold: 'first', cell: (one) => <code>{one.name}</code> },
                { key: 'state', head: t.functions.state, fold: 'end', cell: (one) => <StateTag of={one} /> },
                { key: 'events', head: t.functions.events, fold: 'full', cell: (one) => (one.events.length > 0 ? <code>{one.events.join(', ')}</code> : <span className="muted">{t.parts.none}</span>) },
                { key: 'version', head: t.functions.version, end: true, fold: 'meta', label: t.functions.version, cell: (one) => format.number(one.current.version) },
                { key: 'size', head: t.functions.size, end: true, fold: 'meta', label: t.functions.size, cell: (one) => format.bytes(one.current.bytes) },
                { key: 'changed', head: t.functions.changed, end: true, fold: 'meta', label: t.functions.changed, cell: (one) => <Time at={one.updatedAt} /> },
              ]}
            />
          )}
        </Card>
      )}
      <Dialog open={adding} onClose={() => setAdding(false)} title={t.functions.add} wide><Add onClose={() => setAdding(false)} /></Dialog>
    </>
  );
}

/** None teaches what a function is by one. */
const None = ({ add }: { add: React.ReactNode }) => (
  <Empty level={2} title={t.functions.none} actions={add}>
    <p><Say text={t.functions.noneWhy} /></p>
    <p><Say text={t.functions.noneExample} /></p>
    <CodeBlock label={t.functions.example} text={t.functions.exampleSource} />
  </Empty>
);

function Add({ onClose }: { onClose: () => void }) {
  const app = useApp();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const add = api.useMutation('post', '/developer/apps/{id}/functions');
  return (
    <SourceForm
      act={t.functions.upload}
      off={name.trim() === '' ? t.functions.uploadOff : undefined}
      busy={add.isPending}
      error={add.error}
      onClose={onClose}
      first={<Field label={t.functions.name} hint={t.functions.nameHint}><Input mono value={name} maxLength={40} autoCapitalize="none" spellCheck={false} onChange={(event) => setName(event.target.value)} /></Field>}
      onSend={(source) => add.mutate({ params: { path: { id: app.id } }, body: { name: name.trim(), source } }, {
        onSuccess: (made) => {
          void queries.invalidateQueries({ queryKey: ['get', '/developer/apps/{id}/functions'] });
          onClose();
          toast(t.functions.uploaded(made.name));
          void navigate({ to: '/console/apps/$app/functions/$fun', params: { app: app.id, fun: made.id } });
        },
      })}
    />
  );
}
