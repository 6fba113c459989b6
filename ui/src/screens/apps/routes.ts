import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from '#/shell/parents';

const listRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'apps',
  component: lazyRouteComponent(() => import('./Apps'), 'Apps'),
});

const newRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'apps/new',
  component: lazyRouteComponent(() => import('./NewApp'), 'NewApp'),
});

export const appsRoutes = [listRoute, newRoute] as const;
