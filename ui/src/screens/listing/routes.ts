import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { oneOf, search, text } from '#/search';
import { appRoute } from '#/shell/parents';

const listingRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'listing',
  validateSearch: search({ revision: text, preview: oneOf('page', 'consent') }),
  component: lazyRouteComponent(() => import('./Listing'), 'Listing'),
});

export const listingRoutes = [listingRoute] as const;
