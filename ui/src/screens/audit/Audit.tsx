import { useNavigate, useSearch } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import { api, client, type Schemas } from '#/api/client';
import { cursorOf, rowsOf, usePages } from '#/api/pages';
import { Bones } from '#/parts/Bone';
import { Button } from '#/parts/Button';
import { Facts } from '#/parts/Card';
import { Json } from '#/parts/CodeBlock';
import { Denied, mayAct } from '#/parts/Denied';
import { Drawer, DrawerPart } from '#/parts/Drawer';
import { Empty } from '#/parts/Empty';
import { Failure } from '#/parts/Failure';
import { Input } from '#/parts/Field';
import { IdChip } from '#/parts/IdChip';
import { Link } from '#/parts/Link';
import { PageHead } from '#/parts/Page';
import { Filters, Pick } from '#/parts/Pick';
import { Table, TableFoot } from '#/parts/Table';
import { Time } from '#/parts/Time';
import { type Organization, useAppsOf, useOrganization } from '#/shell/place';
import { t } from '#/texts';
import { actions } from './actions';
import './audit.css';

type Entry = Schemas['AuditEntry'];
const here = '/console/audit' as const;

export function Audit() {
  const organization = useOrganization();
  if (!organization) return <PageHead title={t.audit.title} lead={t.audit.lead} />;
  return (
    <>
      <PageHead title={t.audit.title} of={organization.name} lead={t.audit.lead} />
      {mayAct(organization.role, 'admin') ? <Log organization={organization} /> : <NotYours organization={organization} />}
    </>
  );
}

const useMembers = (id: string) => api.useQuery('get', '/developer/organizations/{id}/members', { params: { path: { id } } }, { staleTime: 60_000 });

function NotYours({ organization }: { organization: Organization }) {
  const members = useMembers(organization.id);
  return (
    <Denied
      need="admin"
      have={organization.role}
      organization={organization.name}
      what={t.audit.readIt}
      people={members.data?.data.filter((one) => mayAct(one.role, 'admin')).map((one) => one.name)}
    />
  );
}

/** useNames is what ids of the organization's own people and apps are called. */
function useNames(organization: string): ReadonlyMap<string, string> {
  const members = useMembers(organization).data?.data ?? [];
  const apps = useAppsOf(organization).data?.data ?? [];
  return new Map([...members.map((one) => [one.userId, one.name] as const), ...apps.map((one) => [one.id, one.name] as const)]);
}

/** A day in the URL stands for its beginning, in UTC; `to` is the last day that is shown. */
const beginning = (day: string | undefined, plus = 0) => {
  const at = day === undefined ? NaN : Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) ? undefined : new Date(at + plus * 86_400_000).toISOString();
};

function Log({ organization }: { organization: Organization }) {
  const search = useSearch({ from: here });
  const { action, subject, from, to, entry } = search;
  const navigate = useNavigate({ from: here });
  const set = (change: Partial<typeof search>, replace = false) => void navigate({ search: (before) => ({ ...before, ...change }), resetScroll: false, replace });
  const link = (change: Partial<typeof search>) => ({ to: here, search: { ...search, ...change } });
  const names = useNames(organization.id);
  const query = { action, subject, from: beginning(from), to: beginning(to, 1) };
  const log = usePages(
    ['get', '/developer/organizations/{id}/audit-log', organization.id, query],
    (after, signal) => client.GET('/developer/organizations/{id}/audit-log', { params: { path: { id: organization.id }, query: { ...query, after } }, signal }),
    cursorOf,
    { keep: true },
  );
  const rows = rowsOf(log.data);
  const open = rows.find((row) => row.id === entry);
  const filtered = [action, subject, from, to].filter((one) => one !== undefined).length;
  const clear = { action: undefined, subject: undefined, from: undefined, to: undefined, entry: undefined };
  const clearIt = <Button asChild><Link {...link(clear)}>{t.audit.clear}</Link></Button>;

  return (
    <>
      <Filters set={filtered}>
        <Pick label={t.audit.action} value={action} onChange={(value) => set({ action: value, entry: undefined })} options={actions.map((value) => ({ value, label: t.audit.actions[value], find: `${value} ${t.audit.actions[value]}` }))} />
        <Subject key={subject ?? ''} value={subject} onChange={(value) => set({ subject: value, entry: undefined })} />
        <Day label={t.audit.from} value={from} onChange={(value) => set({ from: value, entry: undefined })} />
        <Day label={t.audit.to} value={to} onChange={(value) => set({ to: value, entry: undefined })} />
        {filtered > 0 && <Link className="small" {...link(clear)} resetScroll={false}>{t.audit.clear}</Link>}
      </Filters>
      {log.error && !log.data ? (
        <Failure level={2} error={log.error} title={t.parts.failed(t.audit.theLog)} onRetry={() => void log.refetch()}>{t.audit.failedWhy}</Failure>
      ) : (
        <div className={open ? 'log' : 'card'}>
          <div className="min-w-0">
            {!log.data ? <Bones rows={8} /> : rows.length > 0 ? (
              <Table
                label={t.audit.title}
                rows={rows}
                rowKey={(row) => row.id}
                open={(row) => ({ ...link({ entry: row.id }), resetScroll: false })}
                selected={open?.id}
                onWalk={(row) => set({ entry: row.id }, true)}
                busy={log.isPlaceholderData}
                columns={[
                  { key: 'at', head: t.audit.at, fold: 'first', cell: (row) => <Time at={row.at} /> },
                  { key: 'action', head: t.audit.what, opens: true, fold: 'full', cell: (row) => <>{said(row)} <code className="sub">{row.action}</code></> },
                  { key: 'who', head: t.audit.who, fold: 'meta', cell: (row) => <Who row={row} names={names} /> },
                  { key: 'subject', head: t.audit.subject, fold: 'meta', cell: (row) => <Named id={row.subject} names={names} /> },
                  !open && { key: 'request', head: t.audit.request, fold: 'none', cell: (row) => (row.requestId ? <IdChip id={row.requestId} /> : <span className="muted">{t.parts.none}</span>) },
                ]}
              />
            ) : filtered > 0 ? (
              <Empty level={2} title={t.audit.noMatch} actions={clearIt}>
                <p>{t.audit.noMatchWhy([action && t.audit.withAction(action), subject && t.audit.withSubject(subject), from && t.audit.withFrom(from), to && t.audit.withTo(to)].filter((one) => typeof one === 'string'))}</p>
              </Empty>
            ) : (
              <Empty level={2} title={t.audit.none}><p>{t.audit.noneWhy}</p></Empty>
            )}
            {rows.length > 0 && (
              <TableFoot end={log.hasNextPage && <Button little busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>{t.audit.more}</Button>}>
                {log.hasNextPage ? t.audit.shown(rows.length) : t.audit.shownAll(rows.length)}
              </TableFoot>
            )}
            {log.isFetchNextPageError && <div className="card-body"><Failure level={2} error={log.error} title={t.parts.failed(t.audit.theLog)} onRetry={() => void log.fetchNextPage()} /></div>}
          </div>
          {open && (
            <Drawer key={open.id} label={said(open)} title={said(open)} meta={<><Time at={open.at} /><code>{open.action}</code></>} onClose={() => set({ entry: undefined })}>
              <DrawerPart>
                <Facts
                  facts={[
                    [t.audit.who, <Who key="who" row={open} names={names} whole />],
                    [t.audit.subject, <IdChip key="subject" id={open.subject} whole />],
                    [t.audit.request, open.requestId ? <IdChip key="request" id={open.requestId} whole /> : t.audit.noRequest],
                    [t.audit.id, <IdChip key="id" id={open.id} whole />],
                  ]}
                />
                {subject !== open.subject && <p className="small"><Link {...link({ ...clear, subject: open.subject })}>{t.audit.allAbout}</Link></p>}
              </DrawerPart>
              <DrawerPart title={t.audit.facts}>
                {Object.keys(open.facts).length === 0 ? <p className="small muted">{t.parts.none}</p> : <Json label={t.audit.facts} value={open.facts} />}
              </DrawerPart>
            </Drawer>
          )}
        </div>
      )}
    </>
  );
}

/** said is the action in words; a new one that nobody knows here stays as it is. */
const said = (row: Entry): string => (t.audit.actions as Record<string, string>)[row.action] ?? row.action;

function Named({ id, names, whole }: { id: string; names: ReadonlyMap<string, string>; whole?: boolean }) {
  const name = names.get(id);
  return name ? <><bdi>{name}</bdi>{whole && <> <IdChip id={id} /></>}</> : <IdChip id={id} />;
}

function Who({ row, names, whole }: { row: Entry; names: ReadonlyMap<string, string>; whole?: boolean }) {
  if (row.actor.id === null) return t.audit.actors[row.actor.type];
  return <Named id={row.actor.id} names={names} whole={whole} />;
}

/** Subject is taken with Enter, as ids are pasted whole. */
function Subject({ value, onChange }: { value: string | undefined; onChange: (value: string | undefined) => void }) {
  const [typed, setTyped] = useState(value ?? '');
  return (
    <form
      role="search"
      className="flex items-center gap-1"
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        onChange(typed.trim() || undefined);
      }}
    >
      <Input mono className="audit-field" value={typed} data-filter aria-label={t.audit.subjectId} placeholder={t.audit.subjectExample} spellCheck={false} autoComplete="off" onChange={(event) => setTyped(event.target.value)} onBlur={() => { if (typed.trim() !== (value ?? '')) onChange(typed.trim() || undefined); }} />
    </form>
  );
}

const Day = ({ label, value, onChange }: { label: string; value: string | undefined; onChange: (value: string | undefined) => void }) => (
  <label className="flex items-center gap-1 font-normal text-muted">
    {label}
    <Input type="date" className="audit-field" value={value ?? ''} onChange={(event) => onChange(event.target.value || undefined)} />
  </label>
);
