import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { flag, oneOf, search, text } from '#/search';
import { appRoute } from '#/shell/parents';

const listRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'webhooks',
  component: lazyRouteComponent(() => import('./Webhooks'), 'Webhooks'),
});

const newRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'webhooks/new',
  component: lazyRouteComponent(() => import('./NewWebhook'), 'NewWebhook'),
});

const webhookRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'webhooks/$webhook',
  validateSearch: search({ status: oneOf('queued', 'retrying', 'delivered', 'failed'), type: text, business: text, live: flag('0'), all: flag('1'), hours: flag('table') }),
  component: lazyRouteComponent(() => import('./Webhook'), 'Webhook'),
});

export const webhooksRoutes = [listRoute, newRoute, webhookRoute] as const;
