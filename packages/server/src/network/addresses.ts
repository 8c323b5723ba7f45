import { isIPv4 } from 'node:net';
import { keccak_256 } from '@noble/hashes/sha3.js';
import type { KeyType } from '@trigpoint/protocol';
import { callerOf } from '../callers.ts';

export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** An agent's id: the address family it is seen with, and its key. */
export const agentId = (seenAddress: string, publicKey: string): string =>
  `${isIPv4(plainAddress(seenAddress)) ? 'IPv4' : 'IPv6'}/${publicKey}`;

/** The network an address belongs to, where one owner could hold many: /24 or /64. */
export const subnetOf = (address: string): string => {
  const plain = plainAddress(address);
  return isIPv4(plain) ? `${plain.split('.').slice(0, 3).join('.')}.0/24` : callerOf(plain);
};

/** The 20 bytes a key is asked under on chain: itself, or the low 20 bytes of keccak256 of a solana key's text form. */
export const chainAddress = (keyType: KeyType, publicKey: string, keyBytes: Uint8Array | undefined): string => {
  if (keyType === 'ethereum') return publicKey;
  if (!keyBytes) throw new RangeError('A solana key is 32 bytes.');
  return `0x${Buffer.from(keccak_256(keyBytes).subarray(12)).toString('hex')}`;
};
