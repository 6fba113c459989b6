import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { flag, oneOf, search, text } from '#/search';
import { appRoute } from '#/shell/parents';

const requestsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'requests',
  validateSearch: search({
    view: oneOf('causes'),
    status: oneOf('2xx', '4xx', '5xx'),
    /** Method and pattern: "POST /invoices/{id}/issue". */
    route: text,
    business: text,
    code: text,
    version: text,
    window: oneOf('1h', '7d', '30d'),
    from: text,
    to: text,
    live: flag('0'),
    request: text,
  }),
  component: lazyRouteComponent(() => import('./Requests'), 'Requests'),
});

export const requestsRoutes = [requestsRoute] as const;
