/** Pages load this with the first check of evidence. */
export { Findings } from './anchored.ts';
export { checkAnchors } from './anchors.ts';
export { assertedByOperator, knownOwners } from './asserted.ts';
export { checkLog } from './log-anchor.ts';
export { checkLogRoot } from './log-root.ts';
