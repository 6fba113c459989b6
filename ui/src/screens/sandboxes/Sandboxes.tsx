import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '#/api/client';
import { facts } from '#/facts';
import { Bones } from '#/parts/Bone';
import { Button, IconButton } from '#/parts/Button';
import { Card } from '#/parts/Card';
import { Confirm } from '#/parts/Dialog';
import { Empty } from '#/parts/Empty';
import { Failure } from '#/parts/Failure';
import { IdChip } from '#/parts/IdChip';
import { Item, Menu } from '#/parts/Menu';
import { PageHead } from '#/parts/Page';
import { Table, TableFoot } from '#/parts/Table';
import { Tag } from '#/parts/Tag';
import { Time } from '#/parts/Time';
import { toast } from '#/parts/toast';
import { useCommand } from '#/shell/commands';
import { useOff } from '#/shell/may';
import { type Organization, useOrganization } from '#/shell/place';
import { t } from '#/texts';
import { Clock, MoveClock } from './MoveClock';
import { NewSandbox } from './NewSandbox';
import type { Sandbox } from './sandbox';
import { TakeToken } from './TakeToken';

const path = '/developer/organizations/{id}/sandboxes';
const most = 10;

export function Sandboxes() {
  const organization = useOrganization();
  if (!organization) return <PageHead title={t.sandboxes.title} lead={t.sandboxes.lead} />;
  return <SandboxesOf key={organization.id} organization={organization} />;
}

function SandboxesOf({ organization }: { organization: Organization }) {
  const search = useSearch({ from: '/console/sandboxes' });
  const navigate = useNavigate({ from: '/console/sandboxes' });
  const queries = useQueryClient();
  const off = useOff('developer');
  const params = { path: { id: organization.id } };
  const list = api.useQuery('get', path, { params }, { refetchInterval: (query) => (query.state.data?.data.some((one) => one.filledAt === null) ? 2000 : false) });
  const rows = list.data?.data ?? [];
  const full = rows.length >= most;
  const [asked, setAsked] = useState<{ what: 'reset' | 'remove'; sandbox: Sandbox }>();
  const readAnew = () => queries.invalidateQueries({ queryKey: ['get', path] });
  const go = (next: { new?: '1'; token?: string; clock?: string }) => void navigate({ search: (before) => ({ ...before, new: undefined, token: undefined, clock: undefined, ...next }), resetScroll: false });
  const makeOne = () => {
    if (!off && !full) go({ new: '1' });
  };
  useCommand('new-sandbox', t.sandboxes.make, makeOne);
  const make = <Button look="primary" off={off ?? (full ? t.sandboxes.full : undefined)} onClick={makeOne}>{t.sandboxes.make}</Button>;

  return (
    <>
      <PageHead bounded title={t.sandboxes.title} of={organization.name} lead={t.sandboxes.lead} actions={rows.length > 0 && make} />
      <Card flush label={t.sandboxes.title} className="bounded">
        {list.error && !list.data && <div className="card-body"><Failure level={2} error={list.error} title={t.parts.failed(t.sandboxes.theSandboxes)} onRetry={() => void list.refetch()} /></div>}
        {!list.data && !list.error && <Bones rows={3} />}
        {list.data && rows.length === 0 && (
          <Empty level={2} title={t.sandboxes.none} actions={make}>
            <p>{t.sandboxes.noneWhy}</p>
          </Empty>
        )}
        {rows.length > 0 && (
          <>
            <Table
              label={t.sandboxes.title}
              rows={rows}
              rowKey={(one) => one.id}
              columns={[
                { key: 'name', head: t.sandboxes.name, fold: 'first', cell: (one) => <><b className="font-medium wrap-anywhere"><bdi>{one.name}</bdi></b> <span className="sub"><IdChip id={one.id} /></span></> },
                { key: 'template', head: t.sandboxes.template, fold: 'meta', cell: (one) => t.sandboxes.templates[one.template] },
                { key: 'where', head: t.sandboxes.where, fold: 'meta', cell: (one) => `${one.currency}, ${one.timezone}` },
                { key: 'filled', head: t.sandboxes.filled, fold: 'full', cell: (one) => (one.filledAt ? <Time at={one.filledAt} /> : <Tag tone="warn" shape="queued">{t.sandboxes.filling}</Tag>) },
                { key: 'clock', head: t.sandboxes.clock, fold: 'meta', label: t.sandboxes.clock, cell: (one) => <Clock sandbox={one} readAt={list.dataUpdatedAt} /> },
                {
                  key: 'acts', head: <span className="unseen">{t.sandboxes.acts}</span>, end: true, fold: 'act', cell: (one) => (
                    <span className="inline-flex flex-wrap items-center justify-end gap-2">
                      <Enter sandbox={one} />
                      <Button little off={off} whyId="sandbox-why" onClick={() => go({ token: one.id })} aria-label={t.sandboxes.takeTokenIn(one.name)}>{t.sandboxes.takeToken}</Button>
                      <Acts sandbox={one} onClock={() => go({ clock: one.id })} onAsk={(what) => setAsked({ what, sandbox: one })} />
                    </span>
                  ),
                },
              ]}
            />
            <TableFoot>
              <span id="sandbox-why">{off ?? t.sandboxes.of(rows.length, most)}</span>
            </TableFoot>
          </>
        )}
      </Card>
      <p className="why bounded">{t.sandboxes.members}</p>
      <NewSandbox organization={organization.id} open={search.new === '1'} onClose={() => go({})} />
      <TakeToken organization={organization.id} sandbox={rows.find((one) => one.id === search.token)} onClose={() => go({})} />
      <MoveClock organization={organization.id} sandbox={rows.find((one) => one.id === search.clock)} onClose={() => go({})} />
      <ResetIt organization={organization.id} sandbox={asked?.what === 'reset' ? asked.sandbox : undefined} onClose={() => setAsked(undefined)} onDone={() => void readAnew()} />
      <RemoveIt organization={organization.id} sandbox={asked?.what === 'remove' ? asked.sandbox : undefined} onClose={() => setAsked(undefined)} onDone={() => void readAnew()} />
    </>
  );
}

/** Enter leads to the pages of the business, as one of its members. */
function Enter({ sandbox }: { sandbox: Sandbox }) {
  return (
    <form method="post" action="/businesses" onSubmit={(event) => {
      // The token in it is of this moment.
      (event.currentTarget.elements.namedItem('csrf') as HTMLInputElement).value = facts.form;
    }}>
      <input type="hidden" name="csrf" />
      <input type="hidden" name="business" value={sandbox.id} />
      <Button little type="submit" aria-label={t.sandboxes.enterName(sandbox.name)}>{t.sandboxes.enter}</Button>
    </form>
  );
}

function Acts({ sandbox, onClock, onAsk }: { sandbox: Sandbox; onClock: () => void; onAsk: (what: 'reset' | 'remove') => void }) {
  const mayReset = useOff('developer') === undefined;
  const mayRemove = useOff('admin') === undefined;
  return (
    <Menu trigger={<IconButton icon="more" label={t.sandboxes.more(sandbox.name)} />}>
      <Item off={!mayReset || sandbox.filledAt === null} onSelect={onClock}>{t.sandboxes.clockMove}</Item>
      <Item off={!mayReset || sandbox.filledAt === null} onSelect={() => onAsk('reset')}>{t.sandboxes.reset}</Item>
      <Item off={!mayRemove} onSelect={() => onAsk('remove')}>{mayRemove ? t.sandboxes.remove : t.sandboxes.removeAdmins}</Item>
    </Menu>
  );
}

type AskProps = { organization: string; sandbox: Sandbox | undefined; onClose: () => void; onDone: () => void };

function ResetIt({ organization, sandbox, onClose, onDone }: AskProps) {
  const reset = api.useMutation('post', '/developer/organizations/{id}/sandboxes/{sandboxId}/reset');
  const close = () => {
    reset.reset();
    onClose();
  };
  return (
    <Confirm
      open={sandbox !== undefined}
      onClose={close}
      title={t.sandboxes.resetTitle(sandbox?.name ?? '')}
      keep={t.sandboxes.keepBooks}
      act={t.sandboxes.resetAct(sandbox?.name ?? '')}
      busy={reset.isPending}
      error={reset.error}
      onAct={() => reset.mutate({ params: { path: { id: organization, sandboxId: sandbox!.id } } }, {
        onSuccess: () => {
          toast(t.sandboxes.wasReset(sandbox!.name));
          close();
          onDone();
        },
      })}
    >
      <p>{t.sandboxes.resetWhy}</p>
      <p>{t.sandboxes.resetStays}</p>
    </Confirm>
  );
}

function RemoveIt({ organization, sandbox, onClose, onDone }: AskProps) {
  const remove = api.useMutation('delete', '/developer/organizations/{id}/sandboxes/{sandboxId}');
  const close = () => {
    remove.reset();
    onClose();
  };
  return (
    <Confirm
      open={sandbox !== undefined}
      onClose={close}
      title={t.sandboxes.removeTitle(sandbox?.name ?? '')}
      keep={t.sandboxes.keepIt}
      act={t.sandboxes.removeAct(sandbox?.name ?? '')}
      name={sandbox?.name ?? ''}
      busy={remove.isPending}
      error={remove.error}
      onAct={() => remove.mutate({ params: { path: { id: organization, sandboxId: sandbox!.id } } }, {
        onSuccess: () => {
          toast(t.sandboxes.removed(sandbox!.name));
          close();
          onDone();
        },
      })}
    >
      <p>{t.sandboxes.removeWhy}</p>
    </Confirm>
  );
}
