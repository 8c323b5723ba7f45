/** What is loaded with the first check of evidence. */
export { checkAnchors } from './anchors.ts';
export { assertedByOperator, knownOwners } from './asserted.ts';
export { checkLog } from './log-anchor.ts';
