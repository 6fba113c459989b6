/** The routes that screens hang under. */
import { Outlet, createRootRoute, createRoute } from '@tanstack/react-router';
import { search, text } from '#/search';
import { AppFrame } from './AppFrame';
import { Broken } from './Broken';
import { NotFound } from './NotFound';
import { Shell } from './Shell';

export const rootRoute = createRootRoute({ component: Shell, notFoundComponent: () => <NotFound />, errorComponent: Broken });

/** Pages of an organization. `org` says which, where somebody is in several. */
export const consoleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/console',
  component: Outlet,
  validateSearch: search({ org: text }),
});

/** Pages of an app: inside, useApp() has it. */
export const appRoute = createRoute({ getParentRoute: () => consoleRoute, path: 'apps/$app', component: AppFrame });

/** Pages of those who run the service. */
export const operatorRoute = createRoute({ getParentRoute: () => rootRoute, path: '/operator', component: Outlet });
