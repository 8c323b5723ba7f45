import { cosDegrees, sinDegrees, vectorOf } from '../fixed-math.ts';
import { earthRadiusKm, type Place } from '../geo.ts';
import { centreOf, type Viewpoint, viewpointOf } from './cells.ts';
import { type CellGroup, nearestCells } from './nearest.ts';
import { type Leaf, leafAt, leavesOf, type Open, type Tree } from './tree.ts';

/** An agent that was admitted at least this long ago is tenured. Only tenured agents count when the border of a pool is set. */
export const tenureMs = 30 * 24 * 3_600_000;

/** Clockwise from north. */
export const quadrantNames = ['north-east', 'south-east', 'south-west', 'north-west'] as const;
export type Quadrant = (typeof quadrantNames)[number];

/** The agents near a claim from which near seats are drawn: everybody within the border. */
export interface Pool {
  readonly squaredChord: number;
  /** Whose networks set the border: those of tenured agents, or those of all agents if too few tenured ones are near. */
  readonly counted: 'tenured' | 'all';
  readonly quadrants: readonly QuadrantPool[];
}

export interface QuadrantPool {
  readonly name: Quadrant;
  readonly size: number;
  readonly groups: readonly CellGroup[];
  /** All agents of the quadrant. Undefined if the pool is so crowded that its agents are only counted. */
  readonly leaves: readonly Leaf[] | undefined;
}

/**
 * The largest pool whose agents are all read. A crowd may stand in one cell, for example if many agents state the same city. The
 * agents of a larger pool are only counted, and its seats are found by index.
 */
const readAtMost = (networks: number): number => 64 + 8 * networks;

/**
 * The pool of a claim. Its border lies so far out that tenured agents of `networks` different networks stand within it. Newcomers do
 * not count, so that a crowd of them around a claim cannot push others out. If there are too few tenured agents, or too many
 * agents would have to be read to find them, the networks of all agents count. Agents for which `isCounted` is false are in the
 * pool, but never count.
 */
export function poolOf(
  tree: Tree,
  claim: Place,
  networks: number,
  at: number,
  isCounted: (leaf: Leaf) => boolean,
  open: Open,
): Pool {
  const from = viewpointOf(claim);
  const limit = readAtMost(networks);
  const tenured = new Set<string>();
  const all = new Set<string>();
  const groups: CellGroup[] = [];
  let read = 0;
  let border = Number.POSITIVE_INFINITY;
  let borderOfAll: number | undefined;
  for (const group of nearestCells(tree, from, open)) {
    if (group.squaredChord > border) break;
    groups.push(group);
    if (tenured.size >= networks) continue;
    for (const leaf of leavesOf(group.node, open)) {
      read++;
      if (!isCounted(leaf)) continue;
      all.add(leaf.network);
      if (at - leaf.since >= tenureMs) tenured.add(leaf.network);
      if (all.size >= networks) borderOfAll ??= group.squaredChord;
      if (tenured.size >= networks || (borderOfAll !== undefined && read >= limit)) break;
    }
    if (tenured.size >= networks) border = group.squaredChord;
    else if (borderOfAll !== undefined && read >= limit) break;
  }
  const counted = tenured.size >= networks ? 'tenured' : 'all';
  const squaredChord = counted === 'tenured' ? border : (borderOfAll ?? groups.at(-1)?.squaredChord ?? 0);
  const within = groups.filter((it) => it.squaredChord <= squaredChord);
  const isRead = within.reduce((sum, { count }) => sum + count, 0) <= limit;
  const quadrants = quadrantNames.map((name) => ({
    name,
    size: 0,
    groups: [] as CellGroup[],
    leaves: isRead ? ([] as Leaf[]) : undefined,
  }));
  for (const group of within) {
    const quadrant = quadrants[quadrantOf(from, group.cell)] as (typeof quadrants)[number];
    quadrant.size += group.count;
    quadrant.groups.push(group);
    quadrant.leaves?.push(...leavesOf(group.node, open));
  }
  return { squaredChord, counted, quadrants };
}

/** The leaf with this number, counted through the groups in their order. */
export function leafOf(groups: readonly CellGroup[], index: number, open: Open): Leaf {
  let left = index;
  for (const { node, count } of groups) {
    if (left < count) return leafAt(node, left, open);
    left -= count;
  }
  throw new RangeError(`There is no leaf ${index}.`);
}

/** The index in `quadrantNames` of the quadrant in which a cell lies, seen from the claim. */
function quadrantOf({ longitude, vector, cosLatitude }: Viewpoint, cell: number): number {
  const to = vectorOf(centreOf(cell));
  const cosLongitude = cosDegrees(longitude);
  const sinLongitude = sinDegrees(longitude);
  const isEast = to.y * cosLongitude - to.x * sinLongitude >= 0;
  const isNorth = to.z * cosLatitude - vector.z * (to.x * cosLongitude + to.y * sinLongitude) >= 0;
  return isEast ? (isNorth ? 0 : 1) : isNorth ? 3 : 2;
}

/** Turns a squared chord into kilometres along the ground, rounded up. The result is the same on every machine. */
export function kmOfSquaredChord(squaredChord: number): number {
  const half = Math.sqrt(squaredChord) / 2;
  let [low, high] = [0, 90];
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2;
    if (sinDegrees(middle) < half) low = middle;
    else high = middle;
  }
  return Math.ceil((high / 90) * Math.PI * earthRadiusKm);
}
