import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { flag, oneOf, search, text } from '#/search';
import { appRoute } from '#/shell/parents';

const listRoute = createRoute({ getParentRoute: () => appRoute, path: 'functions', component: lazyRouteComponent(() => import('./Functions'), 'Functions') });
const oneRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'functions/$fun',
  validateSearch: search({
    view: oneOf('runs', 'settings'),
    version: text,
    run: text,
    status: oneOf('succeeded', 'failed'),
    outcome: oneOf('ok', 'threw', 'invalid', 'unfinished', 'cpu', 'wall', 'memory', 'stack', 'output', 'died', 'not_run'),
    of: text,
    after: text,
    live: flag('0'),
  }),
  component: lazyRouteComponent(() => import('./Function'), 'OneFunction'),
});

export const functionsRoutes = [listRoute, oneRoute] as const;
