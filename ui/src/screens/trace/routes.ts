import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from '#/shell/parents';

const traceRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'trace/$id',
  component: lazyRouteComponent(() => import('./TracePage'), 'TracePage'),
});

export const traceRoutes = [traceRoute] as const;
