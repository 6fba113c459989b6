import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api, client, type Schemas } from '#/api/client';
import { cursorOf, rowsOf, usePages } from '#/api/pages';
import { Bones } from '#/parts/Bone';
import { Button, IconButton } from '#/parts/Button';
import { Card } from '#/parts/Card';
import { Confirm } from '#/parts/Dialog';
import { Empty } from '#/parts/Empty';
import { Input } from '#/parts/Field';
import { IdChip } from '#/parts/IdChip';
import { Link } from '#/parts/Link';
import { Item, Menu } from '#/parts/Menu';
import { PageHead } from '#/parts/Page';
import { Table, TableFoot } from '#/parts/Table';
import { Tag } from '#/parts/Tag';
import { Time } from '#/parts/Time';
import { toast } from '#/parts/toast';
import { t } from '#/texts';
import { Refused } from './Refused';

type User = Schemas['AdminUser'];
type Act = keyof typeof t.operator.acts;

/** Users is everybody, or the one with an address. */
export function Users() {
  const { email } = useSearch({ from: '/operator/users' });
  const navigate = useNavigate({ from: '/operator/users' });
  const users = usePages(
    ['get', '/admin/users', email],
    (after, signal) => client.GET('/admin/users', { params: { query: { limit: 50, ...(email ? { email } : {}), after } }, signal }),
    cursorOf,
  );
  const [asking, setAsking] = useState<{ user: User; act: Act }>();
  const rows = rowsOf(users.data);
  return (
    <>
      <PageHead title={t.operator.users} lead={t.operator.usersLead} />
      {users.error && !users.data ? <Refused error={users.error} what={t.operator.theUsers} onRetry={() => void users.refetch()} /> : (
        <>
          <form
            key={email}
            className="filters"
            role="search"
            onSubmit={(event) => {
              event.preventDefault();
              const asked = new FormData(event.currentTarget).get('email');
              void navigate({ search: { email: typeof asked === 'string' && asked.trim() ? asked.trim() : undefined }, resetScroll: false });
            }}
          >
            <Input name="email" type="email" defaultValue={email} aria-label={t.operator.find} placeholder={t.operator.find} className="max-w-80" data-filter />
            <Button type="submit">{t.operator.findAct}</Button>
          </form>
          <Card flush label={t.operator.users}>
            {!users.data ? <Bones rows={6} /> : rows.length === 0 ? (
              <Empty level={2} title={t.operator.usersNone(email ?? '')} actions={<Button asChild><Link to="/operator/users">{t.operator.usersClear}</Link></Button>}><p>{t.operator.usersNoneWhy}</p></Empty>
            ) : (
              <>
                <Table
                  label={t.operator.users}
                  rows={rows}
                  rowKey={(user) => user.id}
                  columns={[
                    { key: 'user', head: t.operator.user, fold: 'first', cell: (user) => <><b><bdi>{user.name}</bdi></b><span className="sub [overflow-wrap:anywhere]"><bdi>{user.email}</bdi></span></> },
                    { key: 'state', head: t.operator.state, fold: 'full', cell: (user) => (
                      <span className="row">
                        {user.suspendedAt && <Tag tone="bad" shape="alarm">{t.operator.isSuspended}</Tag>}
                        {user.restrictedAt && <Tag tone="warn">{t.operator.isRestricted}</Tag>}
                        {!user.suspendedAt && !user.restrictedAt && <Tag tone="ok" shape="on">{t.operator.isIn}</Tag>}
                        {user.operator && <Tag tone="info">{t.operator.isOperator}</Tag>}
                      </span>
                    ) },
                    { key: 'id', head: t.operator.id, fold: 'meta', cell: (user) => <IdChip id={user.id} /> },
                    { key: 'created', head: t.operator.created, end: true, fold: 'meta', label: t.operator.created, cell: (user) => <Time at={user.createdAt} /> },
                    { key: 'acts', head: <span className="unseen">{t.parts.more}</span>, end: true, fold: 'end', cell: (user) => (
                      <Menu trigger={<IconButton icon="more" label={t.operator.actsOf(user.name)} />}>
                        {(['unlock', user.suspendedAt ? 'unsuspend' : 'suspend', user.restrictedAt ? 'unrestrict' : 'restrict'] as const).map((act) => (
                          <Item key={act} onSelect={() => setAsking({ user, act })}>{t.operator.acts[act].item}</Item>
                        ))}
                      </Menu>
                    ) },
                  ]}
                />
                <TableFoot end={users.hasNextPage && <Button little busy={users.isFetchingNextPage} onClick={() => void users.fetchNextPage()}>{t.operator.more}</Button>}>{t.operator.usersShown(rows.length)}</TableFoot>
              </>
            )}
          </Card>
        </>
      )}
      <ActOn asking={asking} onClose={() => setAsking(undefined)} />
    </>
  );
}

/** ActOn asks before it shuts somebody out, or lets them in. */
export function ActOn({ asking, onClose }: { asking: { user: Pick<User, 'id' | 'name'>; act: Act } | undefined; onClose: () => void }) {
  const queries = useQueryClient();
  const acts = {
    suspend: api.useMutation('post', '/admin/users/{id}/suspend'),
    unsuspend: api.useMutation('post', '/admin/users/{id}/unsuspend'),
    restrict: api.useMutation('post', '/admin/users/{id}/restrict'),
    unrestrict: api.useMutation('post', '/admin/users/{id}/unrestrict'),
    unlock: api.useMutation('post', '/admin/users/{id}/unlock'),
  };
  const { act = 'unlock', user } = asking ?? {};
  const doing = acts[act];
  const words = t.operator.acts[act];
  const name = user?.name ?? '';
  return (
    <Confirm
      open={asking !== undefined}
      onClose={() => { doing.reset(); onClose(); }}
      title={words.title(name)}
      keep={t.operator.keep}
      act={words.act(name)}
      busy={doing.isPending}
      error={doing.error}
      onAct={() => user && doing.mutate({ params: { path: { id: user.id } } }, {
        onSuccess: () => {
          void queries.invalidateQueries({ queryKey: ['get', '/admin/users'] });
          void queries.invalidateQueries({ queryKey: ['get', '/admin/lockouts'] });
          onClose();
          toast(words.done(name));
        },
      })}
    >
      <p>{words.why}</p>
    </Confirm>
  );
}
