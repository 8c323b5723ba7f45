import { sha256 } from '#sha256';

/**
 * Hashes of the tree (RFC 6962, section 2.1). What is hashed for leaves and for nodes begins with different bytes, so neither
 * passes for the other.
 */
export const hashBytes = 32;

/** The root of a tree without leaves: the hash of nothing. */
export const emptyRoot: Uint8Array = sha256(new Uint8Array(0));

export const leafHash = (entry: Uint8Array): Uint8Array => {
  const bytes = new Uint8Array(1 + entry.length);
  bytes.set(entry, 1);
  return sha256(bytes);
};

/** One buffer is used for all nodes, because nothing else runs between filling and hashing it. */
const pair = new Uint8Array(1 + 2 * hashBytes);
pair[0] = 1;

export const nodeHash = (left: Uint8Array, right: Uint8Array): Uint8Array => {
  pair.set(left, 1);
  pair.set(right, 1 + hashBytes);
  return sha256(pair);
};

/** The hash of the node above two hashes, which are one after the other in `both`. */
export const pairHash = (both: Uint8Array): Uint8Array => {
  pair.set(both, 1);
  return sha256(pair);
};

/** The largest power of two below `size`: where RFC 6962 splits a tree of at least two leaves. */
export const splitPoint = (size: number): number => {
  let point = 1;
  while (point * 2 < size) point *= 2;
  return point;
};
