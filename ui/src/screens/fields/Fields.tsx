import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '#/api/client';
import { facts } from '#/facts';
import { Bones } from '#/parts/Bone';
import { Button } from '#/parts/Button';
import { Card } from '#/parts/Card';
import { CodeBlock } from '#/parts/CodeBlock';
import { mayAct } from '#/parts/Denied';
import { Confirm } from '#/parts/Dialog';
import { Empty } from '#/parts/Empty';
import { Failure } from '#/parts/Failure';
import { PageHead } from '#/parts/Page';
import { Say } from '#/parts/Say';
import { Table, TableFoot } from '#/parts/Table';
import { Time } from '#/parts/Time';
import { toast } from '#/parts/toast';
import { useApp, useOrganization } from '#/shell/place';
import { t } from '#/texts';
import { FieldForm } from './FieldForm';
import type { AppField } from './form';

const here = '/console/apps/$app/fields' as const;

/** Fields is what the app keeps on records. */
export function Fields() {
  const app = useApp();
  const search = useSearch({ from: here });
  const navigate = useNavigate({ from: here });
  const cache = useQueryClient();
  const role = useOrganization()?.role ?? 'viewer';
  const off = app.status === 'SUSPENDED' ? t.fields.suspended : mayAct(role, 'developer') ? undefined : t.fields.needsRole;
  const list = api.useQuery('get', '/developer/apps/{id}/app-data-fields', { params: { path: { id: app.id } } });
  const [removing, setRemoving] = useState<AppField>();
  const go = (next: { new?: '1'; edit?: string }) => void navigate({ search: next, resetScroll: false });
  const remove = api.useMutation('delete', '/developer/apps/{id}/app-data-fields/{fieldId}', {
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: ['get', '/developer/apps/{id}/app-data-fields'] });
      toast(t.fields.removed(removing?.key ?? ''));
      setRemoving(undefined);
    },
  });
  const rows = list.data?.data ?? [];
  const editing = rows.find((field) => field.id === search.edit);
  const open = off === undefined && (search.new !== undefined || editing !== undefined);
  return (
    <>
      <PageHead title={t.fields.title} of={app.name} lead={t.fields.lead} bounded actions={<Button look="primary" off={off} onClick={() => go({ new: '1' })}>{t.fields.new}</Button>} />
      {list.error && !list.data ? <Failure level={2} error={list.error} title={t.parts.failed(t.fields.theFields)} onRetry={() => void list.refetch()} /> : (
        <Card flush label={t.fields.title} className="bounded">
          {!list.data ? <Bones /> : rows.length === 0 ? <None /> : (
            <>
              <Table
                label={t.fields.title}
                rows={rows}
                rowKey={(field) => field.id}
                open={off === undefined ? (field) => ({ to: here, params: { app: app.id }, search: { edit: field.id }, resetScroll: false }) : undefined}
                roomy
                columns={[
                  { key: 'field', head: t.fields.field, opens: true, fold: 'first', cell: (field) => <><bdi>{field.label}</bdi> <span className="sub"><code>{field.key}</code></span></> },
                  { key: 'on', head: t.fields.on, fold: 'end', cell: (field) => t.fields.records[field.resourceType] },
                  { key: 'type', head: t.fields.type, fold: 'full', cell: (field) => <>{t.fields.types[field.type]}<span className="sub"><Rules field={field} /></span></> },
                  { key: 'business', head: t.fields.business, fold: 'meta', label: t.fields.business, cell: (field) => (field.editableByBusiness ? t.fields.edits : field.visibleToBusiness ? t.fields.sees : t.fields.hidden) },
                  { key: 'changed', head: t.fields.changed, end: true, fold: 'meta', label: t.fields.changed, cell: (field) => <Time at={field.updatedAt} /> },
                  off === undefined && { key: 'act', head: <span className="unseen">{t.fields.remove}</span>, end: true, fold: 'act', cell: (field) => <Button little look="danger" aria-label={t.fields.removeAct(field.key)} onClick={() => { remove.reset(); setRemoving(field); }}>{t.fields.remove}</Button> },
                ]}
              />
              <TableFoot end={t.fields.limit}>{t.fields.shown(rows.length)}</TableFoot>
            </>
          )}
        </Card>
      )}
      {open && <FieldForm key={editing?.id ?? 'new'} field={editing} onClose={() => go({})} />}
      <Confirm
        open={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title={t.fields.removeTitle(removing?.key ?? '')}
        keep={t.fields.keep}
        act={t.fields.removeAct(removing?.key ?? '')}
        name={removing?.key}
        busy={remove.isPending}
        error={remove.error}
        onAct={() => removing && remove.mutate({ params: { path: { id: app.id, fieldId: removing.id } } })}
      >
        <p>{removing && <Say text={t.fields.removeWhat(removing.key, t.extensions.resources[removing.resourceType])} />}</p>
        <p>{t.fields.removeDrops}</p>
      </Confirm>
    </>
  );
}

/** Rules says a field's rules in words. */
function Rules({ field }: { field: AppField }) {
  const said = [
    (field.minLength !== undefined || field.maxLength !== undefined) && t.fields.length(field.minLength, field.maxLength),
    field.pattern && t.fields.patterns[field.pattern],
    (field.min !== undefined || field.max !== undefined) && t.fields.range(field.min?.toString(), field.max?.toString()),
    field.scale !== undefined && t.fields.places(field.scale),
    field.choices && t.fields.oneOf(field.choices),
  ].filter(Boolean);
  return said.length === 0 ? null : said.join(', ');
}

function None() {
  const address = new URL(facts.api || '/', window.location.origin).href.replace(/\/$/, '');
  return (
    <Empty level={2} title={t.fields.none}>
      <p>{t.fields.noneWhy}</p>
      <CodeBlock label={t.fields.noneCommand} text={`curl -X PUT ${address}/app-data \\\n  -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\\n  -d '{"values":[{"resourceType":"INVOICE","resourceId":"inv_…","key":"erp_id","value":"4711"}]}'`} />
    </Empty>
  );
}
