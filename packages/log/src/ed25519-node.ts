import { createPrivateKey, createPublicKey, type KeyObject, sign as signWith, verify as verifyWith } from 'node:crypto';

const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex');
const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex');

/**
 * How many parsed keys are kept, because parsing a key takes as long as using it. A process uses few: its own, the log's and the
 * witnesses'.
 */
const kept = 256;

const remember = <T extends KeyObject | Uint8Array>(make: (bytes: Uint8Array) => T) => {
  const keys = new Map<string, T>();
  return (bytes: Uint8Array): T => {
    const name = Buffer.from(bytes).toString('hex');
    let key = keys.get(name);
    if (!key) {
      key = make(bytes);
      if (keys.size >= kept) keys.clear();
      keys.set(name, key);
    }
    return key;
  };
};

const privateKey = remember((seed) =>
  createPrivateKey({ key: Buffer.concat([privatePrefix, seed]), format: 'der', type: 'pkcs8' }),
);
const publicKey = remember((bytes) =>
  createPublicKey({ key: Buffer.concat([publicPrefix, bytes]), format: 'der', type: 'spki' }),
);
const publicBytes = remember((seed) =>
  createPublicKey(privateKey(seed)).export({ format: 'der', type: 'spki' }).subarray(publicPrefix.length),
);

export const publicKeyOf = (seed: Uint8Array): Uint8Array => new Uint8Array(publicBytes(seed));

export const sign = (message: Uint8Array, seed: Uint8Array): Uint8Array => signWith(null, message, privateKey(seed));

/** Takes any bytes and never throws. */
export const verify = (signature: Uint8Array, message: Uint8Array, key: Uint8Array): boolean => {
  if (signature.length !== 64 || key.length !== 32) return false;
  try {
    return verifyWith(null, message, publicKey(key), signature);
  } catch {
    return false;
  }
};
