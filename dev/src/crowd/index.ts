export { SimulatedAgent } from './agent.ts';
export { Connection, type Reply } from './connection.ts';
export { type Crowd, type CrowdOptions, type CrowdProver, recruitCrowd } from './crowd.ts';
export { simulateConsent, simulateReading } from './readings.ts';
