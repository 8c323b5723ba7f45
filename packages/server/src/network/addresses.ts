import { isIPv4 } from 'node:net';
import type { Signatory } from '@trigpoint/proofs';
import { keyOfAgent, keyTypeOf } from '@trigpoint/protocol';

export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** An agent's id: the address family it is seen with, and its key. */
export const agentId = (seenAddress: string, publicKey: string): string =>
  `${isIPv4(plainAddress(seenAddress)) ? 'IPv4' : 'IPv6'}/${publicKey}`;

export const agentIds = /^IPv[46]\/[0-9A-Za-z]{1,100}$/;

/** The key that an agent signs with, read from its id. Null for an empty id. */
export const signatoryOf = (id: string): Signatory | null => {
  if (id === '') return null;
  const publicKey = keyOfAgent(id);
  return { id, key_type: keyTypeOf(publicKey), public_key: publicKey };
};

/** Spells an IPv6 address in the one way that URLs do. */
const spelled = (plain: string): string =>
  URL.canParse(`http://[${plain}]`) ? new URL(`http://[${plain}]`).hostname.slice(1, -1) : plain;

export const isSameAddress = (one: string, other: string): boolean =>
  spelled(plainAddress(one)) === spelled(plainAddress(other));

/** The groups of an IPv6 address; `::` stands for as many zeros as are missing. */
export const groupsOf = (address: string): string[] => {
  const [before = [], behind = []] = address
    .replace(/%.*/, '')
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':')));
  // Dotted groups at the end, as in 64:ff9b::192.0.2.1, take the place of two.
  const missing = 8 - before.length - behind.length - Number(address.includes('.'));
  return [...before, ...Array<string>(Math.max(0, missing)).fill('0'), ...behind];
};

/** The /24 or /48 of an address. One customer is given such a network as a whole, so one owner can have all its addresses. */
export const networkOf = (address: string): string => {
  const plain = plainAddress(address);
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  return `${groupsOf(spelled(plain)).slice(0, 3).join(':')}::/48`;
};

type Reached = Readonly<Record<'id' | 'network' | 'udpAddress', string>>;

/**
 * The network of an agent's UDP endpoint if it differs from the network of its socket, otherwise empty. On a development
 * network all agents share one address, and each counts as a network of its own.
 */
export const endpointNetworkOf = ({ id, network, udpAddress }: Reached): string => {
  const reached = network === id || udpAddress === '' ? network : networkOf(udpAddress);
  return reached === network ? '' : reached;
};

/** The networks that an agent is in. */
export const networksOf = (agent: Reached): string[] =>
  [agent.network, endpointNetworkOf(agent)].filter((it) => it !== '');
