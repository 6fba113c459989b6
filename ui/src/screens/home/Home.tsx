import { Card } from '#/parts/Card';
import { PageHead } from '#/parts/Page';
import { useOrganization } from '#/shell/place';
import { t } from '#/texts';
import { AppTable } from '../apps/AppTable';

export function Home() {
  const organization = useOrganization();
  return (
    <>
      <PageHead title={t.home.title} of={organization?.name} bounded />
      {organization && <Card flush title={t.home.yourApps} className="bounded"><AppTable organization={organization.id} /></Card>}
    </>
  );
}
