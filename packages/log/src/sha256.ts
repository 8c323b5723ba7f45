import { sha256 as hash } from '@noble/hashes/sha2.js';

/** `#sha256` is this in browsers, and sha256-node.ts where there is Node. */
export const sha256 = (data: Uint8Array): Uint8Array => hash(data);
