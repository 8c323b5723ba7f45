export { DelayLines } from './lines.ts';
export { type Node, roundTripMs } from './paths.ts';
