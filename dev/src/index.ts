export type { BandwidthAgents } from './bandwidth/agents.ts';
export { isLeftOpenByLoad, wordsOfBusyMachines } from './busy-machines.ts';
export { challengerCities, type DemoProver, demoProvers } from './geography/cities.ts';
export { type DevNetwork, type DevNetworkOptions, startNetwork } from './network.ts';
