import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { search, text } from '#/search';
import { consoleRoute } from '#/shell/parents';

const auditRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'audit',
  validateSearch: search({ action: text, subject: text, from: text, to: text, entry: text }),
  component: lazyRouteComponent(() => import('./Audit'), 'Audit'),
});

export const auditRoutes = [auditRoute] as const;
