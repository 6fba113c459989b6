import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { oneOf, search, text } from '#/search';
import { operatorRoute } from '#/shell/parents';

const getParentRoute = () => operatorRoute;
const queue = search({ state: oneOf('decided'), claimed: oneOf('me') });

const indexRoute = createRoute({ getParentRoute, path: '/', beforeLoad: () => { throw redirect({ to: '/operator/reviews', replace: true }); } });
const reviewsRoute = createRoute({ getParentRoute, path: 'reviews', validateSearch: queue, component: lazyRouteComponent(() => import('./Reviews'), 'Reviews') });
const reviewRoute = createRoute({ getParentRoute, path: 'reviews/$rev', validateSearch: queue, component: lazyRouteComponent(() => import('./Reviews'), 'Reviews') });
const appsRoute = createRoute({ getParentRoute, path: 'apps', validateSearch: search({ organization: text }), component: lazyRouteComponent(() => import('./Apps'), 'Apps') });
const appRoute = createRoute({ getParentRoute, path: 'apps/$id', component: lazyRouteComponent(() => import('./App'), 'App') });
const suspendRoute = createRoute({ getParentRoute, path: 'apps/$id/suspend', component: lazyRouteComponent(() => import('./App'), 'SuspendApp') });
const usersRoute = createRoute({ getParentRoute, path: 'users', validateSearch: search({ email: text }), component: lazyRouteComponent(() => import('./Users'), 'Users') });
const backlogRoute = createRoute({ getParentRoute, path: 'backlog', component: lazyRouteComponent(() => import('./Backlog'), 'Backlog') });
const lockoutsRoute = createRoute({ getParentRoute, path: 'lockouts', component: lazyRouteComponent(() => import('./Lockouts'), 'Lockouts') });
const domainsRoute = createRoute({ getParentRoute, path: 'domains', component: lazyRouteComponent(() => import('./Domains'), 'Domains') });

export const operatorRoutes = [indexRoute, reviewsRoute, reviewRoute, appsRoute, appRoute, suspendRoute, usersRoute, backlogRoute, lockoutsRoute, domainsRoute] as const;
