import type { Place } from '../geo.ts';
import { type Chance, chanceOf, Urn } from './chance.ts';
import { freeLeaves } from './free-leaves.ts';
import { kmOfSquaredChord, leafOf, type Pool, poolOf, type QuadrantPool } from './pool.ts';
import { type PassedOver, type Seat, Seating, type Tied } from './seating.ts';
import { shareOut } from './share-out.ts';
import { countOf, leafAt, type Open, openWhole, type Tree } from './tree.ts';

/** What is drawn, and by which rules. Nothing but this and the tree decides a draw. */
export interface DrawOptions {
  /** The claimed place. Undefined for proof types without places: these draw worldwide only. */
  readonly claim: Place | undefined;
  /** Seats near the claim, and seats anywhere. */
  readonly near: number;
  readonly lookouts: number;
  /** The pool reaches out until it has this many times as many networks as there are near seats. */
  readonly poolFactor: number;
  /** In hex. Nobody knew the seed when the tree was logged. */
  readonly seed: string;
  /** When the request was made, in milliseconds. An agent is tenured if it was admitted long enough before this time. */
  readonly at: number;
  readonly tied: Tied;
  /** False if the service knows no autonomous systems. Then one system may have any number of seats. */
  readonly knowsSystems: boolean;
}

export interface DrawResult {
  readonly near: readonly Seat[];
  readonly lookouts: readonly Seat[];
  /** Agents that were drawn and got no seat, in the order of the draw. */
  readonly passedOver: readonly PassedOver[];
  /** Undefined without a claim. */
  readonly pool: PoolFigures | undefined;
}

/** What the result states about the pool. Lists have one number for each quadrant, clockwise from north-east. */
export interface PoolFigures {
  readonly borderKm: number;
  readonly counted: Pool['counted'];
  readonly size: number;
  readonly sizes: readonly number[];
  /** How many near seats are drawn from each quadrant first. */
  readonly seats: readonly number[];
  /** For each quadrant, the number of agents that no other agent's seat can shut out (`freeLeaves`). `withstands` is computed from them. */
  readonly free: readonly number[];
}

/**
 * After this many agents in a row that may not be seated, the draw goes on elsewhere, or seats stay empty. There is no such limit
 * in a pool whose agents were all read: there every agent is tried.
 */
const triesInARow = 64;

/**
 * Decides who is asked. The result follows from the arguments alone. It is the same over the whole tree and over the part of it
 * that evidence reveals.
 *
 * 1. The pool is everybody within the border around the claim.
 * 2. The near seats are shared out among the quadrants of the pool. In each quadrant agents are drawn by index, without
 *    repetition. An agent that breaks a rule of the seating is passed over.
 * 3. Near seats that a quadrant could not fill are drawn from the others, then worldwide.
 * 4. Lookouts are drawn worldwide.
 */
export function draw(tree: Tree, options: DrawOptions, open: Open = openWhole): DrawResult {
  const { claim, lookouts, seed } = options;
  const chance = chanceOf(seed);
  const seating = new Seating(options.tied, claim !== undefined);
  const world = new Urn(countOf(tree), chance);
  const drawWorldwide = (committee: Seat[], seats: number, perSystem: number) => {
    for (let failed = 0; committee.length < seats && world.left > 0 && failed < triesInARow; ) {
      const leaf = leafAt(tree, world.next(), open);
      if (seating.isSeated(leaf)) continue;
      if (seating.take(leaf, committee, 'world', perSystem)) failed = 0;
      else failed++;
    }
    return committee;
  };
  const near: Seat[] = [];
  let pool: PoolFigures | undefined;
  if (claim) {
    const networks = Math.ceil(options.poolFactor * options.near);
    const found = poolOf(tree, claim, networks, options.at, (leaf) => !seating.isTied(leaf), open);
    pool = drawNear(found, near, seating, chance, options, open);
  }
  drawWorldwide(near, options.near, quarterOf(options.near, options));
  const far = drawWorldwide([], lookouts, quarterOf(lookouts, options));
  return { near, lookouts: far, passedOver: seating.passedOver, pool };
}

/** How many seats of a committee one autonomous system may have. */
const quarterOf = (seats: number, { knowsSystems }: DrawOptions): number =>
  knowsSystems ? Math.max(1, Math.floor(seats / 4)) : Number.POSITIVE_INFINITY;

function drawNear(
  pool: Pool,
  near: Seat[],
  seating: Seating,
  chance: Chance,
  options: DrawOptions,
  open: Open,
): PoolFigures {
  const perSystem = quarterOf(options.near, options);
  const sizes = pool.quadrants.map(({ size }) => size);
  const seats = shareOut(options.near, sizes, options.poolFactor);
  const urns = pool.quadrants.map(({ size }) => new Urn(size, chance));
  /** Draws from quadrant `i` until `full` near seats are taken, or nobody is left. */
  const fill = (i: number, full: number) => {
    const [{ name, groups, leaves }, urn] = [pool.quadrants[i] as QuadrantPool, urns[i] as Urn];
    const tries = leaves ? Number.POSITIVE_INFINITY : triesInARow;
    for (let failed = 0; near.length < full && urn.left > 0 && failed < tries; )
      failed = seating.take(leafOf(groups, urn.next(), open), near, name, perSystem) ? 0 : failed + 1;
  };
  for (const [i, share] of seats.entries()) fill(i, near.length + share);
  for (const i of urns.keys()) fill(i, options.near);
  return {
    borderKm: kmOfSquaredChord(pool.squaredChord),
    counted: pool.counted,
    size: sizes.reduce((sum, it) => sum + it, 0),
    sizes,
    seats,
    free: freeLeaves(pool, perSystem, (leaf) => seating.isTied(leaf)),
  };
}
