import { api } from '#/api/client';
import { Bones } from '#/parts/Bone';
import { Button } from '#/parts/Button';
import { Empty } from '#/parts/Empty';
import { Failure } from '#/parts/Failure';
import { Link } from '#/parts/Link';
import { Table } from '#/parts/Table';
import { Tag } from '#/parts/Tag';
import { useAppsOf } from '#/shell/place';
import { format, t } from '#/texts';
import { AppState } from './state';

/** AppTable lists the apps of an organization with who has them and what they did in a day. */
export function AppTable({ organization, level }: { organization: string; /** Of the heading where there are none, or they could not be read. */ level: 2 | 3 }) {
  const apps = useAppsOf(organization);
  const usage = api.useQuery('get', '/developer/organizations/{id}/apps-usage', { params: { path: { id: organization } } });
  const used = new Map(usage.data?.data.map((one) => [one.appId, one]));
  if (apps.error && !apps.data) return <div className="card-body"><Failure level={level} error={apps.error} title={t.parts.failed(t.apps.theApps)} onRetry={() => void apps.refetch()} /></div>;
  if (!apps.data) return <Bones rows={3} />;
  if (apps.data.data.length === 0) {
    return (
      <Empty level={level} title={t.apps.none} actions={<Button look="primary" asChild><Link to="/console/apps/new">{t.apps.new}</Link></Button>}>
        <p>{t.apps.noneWhy}</p>
      </Empty>
    );
  }
  const rows = apps.data.data.toSorted((a, b) => (used.get(b.id)?.calls ?? 0) - (used.get(a.id)?.calls ?? 0));
  return (
    <Table
      label={t.apps.title}
      rows={rows}
      rowKey={(app) => app.id}
      open={(app) => ({ to: '/console/apps/$app', params: { app: app.id } })}
      columns={[
        { key: 'app', head: t.apps.app, opens: true, fold: 'first', cell: (app) => <bdi>{app.name}</bdi> },
        { key: 'state', head: t.apps.state, fold: 'end', cell: (app) => <AppState app={app} /> },
        { key: 'businesses', head: t.apps.businesses, end: true, fold: 'meta', label: t.apps.businesses, cell: (app) => format.number(used.get(app.id)?.businesses ?? 0) },
        { key: 'calls', head: t.apps.calls, end: true, fold: 'meta', label: t.apps.callsShort, cell: (app) => format.number(used.get(app.id)?.calls ?? 0) },
        { key: 'errors', head: t.apps.errors, end: true, fold: 'meta', label: t.apps.errorsShort, cell: (app) => format.percent(used.get(app.id)?.errors ?? 0, used.get(app.id)?.calls ?? 0, t.parts.none) },
        { key: 'webhooks', head: t.apps.webhooks, fold: 'full', label: t.apps.webhooks, cell: (app) => <Webhooks of={app.webhooks} failing={used.get(app.id)?.failingWebhooks ?? 0} /> },
      ]}
    />
  );
}

/** Webhooks counts an app's, and says how many of them fail. */
function Webhooks({ of, failing }: { of: number; failing: number }) {
  if (failing > 0) return <Tag tone="bad" shape="alarm">{t.apps.failing(failing, of)}</Tag>;
  return of > 0 ? format.number(of) : <span className="muted">{t.parts.none}</span>;
}
