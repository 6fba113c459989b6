import type { ReactNode } from 'react';
import { api } from '#/api/client';
import { format, t } from '#/texts';
import type { Place } from './navigation';
import { useAppData, useAppsOf, useOrganization } from './place';

const count = (n: number) => <span className="count">{format.number(n)}</span>;

/** useCounts is what stands behind the names of places. What was not read is left out. */
export function useCounts(): Partial<Record<Place['key'], ReactNode>> {
  const app = useAppData();
  const organization = useOrganization();
  const apps = useAppsOf(organization?.id).data?.data;
  const health = api.useQuery('get', '/developer/apps/{id}/webhook-health', { params: { path: { id: app.id ?? '' } } }, { enabled: app.id !== undefined, refetchInterval: 60_000 });
  const failing = health.data?.data.filter((hook) => hook.state === 'failing').length ?? 0;
  return {
    apps: apps && count(apps.length),
    webhooks: failing > 0 ? <span className="count bad">{t.shell.failing(failing)}</span> : undefined,
    versions: app.data?.pinnedApiVersion ? <span className="count">{app.data.pinnedApiVersion}</span> : undefined,
  };
}
