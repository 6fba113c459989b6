import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from '#/shell/parents';

const goRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'go/$id',
  component: lazyRouteComponent(() => import('./Go'), 'Go'),
});

export const goRoutes = [goRoute] as const;
