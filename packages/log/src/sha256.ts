import { sha256 as hash } from '@noble/hashes/sha2.js';

/** `#sha256` is this file in browsers, and sha256-node.ts on Node. */
export const sha256 = (data: Uint8Array): Uint8Array => hash(data);
