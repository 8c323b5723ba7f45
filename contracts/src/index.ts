export { type RequestHandlerArtefact, readArtefact } from './artefact.ts';
export { type Deployment, deployRequestHandler } from './deploy.ts';
