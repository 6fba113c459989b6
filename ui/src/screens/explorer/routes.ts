import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { search, text } from '#/search';
import { appRoute } from '#/shell/parents';

const explorerRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'explorer',
  /** The operation is named by its id, or by method and pattern: "POST /invoices/{id}/issue". */
  validateSearch: search({ operation: text, sandbox: text }),
  component: lazyRouteComponent(() => import('./Explorer'), 'Explorer'),
});

export const explorerRoutes = [explorerRoute] as const;
