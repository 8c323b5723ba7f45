export { isLeftOpenByLoad, wordsOfBusyMachines } from './busy-machines.ts';
export {
  type ChainlessNetwork,
  type DevNetwork,
  type DevNetworkOptions,
  startNetwork,
  startNetworkWithoutChain,
} from './network.ts';
export type { ScenarioAgents } from './scenario.ts';
export { findPlace, routeFrom } from './simulated-place.ts';
