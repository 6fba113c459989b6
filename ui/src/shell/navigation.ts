import { t } from '#/texts';

export type Place = {
  key: keyof typeof t.shell.places;
  /** Its route. A place without one is not built yet and is not shown. */
  to: string;
  /** After g. */
  letter?: string;
};
export type Group = { key: string; title?: string; places: readonly Place[] };

const inApp = (path: string) => `/console/apps/$app${path}`;

/** What stands at the side of an app's pages. */
export const appPlaces: readonly Group[] = [
  {
    key: 'watch',
    places: [
      { key: 'overview', to: inApp('/'), letter: 'o' },
      { key: 'requests', to: inApp('/requests'), letter: 'r' },
      { key: 'webhooks', to: inApp('/webhooks'), letter: 'w' },
      { key: 'events', to: inApp('/events') },
      { key: 'installations', to: inApp('/installations') },
    ],
  },
  {
    key: 'build',
    title: t.shell.build,
    places: [
      { key: 'credentials', to: inApp('/credentials'), letter: 'c' },
      { key: 'fields', to: inApp('/fields') },
      { key: 'extensions', to: inApp('/extensions') },
      { key: 'functions', to: inApp('/functions') },
      { key: 'versions', to: inApp('/versions') },
      { key: 'explorer', to: inApp('/explorer') },
    ],
  },
  { key: 'publish', title: t.shell.publish, places: [{ key: 'listing', to: inApp('/listing'), letter: 'l' }] },
];

/** What stands at the side of an organization's pages, and below an app's. */
export const organizationPlaces: readonly Place[] = [
  { key: 'home', to: '/console/', letter: 'h' },
  { key: 'apps', to: '/console/apps' },
  { key: 'sandboxes', to: '/console/sandboxes' },
  { key: 'team', to: '/console/team' },
  { key: 'audit', to: '/console/audit' },
];

/** What stands at the side of the operator's pages. */
export const operatorPlaces: readonly Place[] = [
  { key: 'reviews', to: '/operator/reviews' },
  { key: 'operatorApps', to: '/operator/apps' },
  { key: 'domains', to: '/operator/domains' },
  { key: 'users', to: '/operator/users' },
  { key: 'backlog', to: '/operator/backlog' },
  { key: 'lockouts', to: '/operator/lockouts' },
];
