import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { flag, search, text } from '#/search';
import { appRoute } from '#/shell/parents';

const fieldsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'fields',
  validateSearch: search({ new: flag('1'), edit: text }),
  component: lazyRouteComponent(() => import('./Fields'), 'Fields'),
});

export const fieldsRoutes = [fieldsRoute] as const;
