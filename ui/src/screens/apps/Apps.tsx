import { useState } from 'react';
import { Button } from '#/parts/Button';
import { Card } from '#/parts/Card';
import { Link } from '#/parts/Link';
import { PageHead } from '#/parts/Page';
import { useOff } from '#/shell/may';
import { useOrganization } from '#/shell/place';
import { t } from '#/texts';
import { AppTable } from './AppTable';
import { Claim } from './Claim';

export function Apps() {
  const organization = useOrganization();
  const off = useOff('admin');
  const [claiming, setClaiming] = useState(false);
  return (
    <>
      <PageHead title={t.apps.title} lead={t.apps.lead} bounded actions={<><Button off={off} whyId="claim-why" onClick={() => setClaiming(true)}>{t.apps.claim}</Button><Button asChild><Link to="/console/apps/new">{t.apps.new}</Link></Button></>} why={off && <span id="claim-why">{off}</span>} />
      {organization && <Claim organization={organization.id} open={claiming} onClose={() => setClaiming(false)} />}
      {organization && <Card flush label={t.apps.title} className="bounded"><AppTable organization={organization.id} level={2} /></Card>}
    </>
  );
}
