/** The code that checks evidence, in a few files with the rest of the command line: see scripts/build-one-files.ts. */
export { verifyEvidence } from '@trigpoint/client';
export { verifySignature } from '@trigpoint/protocol/node';
