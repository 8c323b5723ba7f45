import { expect, test } from 'vitest';
import { squaredChord, vectorOf } from '../fixed-math.ts';
import { centreOf, noCell, viewpointOf } from './cells.ts';
import { agent, crowdOf } from './fixtures.ts';
import { nearestCells } from './nearest.ts';
import { type Leaf, openWhole, treeOf } from './tree.ts';

const claim = { latitude: 0, longitude: 0 };
const from = viewpointOf(claim);
const found = (leaves: readonly Leaf[]) => [...nearestCells(treeOf(leaves), from, openWhole)];

test('all cells with agents are found, the nearest first, with how many there are and how far they are', () => {
  const leaves = crowdOf(300, 4);
  const groups = found([...leaves, agent(1_000, claim, { cell: noCell })]);
  const chordTo = (cell: number) => squaredChord(from.vector, vectorOf(centreOf(cell)));
  const cells = [...new Set(leaves.map(({ cell }) => cell))].sort((a, b) => chordTo(a) - chordTo(b) || a - b);
  expect(groups.map(({ cell, count, squaredChord: chord }) => [cell, count, chord])).toEqual(
    cells.map((cell) => [cell, leaves.filter((it) => it.cell === cell).length, chordTo(cell)]),
  );
});

test('cells equally far away come in the order of their numbers, whichever boxes they are in', () => {
  const degrees = [0.3, 0.6, 1.2, 2.4, 20, 40];
  const leaves = degrees.flatMap((far, i) =>
    [-far, far].flatMap((latitude, j) =>
      [-far, far].map((longitude, k) => agent(4 * i + 2 * j + k, { latitude, longitude })),
    ),
  );
  const groups = found(leaves);
  for (const [i, { squaredChord: chord, cell }] of groups.entries()) {
    const next = groups[i + 1];
    if (next?.squaredChord === chord) expect(next.cell).toBeGreaterThan(cell);
  }
  expect(new Set(groups.map((it) => it.squaredChord)).size).toBe(degrees.length);
  expect(groups).toHaveLength(4 * degrees.length);
});

test('agents of one cell are found together, whatever their ids', () => {
  const ids = ['', 'a', '\u{10ffff}', '\uffff'];
  expect(found(ids.map((id, i) => agent(i, claim, { id }))).map(({ count }) => count)).toEqual([4]);
});
