import { campaignRoutes, uploadRoutes } from './campaign-routes.ts';
import { challengeRoutes } from './challenge-routes.ts';
import { networkRoutes } from './network-routes.ts';
import { recordRoutes } from './record-routes.ts';
import { sessionRoutes } from './session-routes.ts';

/** Every operation of the service. */
export const routes = {
  ...sessionRoutes,
  ...challengeRoutes,
  ...networkRoutes,
  ...recordRoutes,
  ...campaignRoutes,
  ...uploadRoutes,
};

export type RouteName = keyof typeof routes;
