export { DelayLines } from './delay-lines.ts';
export { type Node, roundTripMs } from './paths.ts';
