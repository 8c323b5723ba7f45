import { isIPv4 } from 'node:net';
import type { Signatory } from '@trigpoint/proofs';
import { callerOf } from './callers.ts';

export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** An agent's id: the address family it is seen with, and its key. */
export const agentId = (seenAddress: string, publicKey: string): string =>
  `${isIPv4(plainAddress(seenAddress)) ? 'IPv4' : 'IPv6'}/${publicKey}`;

/** Whose signature an agent's is: its key is in its id. Null for no agent. */
export const signatoryOf = (id: string): Signatory | null => {
  if (id === '') return null;
  const publicKey = id.slice(id.indexOf('/') + 1);
  return { id, key_type: publicKey.startsWith('0x') ? 'ethereum' : 'solana', public_key: publicKey };
};

/** The network an address belongs to, where one owner could hold many: /24 or /64. */
export const subnetOf = (address: string): string => {
  const plain = plainAddress(address);
  return isIPv4(plain) ? `${plain.split('.').slice(0, 3).join('.')}.0/24` : callerOf(plain);
};
