export { type DevChain, startDevChain } from './start.ts';
