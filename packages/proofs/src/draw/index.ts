/**
 * The draw of challengers from the eligible tree. `draw` is the rule. The service runs it over the whole tree with
 * `recordingReader`, and puts what `partOf` gives into the evidence. A verifier reads that with `readPartialTree` and runs the
 * same `draw` over it.
 */
export { cellOf, centreOf, noCell } from './cells.ts';
export { type DrawOptions, type DrawResult, draw, type PoolFigures } from './draw.ts';
export { MalformedTree, type PartialTree, partOf, readPartialTree, recordingReader } from './partial-tree.ts';
export { type Quadrant, quadrantNames, tenureMs } from './pool.ts';
export type { PassedOver, Seat, Tied } from './seating.ts';
export { shareOut } from './share-out.ts';
export {
  countOf,
  findLeaf,
  headOf,
  type Leaf as EligibleLeaf,
  leafAt,
  leafHash,
  leavesOf,
  type Node as EligibleNode,
  NotRevealed,
  type Open,
  openWhole,
  type Tree as EligibleTree,
  type TreeHead,
  treeOf,
  withLeaf,
  withoutLeaf,
} from './tree.ts';
export { type NearSeats, toleratedOf, withstands } from './withstands.ts';
