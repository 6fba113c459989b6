import type { ReactNode } from 'react';
import { useWebhookHealth } from '#/api/health';
import { format, t } from '#/texts';
import type { Place } from './navigation';
import { useAppData, useAppsOf, useOrganization } from './place';

const count = (n: number) => <span className="count">{format.number(n)}</span>;

/** useCounts is what stands behind the names of places. What was not read is left out. */
export function useCounts(): Partial<Record<Place['key'], ReactNode>> {
  const app = useAppData();
  const organization = useOrganization();
  const apps = useAppsOf(organization?.id).data?.data;
  const health = useWebhookHealth(app.data?.id); // not before the app is known to be there
  const failing = health.data?.data.filter((hook) => hook.state === 'failing').length ?? 0;
  return {
    apps: apps && count(apps.length),
    webhooks: failing > 0 ? <span className="count bad">{t.shell.failing(failing)}</span> : undefined,
    versions: app.data?.pinnedApiVersion ? <span className="count">{app.data.pinnedApiVersion}</span> : undefined,
  };
}
