import {
  bitOf,
  countOf,
  headOf,
  Inner,
  type Leaf,
  type Node,
  type Open,
  openWhole,
  prefixOf,
  Stub,
  type Tree,
} from './tree.ts';

/**
 * The part of a tree that evidence carries: the nodes that the draw read, and only a count and a hash for everything else. Reading
 * the same nodes again gives the same answers. Reading anything else throws `NotRevealed`.
 */
export type PartialTree =
  | null
  | Leaf
  | { readonly count: number; readonly hash: string }
  | { readonly bit: number; readonly prefix: number; readonly left: PartialTree; readonly right: PartialTree };

/** A reader that records which nodes it opens. */
export function recordingReader(): { readonly open: Open; readonly opened: ReadonlySet<Node> } {
  const opened = new Set<Node>();
  return {
    open: (node) => {
      opened.add(node);
      return openWhole(node);
    },
    opened,
  };
}

/** The part of a tree that was opened. It is one proof for all opened leaves, and has no hash that follows from the rest of it. */
export const partOf = (tree: Tree, opened: ReadonlySet<Node>): PartialTree => {
  if (tree === undefined) return null;
  if (!opened.has(tree)) return { count: countOf(tree), hash: headOf(tree).root };
  if (!(tree instanceof Inner)) return tree;
  const { bit, cell, left, right } = tree;
  return { bit, prefix: cell, left: partOf(left, opened), right: partOf(right, opened) };
};

/** Thrown when a partial tree does not have the shape that its leaves give it. */
export class MalformedTree extends Error {
  override readonly name = 'MalformedTree';
}

/** The last bit of an id of 128 characters. No agent has a longer id. */
const deepestBit = 32 + 17 * 128;

const isWhole = (value: number, most: number): boolean => Number.isInteger(value) && value >= 0 && value <= most;

/**
 * Reads a partial tree from evidence. Throws `MalformedTree` if a node or leaf is not where its bits put it. The caller compares
 * `headOf` of the result with the root and size that were logged.
 */
export function readPartialTree(part: PartialTree): Tree {
  return part === null ? undefined : readNode(part, []);
}

/** A branch on the way down: all leaves below have this value at this bit. */
type Branch = readonly [bit: number, value: number, cell: number];

function readNode(part: PartialTree, branches: readonly Branch[]): Node {
  if (part === null) throw new MalformedTree('An inner node lacks a child.');
  if ('hash' in part) {
    if (!isWhole(part.count, Number.MAX_SAFE_INTEGER) || part.count === 0 || !/^[0-9a-f]{64}$/.test(part.hash))
      throw new MalformedTree('A part that is not revealed lacks its count or hash.');
    return new Stub(part.count, part.hash);
  }
  const above = branches.at(-1);
  if ('id' in part) {
    if (!isWhole(part.cell, 2 ** 32 - 1)) throw new MalformedTree(`${part.id} stands in no cell.`);
    const strays = branches.some(([bit, value]) => bitOf(part, bit) !== value);
    if (strays || (above && prefixOf(part.cell, above[0]) !== above[2]))
      throw new MalformedTree(`${part.id} stands where its cell and id do not lead.`);
    return part;
  }
  const { bit, prefix, left, right } = part;
  if (!isWhole(bit, deepestBit) || !isWhole(prefix, 2 ** 32 - 1) || prefixOf(prefix, bit) !== prefix)
    throw new MalformedTree('An inner node lacks its bit or its prefix.');
  if (above) {
    const [parentBit, value, parentPrefix] = above;
    const strays = bit <= parentBit || prefixOf(prefix, parentBit) !== parentPrefix;
    if (strays || (parentBit < 32 && bitOf({ cell: prefix, id: '' }, parentBit) !== value))
      throw new MalformedTree('An inner node stands where its prefix does not lead.');
  }
  return new Inner(
    bit,
    prefix,
    readNode(left, [...branches, [bit, 0, prefix]]),
    readNode(right, [...branches, [bit, 1, prefix]]),
  );
}
