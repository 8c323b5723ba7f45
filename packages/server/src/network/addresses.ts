import { isIPv4 } from 'node:net';
import type { Signatory } from '@trigpoint/proofs';

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

/** A URL has the one spelling of an address. */
const spelled = (plain: string): string =>
  URL.canParse(`http://[${plain}]`) ? new URL(`http://[${plain}]`).hostname.slice(1, -1) : plain;

export const isSameAddress = (one: string, other: string): boolean =>
  spelled(plainAddress(one)) === spelled(plainAddress(other));

/** The network an address belongs to, where one owner could hold many: /24 or /48, which one customer is given as a whole. */
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
 * The network of an agent's UDP endpoint if it is another one than that of its socket, otherwise empty. On a development
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
