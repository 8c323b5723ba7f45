import { isIPv4 } from 'node:net';
import type { Signatory } from '@trigpoint/proofs';
import { keyOfAgent } from '@trigpoint/protocol';

export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** An agent's id: the address family it is seen with, and its key. */
export const agentId = (seenAddress: string, publicKey: string): string =>
  `${isIPv4(plainAddress(seenAddress)) ? 'IPv4' : 'IPv6'}/${publicKey}`;

/** The key that an agent signs with, read from its id. Null for an empty id. */
export const signatoryOf = (id: string): Signatory | null => {
  if (id === '') return null;
  const publicKey = keyOfAgent(id);
  return { id, key_type: publicKey.startsWith('0x') ? 'ethereum' : 'solana', public_key: publicKey };
};

/** Spells an IPv6 address in the one way that URLs do. */
const spelled = (plain: string): string =>
  URL.canParse(`http://[${plain}]`) ? new URL(`http://[${plain}]`).hostname.slice(1, -1) : plain;

export const isSameAddress = (one: string, other: string): boolean =>
  spelled(plainAddress(one)) === spelled(plainAddress(other));

/** The /24 or /48 of an address. One customer is given such a network as a whole, so one owner can have all its addresses. */
export const networkOf = (address: string): string => {
  const plain = plainAddress(address);
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  const [head = '', tail] = spelled(plain).split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const groups = [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return `${groups.slice(0, 3).join(':')}::/48`;
};

/**
 * The network of an agent's UDP endpoint if it differs from the network of its socket, otherwise empty. On a development
 * network all agents share one address, and each counts as a network of its own.
 */
export const endpointNetworkOf = ({
  id,
  subnet,
  udpAddress,
}: {
  readonly id: string;
  readonly subnet: string;
  readonly udpAddress: string;
}): string => {
  const network = subnet === id || udpAddress === '' ? subnet : networkOf(udpAddress);
  return network === subnet ? '' : network;
};

/** The networks that an agent is in. */
export const networksOf = (agent: Parameters<typeof endpointNetworkOf>[0]): string[] =>
  [agent.subnet, endpointNetworkOf(agent)].filter((it) => it !== '');
