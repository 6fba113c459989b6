import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api, type Schemas } from '#/api/client';
import { Bones } from '#/parts/Bone';
import { Button, IconButton } from '#/parts/Button';
import { Card } from '#/parts/Card';
import { mayAct } from '#/parts/Denied';
import { Confirm } from '#/parts/Dialog';
import { Empty } from '#/parts/Empty';
import { Failure } from '#/parts/Failure';
import { Shape } from '#/parts/Icon';
import { Item, Line, Menu } from '#/parts/Menu';
import { PageHead } from '#/parts/Page';
import { Say } from '#/parts/Say';
import { Table } from '#/parts/Table';
import { Tag } from '#/parts/Tag';
import { Time } from '#/parts/Time';
import { toast } from '#/parts/toast';
import { useCommand } from '#/shell/commands';
import { useOff } from '#/shell/may';
import { type Organization, useAccount, useOrganization } from '#/shell/place';
import { t } from '#/texts';
import { ChangeRole, HandOver, Invite, Rename } from './forms';
import { type Member, type Role, roles } from './roles';
import './team.css';

type Invitation = Schemas['OrganizationInvitation'];

const membersPath = '/developer/organizations/{id}/members';
const invitationsPath = '/developer/organizations/{id}/invitations';

export function Team() {
  const organization = useOrganization();
  if (!organization) return <PageHead title={t.team.title} />;
  return <TeamOf key={organization.id} organization={organization} />;
}

type Asked = { what: 'remove' | 'leave' | 'hand-over'; member: Member };

function TeamOf({ organization }: { organization: Organization }) {
  const search = useSearch({ from: '/console/team' });
  const navigate = useNavigate({ from: '/console/team' });
  const queries = useQueryClient();
  const me = useAccount().data?.user.id;
  const off = useOff('admin');
  const params = { path: { id: organization.id } };
  const members = api.useQuery('get', membersPath, { params });
  const [asked, setAsked] = useState<Asked>();
  const [renaming, setRenaming] = useState(false);
  const go = (next: { invite?: '1'; member?: string }) => void navigate({ search: (before) => ({ ...before, invite: undefined, member: undefined, ...next }), resetScroll: false });
  const invite = () => {
    if (!off) go({ invite: '1' });
  };
  useCommand('invite', t.team.invite, invite);
  const readAnew = () => Promise.all([membersPath, invitationsPath, '/developer/organizations'].map((path) => queries.invalidateQueries({ queryKey: ['get', path] })));
  const rows = members.data?.data ?? [];
  const close = () => setAsked(undefined);

  return (
    <>
      <PageHead bounded title={t.team.title} of={organization.name} lead={t.team.lead(organization.name)} actions={<><Button off={off} whyId="team-why" onClick={() => setRenaming(true)}>{t.team.rename}</Button><Button look="primary" off={off} whyId="team-why" onClick={invite}>{t.team.invite}</Button></>} why={off && <span id="team-why">{off}</span>} />
      <Card flush title={t.team.members} className="bounded">
        {members.error && !members.data && <div className="card-body"><Failure error={members.error} title={t.parts.failed(t.team.theMembers)} onRetry={() => void members.refetch()} /></div>}
        {!members.data && !members.error && <Bones rows={3} />}
        {rows.length > 0 && (
          <Table
            label={t.team.members}
            rows={rows}
            rowKey={(one) => one.userId}
            columns={[
              { key: 'name', head: t.team.name, fold: 'first', cell: (one) => <><b className="font-medium wrap-anywhere"><bdi>{one.name}</bdi></b>{one.userId === me && <span className="muted"> {t.team.you}</span>}<span className="sub wrap-anywhere">{one.email}</span></> },
              { key: 'role', head: t.team.role, fold: 'end', cell: (one) => t.team.roles[one.role] },
              { key: 'since', head: t.team.since, fold: 'full', label: t.team.since, cell: (one) => <Time at={one.since} as="date" /> },
              {
                key: 'acts', head: <span className="unseen">{t.team.acts}</span>, end: true, fold: 'act', cell: (one) => (
                  <Acts member={one} mine={one.userId === me} role={organization.role} onRole={() => go({ member: one.userId })} onAsk={(what) => setAsked({ what, member: one })} />
                ),
              },
            ]}
          />
        )}
      </Card>
      <Invitations organization={organization} members={rows} />
      <WhatRolesMay mine={organization.role} />
      <Invite organization={organization} open={search.invite === '1'} onClose={() => go({})} onDone={() => void readAnew()} />
      <Rename organization={organization} open={renaming} onClose={() => setRenaming(false)} onDone={() => void readAnew()} />
      <ChangeRole organization={organization} member={rows.find((one) => one.userId === search.member)} onClose={() => go({})} onDone={() => void readAnew()} />
      <HandOver organization={organization} open={asked?.what === 'hand-over'} members={rows.filter((one) => one.userId !== me)} onClose={close} onDone={() => void readAnew()} />
      <Remove organization={organization} member={asked?.what === 'remove' ? asked.member : undefined} onClose={close} onDone={() => void readAnew()} />
      <Leave organization={organization} open={asked?.what === 'leave'} onClose={close} onDone={() => void navigate({ to: '/console', search: {} }).then(() => queries.invalidateQueries())} />
    </>
  );
}

type ActsProps = { member: Member; mine: boolean; role: Role; onRole: () => void; onAsk: (what: Asked['what']) => void };

function Acts({ member, mine, role, onRole, onAsk }: ActsProps) {
  // Nobody gives or takes a role above their own.
  const may = mayAct(role, 'admin') && mayAct(role, member.role);
  if (!mine && !mayAct(role, 'admin')) return <span className="muted">{t.parts.none}</span>;
  return (
    <Menu trigger={<IconButton icon="more" label={t.team.more(member.name)} />}>
      {mayAct(role, 'admin') && <Item off={!may} onSelect={onRole}>{may ? t.team.changeRole : t.team.aboveYours}</Item>}
      {mine && role === 'owner' && <Item onSelect={() => onAsk('hand-over')}>{t.team.handOver}</Item>}
      {mayAct(role, 'admin') && <Line />}
      {mine ? <Item onSelect={() => onAsk('leave')}>{t.team.leave}</Item> : <Item off={!may} onSelect={() => onAsk('remove')}>{t.team.remove}</Item>}
    </Menu>
  );
}

function Invitations({ organization, members }: { organization: Organization; members: readonly Member[] }) {
  const queries = useQueryClient();
  const off = useOff('admin');
  const list = api.useQuery('get', invitationsPath, { params: { path: { id: organization.id } } }, { refetchInterval: (query) => (query.state.data?.data.some((one) => one.mailedAt === null) ? 5000 : false) });
  const withdraw = api.useMutation('delete', '/developer/organizations/{id}/invitations/{invitationId}');
  const [asked, setAsked] = useState<Invitation>();
  const rows = list.data?.data ?? [];
  const close = () => {
    withdraw.reset();
    setAsked(undefined);
  };
  return (
    <Card flush title={t.team.invitations} className="bounded">
      {list.error && !list.data && <div className="card-body"><Failure error={list.error} title={t.parts.failed(t.team.theInvitations)} onRetry={() => void list.refetch()} /></div>}
      {!list.data && !list.error && <Bones rows={1} />}
      {list.data && rows.length === 0 && <Empty title={t.team.noInvitations}><p>{t.team.noInvitationsWhy}</p></Empty>}
      {rows.length > 0 && (
        <Table
          label={t.team.invitations}
          rows={rows}
          rowKey={(one) => one.id}
          columns={[
            { key: 'email', head: t.team.email, fold: 'first', cell: (one) => <span className="wrap-anywhere">{one.email}</span> },
            { key: 'role', head: t.team.role, fold: 'end', cell: (one) => t.team.roles[one.role] },
            { key: 'mail', head: t.team.mail, fold: 'full', cell: (one) => (one.mailedAt ? <Tag tone="ok"><Say text={t.team.mailed} when={<Time at={one.mailedAt} />} /></Tag> : <Tag tone="off" shape="queued">{t.team.mailWaits}</Tag>) },
            { key: 'by', head: t.team.by, fold: 'meta', label: t.team.by, cell: (one) => <bdi>{members.find((member) => member.userId === one.invitedBy)?.name ?? (one.invitedBy ? t.team.former : t.team.operator)}</bdi> },
            { key: 'expires', head: t.team.expires, fold: 'meta', label: t.team.expires, cell: (one) => <Time at={one.expiresAt} /> },
            { key: 'act', head: <span className="unseen">{t.team.acts}</span>, end: true, fold: 'act', cell: (one) => <Button little off={off} whyId="withdraw-why" onClick={() => setAsked(one)} aria-label={t.team.withdrawFor(one.email)}>{t.team.withdraw}</Button> },
          ]}
        />
      )}
      {rows.length > 0 && off && <p className="table-foot" id="withdraw-why">{off}</p>}
      <Confirm
        open={asked !== undefined}
        onClose={close}
        title={t.team.withdrawTitle(asked?.email ?? '')}
        keep={t.team.keepInvitation}
        act={t.team.withdraw}
        busy={withdraw.isPending}
        error={withdraw.error}
        onAct={() => withdraw.mutate({ params: { path: { id: organization.id, invitationId: asked!.id } } }, {
          onSuccess: () => {
            toast(t.team.withdrawn(asked!.email));
            close();
            void queries.invalidateQueries({ queryKey: ['get', invitationsPath] });
          },
        })}
      >
        <p>{t.team.withdrawWhy}</p>
      </Confirm>
    </Card>
  );
}

/** WhatRolesMay is what the service allows each role, as one table. */
function WhatRolesMay({ mine }: { mine: Role }) {
  const columns = roles.toReversed();
  return (
    <Card flush title={t.team.whatRolesMay} className="bounded" foot={<span>{t.team.whatRolesMayWhy}</span>}>
      <table className="table team-roles">
        <thead>
          <tr>
            <th scope="col">{t.team.may}</th>
            {columns.map((role) => <th key={role} scope="col" className={role === mine ? 'mine' : undefined}>{t.team.roles[role]}{role === mine && <span className="unseen"> {t.team.yours}</span>}</th>)}
          </tr>
        </thead>
        <tbody>
          {t.team.abilities.map(({ text, need }) => (
            <tr key={text}>
              <th scope="row">{text}</th>
              {columns.map((role) => (
                <td key={role} className={role === mine ? 'mine' : undefined}>
                  {mayAct(role, need) ? <span className="text-ok" role="img" aria-label={t.team.yes}><Shape name="ok" /></span> : <span className="muted">{t.team.no}</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

type AskProps = { organization: Organization; onClose: () => void; onDone: () => void };

function Remove({ organization, member, onClose, onDone }: AskProps & { member: Member | undefined }) {
  const remove = api.useMutation('delete', '/developer/organizations/{id}/members/{userId}');
  const close = () => {
    remove.reset();
    onClose();
  };
  return (
    <Confirm
      open={member !== undefined}
      onClose={close}
      title={t.team.removeTitle(member?.name ?? '', organization.name)}
      keep={t.team.keepMember}
      act={t.team.removeAct(member?.name ?? '')}
      busy={remove.isPending}
      error={remove.error}
      onAct={() => remove.mutate({ params: { path: { id: organization.id, userId: member!.userId } } }, {
        onSuccess: () => {
          toast(t.team.removed(member!.name));
          close();
          onDone();
        },
      })}
    >
      <p>{t.team.removeWhy(member?.name ?? '')}</p>
      <p>{t.team.removeStays}</p>
    </Confirm>
  );
}

function Leave({ organization, open, onClose, onDone }: AskProps & { open: boolean }) {
  const leave = api.useMutation('post', '/developer/organizations/{id}/leave');
  const close = () => {
    leave.reset();
    onClose();
  };
  return (
    <Confirm
      open={open}
      onClose={close}
      title={t.team.leaveTitle(organization.name)}
      keep={t.team.stay}
      act={t.team.leaveAct(organization.name)}
      name={organization.name}
      busy={leave.isPending}
      error={leave.error}
      onAct={() => leave.mutate({ params: { path: { id: organization.id } } }, {
        onSuccess: () => {
          toast(t.team.left(organization.name));
          close();
          onDone();
        },
      })}
    >
      <p>{t.team.leaveWhy}</p>
    </Confirm>
  );
}
