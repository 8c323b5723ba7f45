import fc from 'fast-check';
import { expect, test } from 'vitest';
import { agent, crowdOf } from './fixtures.ts';
import { MalformedTree, type PartialTree, partOf, readPartialTree, recordingReader } from './partial-tree.ts';
import {
  countOf,
  findLeaf,
  headOf,
  Inner,
  type Leaf,
  leafAt,
  leavesOf,
  NotRevealed,
  type Tree,
  treeOf,
  withLeaf,
  withoutLeaf,
} from './tree.ts';

/** Few cells and ids that begin alike, so that leaves meet in every bit. */
const leaf = fc
  .record({
    cell: fc.oneof(fc.constantFrom(0, 1, 2 ** 31, 2 ** 32 - 1), fc.nat(2 ** 32 - 1)),
    id: fc.oneof(fc.constantFrom('', 'a', 'aa', 'a\0', 'ab', 'é'), fc.string({ unit: 'binary', maxLength: 6 })),
  })
  .map(({ cell, id }): Leaf => ({ ...agent(1, { latitude: 0, longitude: 0 }), cell, id }));
const keyOf = ({ cell, id }: Leaf) => `${cell} ${id.length} ${id}`;
const leaves = fc.uniqueArray(leaf, { selector: keyOf, maxLength: 40 });

test('the root follows from the set alone, in whatever order leaves came and went', () => {
  fc.assert(
    fc.property(leaves, leaves, fc.infiniteStream(fc.nat()), (kept, gone, numbers) => {
      const keys = new Set(kept.map(keyOf));
      const extra = gone.filter((it) => !keys.has(keyOf(it)));
      const inSomeOrder = [...kept, ...extra]
        .map((it) => ({ it, rank: numbers.next().value as number }))
        .sort((a, b) => a.rank - b.rank)
        .map(({ it }) => it);
      let tree = inSomeOrder.reduce<Tree>((all, it) => withLeaf(all, it), undefined);
      expect(headOf(tree)).toEqual(headOf(treeOf(inSomeOrder)));
      for (const it of extra) tree = withoutLeaf(tree, it);
      expect(headOf(tree)).toEqual(headOf(treeOf(kept)));
      expect([...leavesOf(tree)].map(keyOf).sort()).toEqual(kept.map(keyOf).sort());
    }),
  );
});

test('the i-th leaf is the i-th in the order of cell and id, and every leaf is found', () => {
  fc.assert(
    fc.property(leaves, (some) => {
      const tree = treeOf(some);
      const sorted = some.toSorted((a, b) => a.cell - b.cell || (a.id < b.id ? -1 : 1));
      expect(sorted.map((_, i) => leafAt(tree, i))).toEqual(sorted);
      for (const it of some) expect(findLeaf(tree, it)).toBe(it);
      expect(() => leafAt(tree, some.length)).toThrow(RangeError);
    }),
  );
});

test('another tree stays as it was when a leaf comes, goes or changes', () => {
  const tree = treeOf(crowdOf(100, 1));
  const before = headOf(tree);
  const first = leafAt(tree, 0);
  const changed = withLeaf(tree, { ...first, since: first.since + 1 });
  expect(countOf(changed)).toBe(100);
  expect(headOf(changed).root).not.toBe(before.root);
  expect(headOf(withoutLeaf(tree, first)).size).toBe(99);
  expect(withoutLeaf(tree, { ...first, id: 'nobody' })).toBe(tree);
  expect(headOf(tree)).toEqual(before);
});

test('two agents with the same cell and id make no tree', () => {
  const twin = agent(1, { latitude: 0, longitude: 0 });
  expect(() => treeOf([twin, twin])).toThrow('twice');
});

const partial = (tree: Tree, indices: readonly number[]): PartialTree => {
  const { open, opened } = recordingReader();
  for (const index of indices) leafAt(tree, index, open);
  return JSON.parse(JSON.stringify(partOf(tree, opened))) as PartialTree;
};

test('a part of a tree has the root of the whole, gives what was read, and nothing else', () => {
  fc.assert(
    fc.property(fc.nat(1_000), fc.uniqueArray(fc.nat(199), { minLength: 1, maxLength: 12 }), (seed, indices) => {
      const tree = treeOf(crowdOf(200, seed));
      const part = readPartialTree(partial(tree, indices));
      expect(headOf(part)).toEqual(headOf(tree));
      for (let i = 0; i < 200; i++)
        if (indices.includes(i)) expect(leafAt(part, i)).toEqual(leafAt(tree, i));
        else expect(() => leafAt(part, i)).toThrow(NotRevealed);
    }),
    { numRuns: 30 },
  );
});

/** Every number and text of a partial tree, as a way to change it. */
function* changes(part: PartialTree): Generator<PartialTree> {
  if (part === null) return;
  for (const [name, value] of Object.entries(part)) {
    if (typeof value === 'number') yield { ...part, [name]: value + 1 } as PartialTree;
    else if (typeof value === 'string') {
      const other = value.startsWith('0') ? '1' : '0';
      yield { ...part, [name]: `${other}${value.slice(1)}` } as PartialTree;
    } else for (const changed of changes(value as PartialTree)) yield { ...part, [name]: changed } as PartialTree;
  }
}

test('whatever is changed in a part of a tree, its root is another or it is malformed', () => {
  const tree = treeOf(crowdOf(200, 3));
  const { root, size } = headOf(tree);
  let tried = 0;
  for (const changed of changes(partial(tree, [0, 17, 18, 90, 199]))) {
    tried++;
    try {
      const head = headOf(readPartialTree(changed));
      expect(head.root === root && head.size === size).toBe(false);
    } catch (error) {
      expect(error).toBeInstanceOf(MalformedTree);
    }
  }
  expect(tried).toBeGreaterThan(80);
});

test('a tree that was built wrong is refused, although its hashes agree', () => {
  const [east, west] = [agent(1, { latitude: 0, longitude: 90 }), agent(2, { latitude: 0, longitude: -90 })];
  const [first, second] = [agent(1, { latitude: 0, longitude: 0 }), agent(2, { latitude: 0, longitude: 0 })];
  const [apart, together] = [treeOf([east, west]) as Inner, treeOf([first, second]) as Inner];
  for (const { bit, cell, left, right } of [apart, together]) {
    expect(readPartialTree(revealed(new Inner(bit, cell, left, right)))).toBeInstanceOf(Inner);
    expect(() => readPartialTree(revealed(new Inner(bit, cell, right, left)))).toThrow(MalformedTree);
  }
  // One of two neighbours in the west was put among the agents of the east.
  const neighbour = agent(3, { latitude: 0, longitude: -90.1 });
  const { bit, cell } = treeOf([west, neighbour]) as Inner;
  const inside = new Inner(bit, cell, west, neighbour);
  const wrong = new Inner(apart.bit, apart.cell, east, inside);
  expect(() => readPartialTree(revealed(wrong))).toThrow(MalformedTree);
  // Also where only the node above the two is shown.
  expect(() => readPartialTree(partOf(wrong, new Set([wrong, inside])))).toThrow(MalformedTree);
});

const stub = { count: 1, hash: 'ab'.repeat(32) };
const inner = (bit: number, prefix: number, left: PartialTree = stub, right: PartialTree = stub): PartialTree => ({
  ...{ bit, prefix, left, right },
});
const leafIn = (cell: number): Leaf => ({ ...agent(1, { latitude: 0, longitude: 0 }), cell });

test('a part of a tree is read up to the largest numbers that a tree can have', () => {
  const largest = 2 ** 32 - 1;
  for (const part of [
    ...[stub, { ...stub, count: Number.MAX_SAFE_INTEGER }, leafIn(0), leafIn(largest)],
    // The longest ids have 128 characters of 17 bits, behind the 32 of the cell.
    ...[inner(0, 0), inner(32 + 17 * 128, largest)],
  ])
    expect(headOf(readPartialTree(part)).size).toBeGreaterThan(0);
  // The first bit of an id is set for the last character there is.
  const same = ['a', '\uffffa', '\uffffb'].map((id) => ({ ...leafIn(5), id }));
  expect(headOf(readPartialTree(revealed(treeOf(same))))).toEqual(headOf(treeOf(same)));
});

test('a part of a tree that no tree has is refused', () => {
  const high = 2 ** 31;
  for (const part of [
    ...[0, -1, 1.5, 2 ** 53].map((count) => ({ ...stub, count })),
    ...['', 'ab'.repeat(31), 'AB'.repeat(32), `${stub.hash}00`].map((hash) => ({ ...stub, hash })),
    ...[-1, 0.5, 2 ** 32, 2 ** 32 + 1].map(leafIn),
    ...[-1, 0.5, 32 + 17 * 128 + 1].map((bit) => inner(bit, 0)),
    ...[-1, 0.5, 2 ** 32, 2 ** 32 + 1].map((prefix) => inner(40, prefix)),
    // Without a child, and with a prefix that goes on behind the bit.
    ...[inner(0, 0, null), inner(0, 0, stub, null), inner(3, 1)],
    // A node at the bit of the one above, on the wrong side of it, and under another prefix.
    ...[inner(4, 0, inner(4, 0)), inner(0, 0, inner(4, high)), inner(1, 0, inner(4, high))],
    // A leaf that is on the right side of the node above and on the wrong one of the next, and the other way round.
    ...[inner(0, 0, inner(1, 0, leafIn(high / 2))), inner(0, 0, inner(1, 0, leafIn(high)))],
  ])
    expect(() => readPartialTree(part), JSON.stringify(part)).toThrow(MalformedTree);
});

const revealed = (tree: Tree): PartialTree => {
  const { open, opened } = recordingReader();
  for (const _ of leavesOf(tree, open));
  return partOf(tree, opened);
};
