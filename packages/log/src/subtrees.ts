import { fromBase64, toBase64 } from './bytes.ts';
import { hashBytes } from './hashes.ts';
import type { TileReader } from './tile-reader.ts';
import { consistencyRanges, inclusionRanges, type Range, verifyConsistency, verifyInclusion } from './tree-proofs.ts';

/**
 * The hashes that prove the places of many entries in one tree. Paths of entries share most of their hashes, so each hash is here only
 * once. Its name says which leaves it is of: "from-to", where `to` is not included.
 */
export type Subtrees = Readonly<Record<string, string>>;

const nameOf = ({ from, to }: Range) => `${from}-${to}`;

/** The hashes that prove the places `indexes`, and that the tree continues the trees of `oldSizes`. */
export const collectSubtrees = async (
  reader: TileReader,
  indexes: readonly number[],
  oldSizes: readonly number[],
): Promise<Subtrees> => {
  const found = new Map<string, string>();
  const add = async (ranges: readonly Range[], path: () => Promise<readonly Uint8Array[]>) => {
    if (ranges.every((it) => found.has(nameOf(it)))) return;
    for (const [i, hash] of (await path()).entries()) found.set(nameOf(ranges[i] as Range), toBase64(hash));
  };
  for (const it of indexes) await add(inclusionRanges(it, reader.size), () => reader.inclusion(it));
  for (const it of oldSizes) await add(consistencyRanges(it, reader.size), () => reader.consistency(it));
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
};

export interface KnownTree {
  readonly size: number;
  readonly root: Uint8Array;
  readonly subtrees: Subtrees;
}

/** Hashes that were decoded before, by the tree. Paths share most of their hashes, so each is decoded once. */
const decoded = new WeakMap<KnownTree, Map<string, Uint8Array>>();

const pathOf = (ranges: readonly Range[], tree: KnownTree): Uint8Array[] => {
  const known = decoded.get(tree) ?? new Map<string, Uint8Array>();
  decoded.set(tree, known);
  return ranges.map((it) => {
    const name = nameOf(it);
    const hash = known.get(name) ?? fromBase64(String(tree.subtrees[name] ?? '')) ?? new Uint8Array(0);
    known.set(name, hash);
    return hash;
  });
};

const isPlace = (value: number, below: number): boolean => Number.isSafeInteger(value) && value >= 0 && value < below;

/** Whether the tree has this leaf in this place. */
export const hasLeaf = (tree: KnownTree, index: number, leaf: Uint8Array): boolean => {
  const { size, root } = tree;
  return (
    isPlace(index, size) &&
    verifyInclusion({ leaf, index, size, root, path: pathOf(inclusionRanges(index, size), tree) })
  );
};

/** Whether the tree continues the tree of this size and root. */
export const continues = (tree: KnownTree, oldSize: number, oldRoot: Uint8Array): boolean => {
  const { size, root } = tree;
  return (
    isPlace(oldSize, size + 1) &&
    oldRoot.length === hashBytes &&
    verifyConsistency({ oldSize, oldRoot, size, root, path: pathOf(consistencyRanges(oldSize, size), tree) })
  );
};
