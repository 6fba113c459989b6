import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { search, text } from '#/search';
import { consoleRoute } from '#/shell/parents';

const homeRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/',
  validateSearch: search({ app: text }),
  component: lazyRouteComponent(() => import('./Home'), 'Home'),
});

const newOrganizationRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'organizations/new',
  component: lazyRouteComponent(() => import('./NewOrganization'), 'NewOrganization'),
});

export const homeRoutes = [homeRoute, newOrganizationRoute] as const;
