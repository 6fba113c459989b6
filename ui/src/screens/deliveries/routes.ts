import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { oneOf, search } from '#/search';
import { appRoute } from '#/shell/parents';

/** whole is a number that is one, as a text. */
const whole = (raw: unknown) => (typeof raw === 'string' && /^\d{1,6}$/.test(raw) ? raw : undefined);

const deliveryRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'webhooks/$webhook/deliveries/$delivery',
  validateSearch: search({ attempt: whole, round: whole, body: oneOf('indented') }),
  component: lazyRouteComponent(() => import('./Delivery'), 'Delivery'),
});

export const deliveriesRoutes = [deliveryRoute] as const;
