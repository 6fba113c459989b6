import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { flag, search, text } from '#/search';
import { consoleRoute } from '#/shell/parents';

const teamRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'team',
  validateSearch: search({ invite: flag('1'), member: text }),
  component: lazyRouteComponent(() => import('./Team'), 'Team'),
});

export const teamRoutes = [teamRoute] as const;
