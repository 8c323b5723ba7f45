import { sessionRoutes } from './session-routes.ts';

/** Every operation of the service. */
export const routes = { ...sessionRoutes };

export type RouteName = keyof typeof routes;
