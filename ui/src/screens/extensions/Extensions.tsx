import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, client, ifMatch, type Schemas } from '#/api/client';
import { asFault } from '#/api/fault';
import { Bones } from '#/parts/Bone';
import { Button, TextButton } from '#/parts/Button';
import { Card, Note } from '#/parts/Card';
import { Conflict } from '#/parts/Conflict';
import { mayAct } from '#/parts/Denied';
import { Confirm, Dialog } from '#/parts/Dialog';
import { Empty } from '#/parts/Empty';
import { Failure } from '#/parts/Failure';
import { Field, Input, Radio, Select } from '#/parts/Field';
import { PageHead } from '#/parts/Page';
import { Table } from '#/parts/Table';
import { Lint, Tag } from '#/parts/Tag';
import { toast } from '#/parts/toast';
import { useApp, useOrganization } from '#/shell/place';
import { t } from '#/texts';
import { Sketch } from './Sketch';

type Extension = Schemas['Extension'];
type Type = Schemas['ExtensionType'];
type Resource = Schemas['ResourceType'];

const types = Object.keys(t.extensions.types) as Type[];
const resources = Object.keys(t.extensions.resources) as Resource[];
const onRecords = (type: Type) => type === 'RECORD_PANEL' || type === 'RECORD_ACTION';

/** Extensions are the places where the app's own pages appear. */
export function Extensions() {
  const app = useApp();
  const role = useOrganization()?.role ?? 'viewer';
  const queries = useQueryClient();
  const list = api.useQuery('get', '/developer/apps/{id}/extensions', { params: { path: { id: app.id } } });
  const remove = api.useMutation('delete', '/developer/apps/{id}/extensions/{extensionId}');
  const [editing, setEditing] = useState<Extension | 'new'>();
  const [leaving, setLeaving] = useState<Extension>();
  const off = mayAct(role, 'developer') ? undefined : t.extensions.off;
  const rows = list.data?.data ?? [];
  const anew = () => queries.invalidateQueries({ queryKey: ['get', '/developer/apps/{id}/extensions'] });
  const add = <Button look="primary" off={off} onClick={() => setEditing('new')}>{t.extensions.add}</Button>;
  return (
    <>
      <PageHead title={t.extensions.title} of={app.name} lead={t.extensions.lead} bounded actions={rows.length > 0 && add} />
      {app.appUrl === null && <Note tone="warn" title={t.extensions.noUrl}><p className="small">{t.extensions.noUrlWhy}</p></Note>}
      {list.error && !list.data ? <Failure level={2} error={list.error} title={t.parts.failed(t.extensions.theExtensions)} onRetry={() => void list.refetch()} /> : (
        <Card flush label={t.extensions.title} className="bounded">
          {!list.data ? <Bones rows={4} /> : rows.length === 0 ? <Empty level={2} title={t.extensions.none} actions={add}><p>{t.extensions.noneWhy}</p></Empty> : (
            <Table
              label={t.extensions.title}
              rows={rows}
              rowKey={(one) => one.id}
              columns={[
                { key: 'label', head: t.extensions.label, fold: 'first', cell: (one) => <b><bdi>{one.label}</bdi></b> },
                { key: 'where', head: t.extensions.where, fold: 'full', cell: (one) => <>{t.extensions.types[one.type]}{one.resourceType && <span className="sub">{t.extensions.resources[one.resourceType]}</span>}</> },
                { key: 'leads', head: t.extensions.leads, fold: 'full', cell: (one) => <code className="whitespace-normal! [overflow-wrap:anywhere]!">{one.url ?? one.path}</code> },
                { key: 'state', head: t.extensions.state, fold: 'end', cell: (one) => (one.problem === null ? <Tag tone="ok" shape="on">{t.extensions.shown}</Tag> : <><Tag tone="bad">{t.extensions.notShown}</Tag><Lint tone="bad">{t.extensions.problems[one.problem]}</Lint></>) },
                !off && { key: 'acts', head: <span className="unseen">{t.parts.more}</span>, end: true, fold: 'act', cell: (one) => (
                  <span className="row justify-end">
                    <TextButton aria-label={t.extensions.editOf(one.label)} onClick={() => setEditing(one)}>{t.extensions.edit}</TextButton>
                    <TextButton aria-label={t.extensions.removeOf(one.label)} onClick={() => setLeaving(one)}>{t.extensions.remove}</TextButton>
                  </span>
                ) },
              ]}
            />
          )}
        </Card>
      )}
      <Dialog open={editing !== undefined} onClose={() => setEditing(undefined)} title={editing === 'new' || !editing ? t.extensions.add : t.extensions.editTitle(editing.label)} wide>
        {editing && <Form extension={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} onDone={anew} />}
      </Dialog>
      <Confirm
        open={leaving !== undefined}
        onClose={() => { remove.reset(); setLeaving(undefined); }}
        title={t.extensions.removeTitle(leaving?.label ?? '')}
        keep={t.extensions.keep}
        act={t.extensions.removeOf(leaving?.label ?? '')}
        busy={remove.isPending}
        error={remove.error}
        onAct={() => leaving && remove.mutate({ params: { path: { id: app.id, extensionId: leaving.id } } }, { onSuccess: () => { toast(t.extensions.removed(leaving.label)); setLeaving(undefined); void anew(); } })}
      >
        <p>{t.extensions.removeWhy}</p>
      </Confirm>
    </>
  );
}

function Form({ extension, onClose, onDone }: { extension: Extension | undefined; onClose: () => void; onDone: () => Promise<void> }) {
  const app = useApp();
  const [type, setType] = useState<Type>(extension?.type ?? 'RECORD_PANEL');
  const [resource, setResource] = useState<Resource>(extension?.resourceType ?? 'INVOICE');
  const [label, setLabel] = useState(extension?.label ?? '');
  const [path, setPath] = useState(extension?.path ?? '');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [theirs, setTheirs] = useState<Extension>();
  const off = label.trim() === '' || path.trim() === '' ? t.extensions.saveOff : undefined;
  const body = { type, resourceType: onRecords(type) ? resource : null, label: label.trim(), path: path.trim() };
  const save = async (version: number | undefined) => {
    setBusy(true);
    setError(undefined);
    try {
      if (extension && version !== undefined) await client.PATCH('/developer/apps/{id}/extensions/{extensionId}', { params: { path: { id: app.id, extensionId: extension.id } }, headers: ifMatch(version), body });
      else await client.POST('/developer/apps/{id}/extensions', { params: { path: { id: app.id } }, body });
      await onDone();
      toast(extension ? t.extensions.saved(body.label) : t.extensions.registered(body.label));
      onClose();
    } catch (caught) {
      const now = asFault(caught).status === 412 ? await client.GET('/developer/apps/{id}/extensions', { params: { path: { id: app.id } } }).catch(() => undefined) : undefined;
      const saved = now?.data?.data.find((one) => one.id === extension?.id);
      if (saved) setTheirs(saved);
      else setError(caught);
    } finally {
      setBusy(false);
    }
  };
  const take = (one: Extension) => {
    setTheirs(undefined);
    setType(one.type);
    setResource(one.resourceType ?? 'INVOICE');
    setLabel(one.label);
    setPath(one.path);
    void onDone();
    onClose();
  };
  return (
    <form className="stack" onSubmit={(event) => { event.preventDefault(); if (!off && !busy) void save(extension?.version); }}>
      <fieldset className="grid gap-2">
        <legend className="label">{t.extensions.type}</legend>
        {types.map((one) => <Radio key={one} name="type" checked={type === one} onChange={() => setType(one)}>{t.extensions.types[one]} <span className="small muted">{t.extensions.typeWhy[one]}</span></Radio>)}
      </fieldset>
      {onRecords(type) && (
        <Field label={t.extensions.resource} hint={t.extensions.resourceHint}>
          <Select value={resource} onChange={(event) => setResource(event.target.value as Resource)}>
            {resources.map((one) => <option key={one} value={one}>{t.extensions.resources[one]}</option>)}
          </Select>
        </Field>
      )}
      <Field label={t.extensions.label} hint={t.extensions.labelHint} count={t.extensions.count(label.length)}>
        <Input value={label} maxLength={40} onChange={(event) => setLabel(event.target.value)} />
      </Field>
      <Field label={t.extensions.path} hint={app.appUrl ? t.extensions.pathHint(app.appUrl) : t.extensions.noUrlWhy}>
        <Input mono value={path} maxLength={512} autoCapitalize="none" spellCheck={false} onChange={(event) => setPath(event.target.value)} />
      </Field>
      <Sketch type={type} label={label} resource={t.extensions.resources[resource]} />
      {theirs && (
        <Conflict
          busy={busy}
          parts={[
            { key: 'type', name: t.extensions.type, theirs: t.extensions.types[theirs.type], yours: t.extensions.types[type] },
            { key: 'label', name: t.extensions.label, theirs: theirs.label, yours: label },
            { key: 'path', name: t.extensions.path, theirs: theirs.path, yours: path },
          ]}
          onTheirs={() => take(theirs)}
          onMine={() => void save(theirs.version)}
        />
      )}
      {error !== undefined && <Failure error={error} />}
      {off && <p className="why" id="extension-why">{off}</p>}
      <div className="actions">
        <Button onClick={onClose}>{t.parts.cancel}</Button>
        <Button type="submit" look="primary" busy={busy} off={off} whyId="extension-why">{extension ? t.extensions.save : t.extensions.add}</Button>
      </div>
    </form>
  );
}
