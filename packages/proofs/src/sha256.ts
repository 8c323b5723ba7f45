import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** The hash in hex; a text is hashed as UTF-8. `#sha256` is this file in browsers, and sha256-node.ts on Node. */
export const sha256Hex = (data: string | Uint8Array): string =>
  bytesToHex(sha256(typeof data === 'string' ? utf8ToBytes(data) : data));

/** A running hash, of which the digest so far can be taken. */
export interface RunningHash {
  update(bytes: Uint8Array): unknown;
  copy(): { digest(): Uint8Array };
}

export const runningSha256 = (): RunningHash => {
  const hash = sha256.create();
  return { update: (bytes) => hash.update(bytes), copy: () => hash.clone() };
};
