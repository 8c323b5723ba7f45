import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { decodeBase58 } from './base58.ts';
import type { KeyType } from './keys.ts';

/** EIP-55: the case of each letter carries a bit of the hash of the lower-case address. */
export function checksumAddress(address: string): `0x${string}` {
  const lower = address.slice(2).toLowerCase();
  const hash = bytesToHex(keccak_256(utf8ToBytes(lower)));
  const letters = [...lower].map((letter, i) =>
    Number.parseInt(hash[i] ?? '0', 16) >= 8 ? letter.toUpperCase() : letter,
  );
  return `0x${letters.join('')}`;
}

/** The address of an uncompressed public key (65 bytes). */
export const addressOf = (publicKey: Uint8Array): `0x${string}` =>
  checksumAddress(`0x${bytesToHex(keccak_256(publicKey.subarray(1)).subarray(12))}`);

/** What personal_sign signs (EIP-191, version 0x45). */
export function personalHash(text: string): Uint8Array {
  const bytes = utf8ToBytes(text);
  return keccak_256(concatBytes(utf8ToBytes(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes));
}

/** The 20 bytes that name a key in an ask: an ethereum address as it is, or the last 20 bytes of keccak256 of a solana key. */
export function chainAddress(keyType: KeyType, publicKey: string): `0x${string}` {
  if (keyType === 'ethereum') return publicKey.toLowerCase() as `0x${string}`;
  const bytes = decodeBase58(publicKey);
  if (bytes?.length !== 32) throw new RangeError('A solana key is 32 bytes.');
  return `0x${bytesToHex(keccak_256(bytes).subarray(12))}`;
}
