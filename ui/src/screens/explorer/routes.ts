import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { search, text } from '#/search';
import { appRoute } from '#/shell/parents';

const explorerRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'explorer',
  validateSearch: search({ operation: text, sandbox: text }),
  component: lazyRouteComponent(() => import('./Explorer'), 'Explorer'),
});

export const explorerRoutes = [explorerRoute] as const;
