import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { search, text } from '#/search';
import { appRoute } from '#/shell/parents';

const listRoute = createRoute({ getParentRoute: () => appRoute, path: 'functions', component: lazyRouteComponent(() => import('./Functions'), 'Functions') });
const oneRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'functions/$fun',
  validateSearch: search({ version: text }),
  component: lazyRouteComponent(() => import('./Function'), 'OneFunction'),
});

export const functionsRoutes = [listRoute, oneRoute] as const;
