import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { flag, search, text } from '#/search';
import { consoleRoute } from '#/shell/parents';

const sandboxesRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'sandboxes',
  validateSearch: search({ new: flag('1'), token: text, clock: text }),
  component: lazyRouteComponent(() => import('./Sandboxes'), 'Sandboxes'),
});

export const sandboxesRoutes = [sandboxesRoute] as const;
