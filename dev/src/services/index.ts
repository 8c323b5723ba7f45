/** What loads the whole service. Children that only measure it or load it with work import the other folders alone. */
export { type CrowdService, type CrowdServiceOptions, serviceEnv, startCrowdService } from './crowd-service.ts';
export { onEachDatabase, usePostgres } from './databases.ts';
