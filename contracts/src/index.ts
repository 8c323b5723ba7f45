export { type Artefact, type ContractName, readArtefact } from './artefact.ts';
export { type Deployment, deployAgentDeposits, deployRequestHandler } from './deploy.ts';
