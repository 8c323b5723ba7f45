import { squaredChord, vectorOf } from '../fixed-math.ts';
import { cellBits, centreOf, noCell, squaredChordToBox, type Viewpoint } from './cells.ts';
import { countOf, Inner, type Node, type Open, type Tree } from './tree.ts';

/** All agents of one cell. They count as equally far from the claim, and in the same direction. */
export interface CellGroup {
  readonly cell: number;
  readonly node: Node;
  readonly count: number;
  readonly squaredChord: number;
}

interface Entry {
  /** The exact value for a cell. For a box, a lower bound for everything inside. */
  readonly squaredChord: number;
  readonly cell: number;
  readonly node: Node;
  readonly isCell: boolean;
}

/**
 * The cells that have agents, nearest to the viewpoint first. It opens only those boxes of the tree that could hold the next
 * cell. It leaves out agents without a place.
 */
export function* nearestCells(tree: Tree, from: Viewpoint, open: Open): Generator<CellGroup> {
  const queue = new Queue();
  if (tree !== undefined) queue.push({ squaredChord: 0, cell: 0, node: tree, isCell: false });
  for (let entry = queue.pop(); entry; entry = queue.pop()) {
    const { cell, node, squaredChord: chord } = entry;
    if (entry.isCell) {
      yield { cell, node, count: countOf(node), squaredChord: chord };
      continue;
    }
    const opened = open(node);
    if (opened instanceof Inner && opened.bit < cellBits) {
      for (const [child, bit] of [
        [opened.left, 0],
        [opened.right, 1],
      ] as const) {
        const box = opened.cell | (bit << (cellBits - 1 - opened.bit));
        queue.push({
          squaredChord: squaredChordToBox(from, box, opened.bit + 1),
          cell: box,
          node: child,
          isCell: false,
        });
      }
    } else if (opened.cell !== noCell) {
      const exact = squaredChord(from.vector, vectorOf(centreOf(opened.cell)));
      queue.push({ squaredChord: exact, cell: opened.cell, node, isCell: true });
    }
  }
}

/** Equal chords are taken in the order of cells, so that the order is the same everywhere. */
const isBefore = (a: Entry, b: Entry): boolean =>
  a.squaredChord < b.squaredChord || (a.squaredChord === b.squaredChord && a.cell < b.cell);

/** A binary heap. */
class Queue {
  readonly #entries: Entry[] = [];

  push(entry: Entry): void {
    const entries = this.#entries;
    let at = entries.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(entry, entries[parent] as Entry)) break;
      entries[at] = entries[parent] as Entry;
      at = parent;
    }
    entries[at] = entry;
  }

  pop(): Entry | undefined {
    const entries = this.#entries;
    const first = entries[0];
    const last = entries.pop();
    if (last === undefined || entries.length === 0) return first;
    let at = 0;
    for (let child = 1; child < entries.length; child = 2 * at + 1) {
      if (child + 1 < entries.length && isBefore(entries[child + 1] as Entry, entries[child] as Entry)) child++;
      if (!isBefore(entries[child] as Entry, last)) break;
      entries[at] = entries[child] as Entry;
      at = child;
    }
    entries[at] = last;
    return first;
  }
}
