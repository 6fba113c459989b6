import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { oneOf, search, text } from '#/search';
import { appRoute } from '#/shell/parents';

const listRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'events',
  validateSearch: search({ q: text, audience: oneOf('business', 'privacy', 'app') }),
  component: lazyRouteComponent(() => import('./Events'), 'Events'),
});

const eventRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'events/$name',
  validateSearch: search({ version: text, show: oneOf('schema') }),
  component: lazyRouteComponent(() => import('./Event'), 'Event'),
});

export const eventsRoutes = [listRoute, eventRoute] as const;
