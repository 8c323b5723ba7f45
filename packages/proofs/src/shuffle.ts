import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Candidate } from './proof-type.ts';

/** An order of the candidates that the seed alone decides, whatever order they came in: by the hash of seed and id. */
export const shuffle = (seed: Uint8Array, candidates: readonly Candidate[]): Candidate[] =>
  candidates
    .map((it) => ({ it, key: bytesToHex(sha256(concatBytes(seed, utf8ToBytes(it.id)))) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ it }) => it);

/** The first of each owner and each network, in the order given: nobody is asked twice through two doors. */
export const distinct = (candidates: readonly Candidate[]): Candidate[] => {
  const owners = new Set<string>();
  const subnets = new Set<string>();
  return candidates.filter(({ owner, subnet }) => {
    if (owners.has(owner) || subnets.has(subnet)) return false;
    owners.add(owner);
    subnets.add(subnet);
    return true;
  });
};
