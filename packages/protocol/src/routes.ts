import { campaignRoutes, uploadRoutes } from './campaign-routes.ts';
import { challengeRoutes } from './challenge-routes.ts';
import { keyRoutes } from './key-routes.ts';
import { ledgerRoutes } from './ledger-routes.ts';
import { networkRoutes } from './network-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { verdictRoutes } from './verdict-routes.ts';
import { watchRoutes } from './watch-routes.ts';
import { webhookRoutes } from './webhook-routes.ts';

/** Operations by what they are about, in the order of the documents. */
export const routeGroups = {
  Challenges: challengeRoutes,
  Evidence: verdictRoutes,
  Watches: watchRoutes,
  Agents: networkRoutes,
  Webhooks: webhookRoutes,
  Campaigns: { ...campaignRoutes, ...uploadRoutes },
  POINTS: ledgerRoutes,
  'API keys': keyRoutes,
  Sessions: sessionRoutes,
};

/** Every operation of the service. */
export const routes = {
  ...sessionRoutes,
  ...keyRoutes,
  ...challengeRoutes,
  ...networkRoutes,
  ...verdictRoutes,
  ...ledgerRoutes,
  ...webhookRoutes,
  ...campaignRoutes,
  ...uploadRoutes,
  ...watchRoutes,
};

export type RouteName = keyof typeof routes;
