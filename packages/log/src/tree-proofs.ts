import { isEqual } from './bytes.ts';
import { emptyRoot, nodeHash, splitPoint } from './hashes.ts';

/** The leaves of a tree from `from` to before `to`. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * The subtrees whose hashes prove that leaf `index` is in a tree of `size`, the nearest to the leaf first
 * (RFC 6962, section 2.1.1).
 */
export const inclusionRanges = (index: number, size: number): Range[] => {
  const ranges: Range[] = [];
  let from = 0;
  let to = size;
  while (to - from > 1) {
    const middle = from + splitPoint(to - from);
    if (index < middle) {
      ranges.push({ from: middle, to });
      to = middle;
    } else {
      ranges.push({ from, to: middle });
      from = middle;
    }
  }
  return ranges.reverse();
};

/** The subtrees whose hashes prove that the tree of `size` begins with that of `oldSize` (RFC 6962, section 2.1.2). */
export const consistencyRanges = (oldSize: number, size: number): Range[] => {
  if (oldSize === 0 || oldSize === size) return [];
  const ranges: Range[] = [];
  let from = 0;
  let to = size;
  while (to !== oldSize) {
    const middle = from + splitPoint(to - from);
    if (oldSize <= middle) {
      ranges.push({ from: middle, to });
      to = middle;
    } else {
      ranges.push({ from, to: middle });
      from = middle;
    }
  }
  // If the old tree is the whole left subtree, the verifier already has its hash.
  if (from > 0) ranges.push({ from, to });
  return ranges.reverse();
};

/** Splits a range into complete subtrees, from left to right. Joining their hashes from the right gives the hash of the range. */
export const completeSubtrees = ({ from, to }: Range): { readonly height: number; readonly index: number }[] => {
  const found: { height: number; index: number }[] = [];
  for (let at = from; at < to; ) {
    let height = 0;
    while (at + 2 ** (height + 1) <= to) height++;
    found.push({ height, index: at / 2 ** height });
    at += 2 ** height;
  }
  return found;
};

export const foldRight = (hashes: readonly Uint8Array[]): Uint8Array =>
  hashes.length === 0 ? emptyRoot : hashes.reduceRight((right, left) => nodeHash(left, right));

export interface Inclusion {
  readonly leaf: Uint8Array;
  readonly index: number;
  readonly size: number;
  readonly root: Uint8Array;
  readonly path: readonly Uint8Array[];
}

/** Whether the path leads from the leaf to the root. Takes any values and never throws. */
export const verifyInclusion = ({ leaf, index, size, root, path }: Inclusion): boolean => {
  if (!isCount(index) || !isCount(size) || index >= size) return false;
  const ranges = inclusionRanges(index, size);
  if (path.length !== ranges.length || ![leaf, root, ...path].every(isHash)) return false;
  const found = ranges.reduce(
    (hash, { from }, i) =>
      from > index ? nodeHash(hash, path[i] as Uint8Array) : nodeHash(path[i] as Uint8Array, hash),
    leaf,
  );
  return isEqual(found, root);
};

export interface Consistency {
  readonly oldSize: number;
  readonly oldRoot: Uint8Array;
  readonly size: number;
  readonly root: Uint8Array;
  readonly path: readonly Uint8Array[];
}

/** Whether the path shows that the new tree only added to the old one. Takes any values and never throws. */
export const verifyConsistency = ({ oldSize, oldRoot, size, root, path }: Consistency): boolean => {
  if (!isCount(oldSize) || !isCount(size) || oldSize > size) return false;
  if (![oldRoot, root, ...path].every(isHash)) return false;
  if (oldSize === 0) return path.length === 0 && isEqual(oldRoot, emptyRoot) && (size > 0 || isEqual(root, emptyRoot));
  if (oldSize === size) return path.length === 0 && isEqual(oldRoot, root);
  const ranges = consistencyRanges(oldSize, size);
  if (path.length !== ranges.length) return false;
  // Both roots are built from the same hashes. Hashes left of the old tree's edge belong to both trees, the others to the new one.
  const isOwn = ranges[0]?.to === oldSize;
  let older = isOwn ? (path[0] as Uint8Array) : oldRoot;
  let newer = older;
  for (let i = isOwn ? 1 : 0; i < ranges.length; i++) {
    const hash = path[i] as Uint8Array;
    if ((ranges[i] as Range).from >= oldSize) newer = nodeHash(newer, hash);
    else {
      older = nodeHash(hash, older);
      newer = nodeHash(hash, newer);
    }
  }
  return isEqual(older, oldRoot) && isEqual(newer, root);
};

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;
const isHash = (value: Uint8Array): boolean => value instanceof Uint8Array && value.length === emptyRoot.length;
