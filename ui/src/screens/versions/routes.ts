import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { search, text } from '#/search';
import { appRoute } from '#/shell/parents';

const versionsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'versions',
  validateSearch: search({ rehearse: text }),
  component: lazyRouteComponent(() => import('./Versions'), 'Versions'),
});

export const versionsRoutes = [versionsRoute] as const;
