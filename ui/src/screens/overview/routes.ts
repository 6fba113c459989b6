import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { oneOf, search, someOf, text } from '#/search';
import { appRoute } from '#/shell/parents';

const overviewRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  validateSearch: search({
    window: oneOf('1h', '24h', '7d', '30d'),
    business: text,
    table: someOf('calls', 'errors', 'latency', 'limited'),
  }),
  component: lazyRouteComponent(() => import('./Overview'), 'Overview'),
});

export const overviewRoutes = [overviewRoute] as const;
