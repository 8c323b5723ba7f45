import { sha256Hex } from '#sha256';
import { canonical } from '../canonical.ts';
import { cellBits } from './cells.ts';

/**
 * The eligible tree. It is a radix tree over the bits of (cell, id) in which every inner node has two children. Its shape follows
 * from its leaves alone, so everybody computes the same root from the same leaves. An inner node commits to the number of leaves
 * below each child. So the i-th leaf can be found and proven without the others. A box on Earth is a subtree. Adding or removing
 * one of a million leaves makes some thirty new nodes. Trees are never changed in place: an older tree stays readable while
 * challenges still draw from it.
 */
export type Node = Inner | Leaf | Stub;
/** A whole tree; undefined if nobody is eligible. */
export type Tree = Node | undefined;

/** One admitted agent. */
export interface Leaf {
  /** Where the agent says it is (`cellOf`); `noCell` if its description states no place. */
  readonly cell: number;
  readonly id: string;
  /** SHA-256 of the description that the agent signed, in hex. */
  readonly description: string;
  /** The owner that the description names. The leaf has it too, so that a draw can be repeated without the descriptions. */
  readonly owner: string;
  /** Admitted since: milliseconds since 1970. */
  readonly since: number;
  /** The /24 or /48 that the agent is seen in: `203.0.113.0/24`. */
  readonly network: string;
  /** The network of its UDP endpoint. Empty if that is the same as `network`. Both networks count alike. */
  readonly endpoint: string;
  /**
   * Its autonomous system, such as `AS64500`. If its UDP endpoint is in another one, both, with a space between. Empty if unknown.
   */
  readonly system: string;
}

/** All leaves below agree on the bits of (cell, id) before `bit`. Those of `left` have 0 there, those of `right` 1. */
export class Inner {
  readonly bit: number;
  /** The bits of the cell before `bit`, the rest zero. */
  readonly cell: number;
  readonly left: Node;
  readonly right: Node;
  readonly count: number;
  #hash = '';

  constructor(bit: number, cell: number, left: Node, right: Node) {
    this.bit = bit;
    this.cell = prefixOf(cell, bit);
    this.left = left;
    this.right = right;
    this.count = countOf(left) + countOf(right);
  }

  get hash(): string {
    const { bit, cell, left, right } = this;
    this.#hash ||= sha256Hex(
      `\x01${bit} ${cell} ${countOf(left)} ${hashOfNode(left)} ${countOf(right)} ${hashOfNode(right)}`,
    );
    return this.#hash;
  }
}

/** A part of the tree that evidence does not reveal. */
export class Stub {
  readonly count: number;
  readonly hash: string;

  constructor(count: number, hash: string) {
    this.count = count;
    this.hash = hash;
  }
}

const isLeaf = (node: Node): node is Leaf => !(node instanceof Inner || node instanceof Stub);

export const countOf = (tree: Tree): number => (tree === undefined ? 0 : isLeaf(tree) ? 1 : tree.count);

const hashOfNode = (node: Node): string => (isLeaf(node) ? leafHash(node) : node.hash);

/** The hash of one leaf: SHA-256 over a zero byte and the leaf's canonical JSON. */
export const leafHash = ({ cell, id, description, owner, since, network, endpoint, system }: Leaf): string =>
  sha256Hex(`\0${canonical({ cell, id, description, owner, since, network, endpoint, system })}`);

/** The networks that an agent is in. */
export const networksOf = ({ network, endpoint }: Pick<Leaf, 'network' | 'endpoint'>): string[] =>
  endpoint === '' ? [network] : [network, endpoint];

/** The autonomous systems that an agent is in. Agents of unknown systems share the system with the empty name. */
export const systemsOf = ({ system }: Pick<Leaf, 'system'>): string[] => system.split(' ');

/** The size and root of a tree, as the log names them. */
export interface TreeHead {
  readonly size: number;
  readonly root: string;
}

/** The root of the empty tree is the hash of nothing. */
export const headOf = (tree: Tree): TreeHead => ({
  size: countOf(tree),
  root: tree === undefined ? sha256Hex('') : hashOfNode(tree),
});

type Key = Pick<Leaf, 'cell' | 'id'>;

/** The first bits of a cell, the rest zero. */
export const prefixOf = (cell: number, bits: number): number =>
  bits >= cellBits ? cell : bits === 0 ? 0 : (cell & (-1 << (cellBits - bits))) >>> 0;

/** A UTF-16 unit of an id, plus one. Behind the end it is zero (NaN | 0), so no id has the same bits as a longer one. */
const unitOf = (id: string, at: number): number => (id.charCodeAt(at) + 1) | 0;
const unitBits = 17;

/** One bit of a key. The bits of the cell come first, then those of each unit of the id. So keys sort by (cell, id). */
export const bitOf = ({ cell, id }: Key, bit: number): number => {
  if (bit < cellBits) return (cell >>> (cellBits - 1 - bit)) & 1;
  const at = Math.floor((bit - cellBits) / unitBits);
  return (unitOf(id, at) >>> (unitBits - 1 - ((bit - cellBits) % unitBits))) & 1;
};

/** The first bit in which two keys differ; undefined if they are the same. */
const firstDifference = (a: Key, b: Key): number | undefined => {
  if (a.cell !== b.cell) return Math.clz32(a.cell ^ b.cell);
  if (a.id === b.id) return undefined;
  let at = 0;
  while (unitOf(a.id, at) === unitOf(b.id, at)) at++;
  return cellBits + unitBits * at + Math.clz32(unitOf(a.id, at) ^ unitOf(b.id, at)) - (32 - unitBits);
};

const byKey = (a: Key, b: Key): number => a.cell - b.cell || (a.id < b.id ? -1 : 1);

/** The tree of these leaves, in whatever order they come. Throws if two have the same cell and id. */
export function treeOf(leaves: Iterable<Leaf>): Tree {
  const sorted = [...leaves].sort(byKey);
  const build = (from: number, to: number): Node => {
    const first = sorted[from] as Leaf;
    if (to - from === 1) return first;
    const bit = firstDifference(first, sorted[to - 1] as Leaf);
    if (bit === undefined) throw new Error(`${first.id} stands in the eligible set twice.`);
    let [low, high] = [from, to];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (bitOf(sorted[middle] as Leaf, bit) === 0) low = middle + 1;
      else high = middle;
    }
    return new Inner(bit, first.cell, build(from, low), build(low, to));
  };
  return sorted.length === 0 ? undefined : build(0, sorted.length);
}

/** The tree with this leaf added; a leaf with the same cell and id is replaced. */
export function withLeaf(tree: Tree, leaf: Leaf): Node {
  if (tree === undefined) return leaf;
  const bit = firstDifference(nearestTo(tree, leaf), leaf);
  const add = (node: Node): Node => {
    if (node instanceof Inner && (bit === undefined || node.bit < bit)) {
      const { cell, left, right } = node;
      return bitOf(leaf, node.bit) === 0
        ? new Inner(node.bit, cell, add(left), right)
        : new Inner(node.bit, cell, left, add(right));
    }
    if (bit === undefined) return leaf;
    return bitOf(leaf, bit) === 0 ? new Inner(bit, leaf.cell, leaf, node) : new Inner(bit, leaf.cell, node, leaf);
  };
  return add(tree);
}

/** The tree without the leaf of this cell and id; the same tree if there is none. */
export function withoutLeaf(tree: Tree, key: Key): Tree {
  if (tree === undefined || firstDifference(nearestTo(tree, key), key) !== undefined) return tree;
  const remove = (node: Node): Tree => {
    if (!(node instanceof Inner)) return undefined;
    const { bit, cell, left, right } = node;
    const isLeft = bitOf(key, bit) === 0;
    const rest = remove(isLeft ? left : right);
    if (rest === undefined) return isLeft ? right : left;
    return isLeft ? new Inner(bit, cell, rest, right) : new Inner(bit, cell, left, rest);
  };
  return remove(tree);
}

/** The leaf that a key leads to. No other leaf has more of its first bits in common with the key. */
const nearestTo = (tree: Node, key: Key): Leaf => {
  let node = openWhole(tree);
  while (node instanceof Inner) node = openWhole(bitOf(key, node.bit) === 0 ? node.left : node.right);
  return node;
};

/** Opens a node to read it. A reader may record what it opens. It throws `NotRevealed` for parts that are not there. */
export type Open = (node: Node) => Inner | Leaf;

/** Thrown when something is read that a partial tree does not reveal. */
export class NotRevealed extends Error {
  override readonly name = 'NotRevealed';
}

export const openWhole: Open = (node) => {
  if (node instanceof Stub) throw new NotRevealed(`The evidence does not reveal a part of ${node.count} agents.`);
  return node;
};

/** The leaf at a position in the order of (cell, id), from 0. */
export function leafAt(tree: Tree, index: number, open: Open = openWhole): Leaf {
  if (tree === undefined || !(index >= 0 && index < countOf(tree))) throw new RangeError(`There is no leaf ${index}.`);
  let node = open(tree);
  let left = index;
  while (node instanceof Inner) {
    const before = countOf(node.left);
    const isLeft = left < before;
    if (!isLeft) left -= before;
    node = open(isLeft ? node.left : node.right);
  }
  return node;
}

/** All leaves below a node, in order. */
export function* leavesOf(tree: Tree, open: Open = openWhole): Generator<Leaf> {
  if (tree === undefined) return;
  const node = open(tree);
  if (node instanceof Inner) {
    yield* leavesOf(node.left, open);
    yield* leavesOf(node.right, open);
  } else yield node;
}

/** The leaf of this cell and id, if it stands in the tree. */
export function findLeaf(tree: Tree, key: Key, open: Open = openWhole): Leaf | undefined {
  if (tree === undefined) return undefined;
  let node = open(tree);
  while (node instanceof Inner) node = open(bitOf(key, node.bit) === 0 ? node.left : node.right);
  return node.cell === key.cell && node.id === key.id ? node : undefined;
}
