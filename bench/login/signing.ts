import { secp256k1 } from '@bitauth/libauth';
import { getAddress, keccak256 } from 'viem';

const utf8 = new TextEncoder();

export const personalHash = (text: string): Uint8Array => {
  const bytes = utf8.encode(text);
  const framed = Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes]);
  return keccak256(framed, 'bytes');
};

/** Signs as a wallet does, quickly, so that one core of clients can saturate one core of server. */
export const signPersonal = (privateKey: Uint8Array, text: string): string => {
  const signed = secp256k1.signMessageHashRecoverableCompact(privateKey, personalHash(text));
  if (typeof signed === 'string') throw new Error(signed);
  return `0x${Buffer.from(signed.signature).toString('hex')}${(27 + signed.recoveryId).toString(16)}`;
};

/** What one login cannot do without: the hash of the text, the recovery, and the address of the recovered key. */
export const recoverSigner = (text: string, signature: Buffer): string => {
  const recovery = ((signature[64] as number) - 27) as 0 | 1;
  const key = secp256k1.recoverPublicKeyUncompressed(signature.subarray(0, 64), recovery, personalHash(text));
  if (typeof key === 'string') throw new Error(key);
  return `0x${keccak256(key.subarray(1)).slice(26)}`;
};

export const addressOf = (privateKey: Uint8Array): string => {
  const key = secp256k1.derivePublicKeyUncompressed(privateKey);
  if (typeof key === 'string') throw new Error(key);
  return getAddress(`0x${keccak256(key.subarray(1)).slice(26)}`);
};
