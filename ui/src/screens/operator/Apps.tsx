import { useSearch } from '@tanstack/react-router';
import { client, type Schemas } from '#/api/client';
import { cursorOf, rowsOf, usePages } from '#/api/pages';
import { Bones } from '#/parts/Bone';
import { Button } from '#/parts/Button';
import { Card } from '#/parts/Card';
import { Empty } from '#/parts/Empty';
import { Link } from '#/parts/Link';
import { PageHead } from '#/parts/Page';
import { Say } from '#/parts/Say';
import { Table, TableFoot } from '#/parts/Table';
import { Tag } from '#/parts/Tag';
import { Time } from '#/parts/Time';
import { t } from '#/texts';
import { Refused } from './Refused';

type App = Schemas['AdminApp'];

/** State is whether an app may act. */
export function State({ app }: { app: App }) {
  if (app.status === 'SUSPENDED') return <Tag tone="bad" shape="alarm">{t.operator.suspended}</Tag>;
  if (app.status === 'DEACTIVATED') return <Tag tone="off">{t.operator.deactivated}</Tag>;
  return <Tag tone="ok" shape="on">{t.operator.active}</Tag>;
}

export const reviewOf = (app: App) => (app.review in t.apps.states ? t.apps.states[app.review as keyof typeof t.apps.states] : app.review);

export function Apps() {
  const { organization } = useSearch({ from: '/operator/apps' });
  const apps = usePages(
    ['get', '/admin/apps', organization],
    (after, signal) => client.GET('/admin/apps', { params: { query: { limit: 50, ...(organization ? { organizationId: organization } : {}), after } }, signal }),
    cursorOf,
  );
  const rows = rowsOf(apps.data);
  return (
    <>
      <PageHead
        title={t.operator.apps}
        lead={organization ? <Say text={t.operator.onlyOf} id={<code>{organization}</code>} /> : t.operator.appsLead}
        actions={organization && <Button asChild><Link to="/operator/apps">{t.operator.clear}</Link></Button>}
      />
      {apps.error && !apps.data ? <Refused error={apps.error} what={t.operator.theApps} onRetry={() => void apps.refetch()} /> : (
        <Card flush label={t.operator.apps}>
          {!apps.data ? <Bones rows={6} /> : rows.length === 0 ? <Empty level={2} title={t.operator.appsNone}><p>{t.operator.appsNoneWhy}</p></Empty> : (
            <>
              <Table
                label={t.operator.apps}
                rows={rows}
                rowKey={(app) => app.id}
                open={(app) => ({ to: '/operator/apps/$id', params: { id: app.id } })}
                columns={[
                  { key: 'app', head: t.operator.app, opens: true, fold: 'first', cell: (app) => <bdi>{app.name}</bdi> },
                  { key: 'state', head: t.operator.state, fold: 'end', cell: (app) => <State app={app} /> },
                  { key: 'review', head: t.operator.review, fold: 'meta', label: t.operator.review, cell: reviewOf },
                  { key: 'by', head: t.operator.madeBy, fold: 'meta', label: t.operator.madeBy, cell: (app) => (app.organizationId ? <Link to="/operator/apps" search={{ organization: app.organizationId }}><code>{`${app.organizationId.slice(0, 6)}…${app.organizationId.slice(-6)}`}</code></Link> : t.operator.registeredItself) },
                  { key: 'kind', head: t.operator.kind, fold: 'none', cell: (app) => t.operator.kinds[app.type] },
                  { key: 'created', head: t.operator.created, end: true, fold: 'meta', label: t.operator.created, cell: (app) => <Time at={app.createdAt} /> },
                ]}
              />
              <TableFoot end={apps.hasNextPage && <Button little busy={apps.isFetchingNextPage} onClick={() => void apps.fetchNextPage()}>{t.operator.more}</Button>}>{t.operator.appsShown(rows.length)}</TableFoot>
            </>
          )}
        </Card>
      )}
    </>
  );
}
