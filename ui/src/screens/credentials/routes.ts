import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '#/shell/parents';

const credentialsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'credentials',
  component: lazyRouteComponent(() => import('./Credentials'), 'Credentials'),
});

export const credentialsRoutes = [credentialsRoute] as const;
