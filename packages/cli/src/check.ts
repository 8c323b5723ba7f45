/**
 * What evidence is checked with. The build makes a few files of this one and of all it imports, because the rules are 130 files,
 * and reading them took a third of the time of `trigpoint verify`.
 */
export { verifyEvidence } from '@trigpoint/client';
export { verifySignature } from '@trigpoint/protocol/node';
