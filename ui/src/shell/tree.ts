/**
 * The tree of routes. Every group of screens is here already and fills its own folder:
 * screens/<area>/routes.ts. Nobody else's file has to change.
 */
import { createRouter } from '@tanstack/react-router';
import { parseSearch, stringifySearch } from '#/search';
import { appsRoutes } from '#/screens/apps/routes';
import { auditRoutes } from '#/screens/audit/routes';
import { credentialsRoutes } from '#/screens/credentials/routes';
import { deliveriesRoutes } from '#/screens/deliveries/routes';
import { eventsRoutes } from '#/screens/events/routes';
import { explorerRoutes } from '#/screens/explorer/routes';
import { extensionsRoutes } from '#/screens/extensions/routes';
import { fieldsRoutes } from '#/screens/fields/routes';
import { functionsRoutes } from '#/screens/functions/routes';
import { goRoutes } from '#/screens/go/routes';
import { homeRoutes } from '#/screens/home/routes';
import { installationsRoutes } from '#/screens/installations/routes';
import { listingRoutes } from '#/screens/listing/routes';
import { operatorRoutes } from '#/screens/operator/routes';
import { overviewRoutes } from '#/screens/overview/routes';
import { requestsRoutes } from '#/screens/requests/routes';
import { sandboxesRoutes } from '#/screens/sandboxes/routes';
import { teamRoutes } from '#/screens/team/routes';
import { traceRoutes } from '#/screens/trace/routes';
import { versionsRoutes } from '#/screens/versions/routes';
import { webhooksRoutes } from '#/screens/webhooks/routes';
import { Broken } from './Broken';
import { appRoute, consoleRoute, operatorRoute, rootRoute } from './parents';

const tree = rootRoute.addChildren([
  consoleRoute.addChildren([
    ...homeRoutes,
    ...appsRoutes,
    ...goRoutes,
    ...traceRoutes,
    ...sandboxesRoutes,
    ...teamRoutes,
    ...auditRoutes,
    appRoute.addChildren([
      ...overviewRoutes,
      ...requestsRoutes,
      ...webhooksRoutes,
      ...deliveriesRoutes,
      ...eventsRoutes,
      ...installationsRoutes,
      ...credentialsRoutes,
      ...fieldsRoutes,
      ...extensionsRoutes,
      ...functionsRoutes,
      ...versionsRoutes,
      ...explorerRoutes,
      ...listingRoutes,
    ]),
  ]),
  operatorRoute.addChildren([...operatorRoutes]),
]);

export const makeRouter = (options: Partial<Parameters<typeof createRouter>[0]> = {}) =>
  createRouter({
    ...options,
    routeTree: tree,
    parseSearch,
    stringifySearch,
    defaultErrorComponent: Broken, // within the shell, which goes on working
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
