import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { oneOf, search } from '#/search';
import { appRoute } from '#/shell/parents';

const listRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'installations',
  validateSearch: search({ state: oneOf('current', 'ended') }),
  component: lazyRouteComponent(() => import('./Installations'), 'Installations'),
});

const oneRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'installations/$ins',
  component: lazyRouteComponent(() => import('./Installation'), 'Installation'),
});

export const installationsRoutes = [listRoute, oneRoute] as const;
