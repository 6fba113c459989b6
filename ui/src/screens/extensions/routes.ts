import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '#/shell/parents';

const extensionsRoute = createRoute({ getParentRoute: () => appRoute, path: 'extensions', component: lazyRouteComponent(() => import('./Extensions'), 'Extensions') });

export const extensionsRoutes = [extensionsRoute] as const;
