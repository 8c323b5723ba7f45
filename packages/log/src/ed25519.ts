import { ed25519 } from '@noble/curves/ed25519.js';

/** `#ed25519` is this file in browsers, and ed25519-node.ts on Node. */
export const publicKeyOf = (seed: Uint8Array): Uint8Array => ed25519.getPublicKey(seed);

export const sign = (message: Uint8Array, seed: Uint8Array): Uint8Array => ed25519.sign(message, seed);

/** Takes any bytes and never throws. Follows the strict rules of RFC 8032, as Node does. */
export const verify = (signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean => {
  if (signature.length !== 64 || publicKey.length !== 32) return false;
  try {
    return ed25519.verify(signature, message, publicKey, { zip215: false });
  } catch {
    return false;
  }
};
