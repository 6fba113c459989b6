import { useNavigate, useSearch } from '@tanstack/react-router';
import { Bones } from '#/parts/Bone';
import { Button } from '#/parts/Button';
import { Card, Note } from '#/parts/Card';
import { Failure } from '#/parts/Failure';
import { Icon } from '#/parts/Icon';
import { Link } from '#/parts/Link';
import { LiveDot } from '#/parts/LiveDot';
import { PageHead, Split } from '#/parts/Page';
import { Pick } from '#/parts/Pick';
import { Progress, Steps } from '#/parts/Steps';
import { type Organization, useAppsOf, useOrg, useOrganization, useOrganizations } from '#/shell/place';
import { t } from '#/texts';
import { AppTable } from '../apps/AppTable';
import { NewOrganization } from './NewOrganization';
import { useQuickstart } from './quickstart';

/** Home leads from nothing to a reviewed app; for whoever is there already it lists the apps. */
export function Home() {
  const all = useOrganizations();
  const organization = useOrganization();
  if (all.error && !all.data) return <Failure level={1} error={all.error} title={t.parts.failed(t.shell.organizations)} onRetry={() => void all.refetch()} />;
  if (all.data?.data.length === 0) return <NewOrganization />;
  if (!organization) return <Bones />;
  return <HomeOf organization={organization} />;
}

function HomeOf({ organization }: { organization: Organization }) {
  const { app: wanted } = useSearch({ from: '/console/' });
  const navigate = useNavigate();
  const org = useOrg();
  const apps = useAppsOf(organization.id).data?.data ?? [];
  const unreviewed = apps.filter((app) => app.review !== 'APPROVED' && app.status === 'ACTIVE').toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
  const app = unreviewed.find((one) => one.id === wanted) ?? unreviewed[0];
  return (
    <>
      {app ? (
        <Quickstart
          key={app.id}
          app={app}
          organization={organization}
          pick={unreviewed.length > 1 && (
            <Pick label={t.home.otherApp} all={null} value={app.id} options={unreviewed.map((one) => ({ value: one.id, label: <bdi>{one.name}</bdi>, find: one.name }))}
              onChange={(id) => void navigate({ to: '/console', search: { ...org, app: id === unreviewed[0]?.id ? undefined : id } })} />
          )}
        />
      ) : (
        <PageHead title={t.home.title} of={organization.name} bounded />
      )}
      <Card flush title={t.home.yourApps} className="bounded" end={<Button little asChild><Link to="/console/apps/new" search={org}><Icon name="plus" />{t.apps.new}</Link></Button>}>
        <AppTable organization={organization.id} level={3} />
      </Card>
    </>
  );
}

type App = NonNullable<ReturnType<typeof useAppsOf>['data']>['data'][number];

function Quickstart({ app, organization, pick }: { app: App; organization: Organization; pick: React.ReactNode }) {
  const { steps, done, waits, error, retry } = useQuickstart(app, organization);
  return (
    <>
      <PageHead title={<bdi>{t.home.ready(app.name)}</bdi>} name={t.home.ready(app.name)} of={organization.name} lead={t.home.lead} bounded
        actions={<>{pick}{waits && <LiveDot>{t.home.waitingFor[waits]}</LiveDot>}</>} />
      <Split side="wide-end" bounded>
        <Card flush title={t.parts.stepsDone(done, steps?.length ?? 6)} end={<Progress done={done} of={steps?.length ?? 6} />}>
          <div className="px-4">
            {error ? <div className="py-4"><Failure error={error} title={t.parts.failed(t.home.theSteps)} onRetry={retry} /></div> : steps ? <Steps steps={steps} /> : <Bones rows={6} />}
          </div>
        </Card>
        <Note tone="warn" title={t.home.notReviewed(app.name)}><p className="small">{t.home.notReviewedWhy(organization.name)}</p></Note>
      </Split>
    </>
  );
}
