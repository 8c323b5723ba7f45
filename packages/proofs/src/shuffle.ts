import { sha256Hex } from '#sha256';
import type { Measurer } from './proof-type.ts';

const encoder = new TextEncoder();

/** Orders challengers by the hash of seed and id. So the seed decides the order, and the order of the list does not matter. */
export const shuffle = (seed: Uint8Array, challengers: readonly Measurer[]): Measurer[] => {
  const longest = challengers.reduce((most, { id }) => Math.max(most, id.length), 0);
  const bytes = new Uint8Array(seed.length + 3 * longest);
  bytes.set(seed);
  const behindSeed = bytes.subarray(seed.length);
  const keyOf = ({ id }: Measurer) => {
    const { written } = encoder.encodeInto(id, behindSeed);
    return sha256Hex(bytes.subarray(0, seed.length + written));
  };
  return challengers
    .map((it) => ({ it, key: keyOf(it) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ it }) => it);
};

/** Keeps the first challenger of each owner and of each network, in the order given. So nobody counts twice through two agents. */
export const distinct = <C extends Pick<Measurer, 'owner' | 'network'>>(challengers: readonly C[]): C[] => {
  const owners = new Set<string>();
  const networks = new Set<string>();
  return challengers.filter(({ owner, network }) => {
    if (owners.has(owner) || networks.has(network)) return false;
    owners.add(owner);
    networks.add(network);
    return true;
  });
};
