import { Button } from '#/parts/Button';
import { Card } from '#/parts/Card';
import { Link } from '#/parts/Link';
import { PageHead } from '#/parts/Page';
import { useOrganization } from '#/shell/place';
import { t } from '#/texts';
import { AppTable } from './AppTable';

export function Apps() {
  const organization = useOrganization();
  return (
    <>
      <PageHead title={t.apps.title} lead={t.apps.lead} bounded actions={<Button asChild><Link to="/console/apps/new">{t.apps.new}</Link></Button>} />
      {organization && <Card flush label={t.apps.title} className="bounded"><AppTable organization={organization.id} level={2} /></Card>}
    </>
  );
}
