/** Where somebody is: in which organization, and in which app. */
import { useParams, useSearch } from '@tanstack/react-router';
import { createContext, useContext } from 'react';
import { api, type Schemas } from '#/api/client';

export type Organization = Schemas['Organization'];
export type App = Schemas['App'];

export const AppContext = createContext<App | undefined>(undefined);

/** useApp is the app that the page is about. Only pages under the app's route have one. */
export function useApp(): App {
  const app = useContext(AppContext);
  if (!app) throw new Error('useApp outside an app’s pages');
  return app;
}

export const useAccount = () => api.useQuery('get', '/account', {}, { staleTime: 60_000 });

export const useOrganizations = () => api.useQuery('get', '/developer/organizations', {}, { staleTime: 60_000 });

/** useAppsOf is the apps of an organization. */
export const useAppsOf = (organization: string | undefined) =>
  api.useQuery('get', '/developer/organizations/{id}/apps', { params: { path: { id: organization ?? '' } } }, { enabled: organization !== undefined });

/** useAppData is the app that the address names, if it names one. */
export function useAppData() {
  const { app } = useParams({ strict: false });
  const query = api.useQuery('get', '/developer/apps/{id}', { params: { path: { id: app ?? '' } } }, { enabled: app !== undefined });
  return { id: app, ...query };
}

/**
 * useOrganization is the organization that the page is about: the app's, or the one that
 * the address names, or the first. It is undefined while organizations are read, and for
 * whoever is in none.
 */
export function useOrganization(): Organization | undefined {
  const all = useOrganizations().data?.data;
  const app = useAppData();
  const { org } = useSearch({ strict: false });
  if (!all) return undefined;
  if (app.id) return all.find((one) => one.id === app.data?.organizationId);
  return all.find((one) => one.id === org) ?? all[0];
}

/** useOrg is what a link to an organization's page carries: `org`, where there are several. */
export function useOrg(): { org?: string } {
  const all = useOrganizations().data?.data;
  const here = useOrganization();
  return all && all.length > 1 && here ? { org: here.id } : {};
}
