/** The chance that a coalition wins a verdict, over all tries, stays below this. */
const acceptedChance = 1 / 1_000;

/** The figures that `withstands` needs. `PoolFigures` of a draw has all but `near` and `tries`. */
export interface NearSeats {
  /** Near seats asked for. */
  readonly near: number;
  /** For each quadrant: its seats, its agents, and those of its agents that nobody else can shut out (`freeLeaves`). */
  readonly seats: readonly number[];
  readonly sizes: readonly number[];
  readonly free: readonly number[];
  /** How often the prover may have tried. */
  readonly tries: number;
}

/** How many of the near seats may lie without changing a verdict: a third. */
export const toleratedOf = (near: number): number => Math.floor(near / 3);

/**
 * How many colluding agents a draw withstands. It is the largest coalition whose chance of more than a third of the near seats
 * stays below 1 in 1,000 over all tries, wherever in the pool its agents stand. The number is never too high:
 *
 * - In each quadrant a coalition's seats are hypergeometric among the agents that nobody can shut out.
 * - Seats that may have to be drawn elsewhere count as the coalition's.
 * - The coalition may choose how many of its agents stand in a quadrant after it saw what it won in those before. No coalition
 *   can do that. The assumption turns a search over all allocations into one pass over the quadrants.
 * - The chances of all tries are added up.
 */
export function withstands({ near, seats, sizes, free, tries }: NearSeats): number {
  const tolerated = toleratedOf(near);
  const quadrants = seats.map((asked, i) => {
    const population = free[i] as number;
    return { drawn: Math.min(asked, population), population, size: sizes[i] as number };
  });
  const certain = near - quadrants.reduce((sum, { drawn }) => sum + drawn, 0);
  const needed = tolerated + 1 - certain;
  if (needed <= 0) return tolerated;
  const accepted = acceptedChance / Math.max(1, tries);
  const chances = bestChances(quadrants, needed, coalitionThatWins(quadrants, needed, accepted));
  let agents = tolerated;
  while ((chances[agents + 1] ?? accepted) < accepted) agents++;
  return agents;
}

interface QuadrantSeats {
  readonly drawn: number;
  readonly population: number;
  readonly size: number;
}

/** The chances of 0, 1, … seats if `agents` of a quadrant collude. */
function seatsWon({ drawn, population }: Omit<QuadrantSeats, 'size'>, agents: number): Float64Array {
  const colluding = Math.min(agents, population);
  const chances = new Float64Array(drawn + 1);
  chances[0] = 1;
  for (let seat = 0; seat < drawn; seat++)
    for (let won = seat; won >= 0; won--) {
      const chance = chances[won] as number;
      const next = (colluding - won) / (population - seat);
      chances[won + 1] = (chances[won + 1] as number) + chance * next;
      chances[won] = chance * (1 - next);
    }
  return chances;
}

/**
 * The smallest coalition that wins too often even if its agents stand in the pool by chance. Larger coalitions need not be looked
 * at. Agents that stand by chance win seats as in a draw from the whole pool, and the best allocation wins at least as often as
 * the average allocation.
 */
function coalitionThatWins(quadrants: readonly QuadrantSeats[], needed: number, accepted: number): number {
  const sumOf = (name: keyof QuadrantSeats) => quadrants.reduce((sum, it) => sum + it[name], 0);
  const [size, whole] = [sumOf('size'), { drawn: sumOf('drawn'), population: sumOf('population') }];
  const chanceOf = (agents: number) =>
    seatsWon(whole, agents)
      .subarray(needed)
      .reduce((sum, it) => sum + it, 0);
  let agents = 0;
  while (agents < size && chanceOf(agents) < accepted) agents++;
  return agents;
}

/** Chances below this are left out of sums. To make up for them, a million times as much is added to the result. */
const negligible = 1e-15;

/** For 0, 1, … `most` agents, the best chance of at least `needed` seats that an allocation over the quadrants gives. */
function bestChances(quadrants: readonly QuadrantSeats[], needed: number, most: number): Float64Array {
  const width = needed + 1;
  // The best chance for b agents and t seats still needed is at [b · width + t]. With no quadrant left it is 0.
  let best = new Float64Array((most + 1) * width);
  // How many seats the quadrants that were already passed have together.
  let reachable = 0;
  for (const [position, quadrant] of quadrants.toReversed().entries()) {
    const here = Math.min(most, quadrant.size);
    const after = best;
    best = new Float64Array(after.length);
    reachable += quadrant.drawn;
    // In the first quadrant all seats are still needed. In the last one more agents are never worse, so all that are left stand
    // there.
    const [isLast, isFirst] = [position === 0, position === quadrants.length - 1];
    const fewest = isFirst ? needed : 1;
    const furthest = Math.min(needed, reachable);
    const won = Array.from({ length: here + 1 }, (_, agents) => {
      const chances = seatsWon(quadrant, agents);
      return {
        chances,
        last: chances.findLastIndex((it) => it >= negligible),
        enough: chances.subarray(fewest).reduceRight((sum, it) => sum + it, 0),
      };
    });
    for (let b = 0; b <= most; b++)
      for (let a = isLast ? Math.min(b, here) : 0; a <= Math.min(b, here); a++) {
        const { chances, last, enough } = won[a] as (typeof won)[number];
        let atLeast = enough;
        for (let t = fewest; t <= furthest; t++) {
          let sum = atLeast;
          for (let i = 0; i < t && i <= last; i++)
            sum += (chances[i] as number) * (after[(b - a) * width + t - i] as number);
          best[b * width + t] = Math.max(best[b * width + t] as number, sum);
          atLeast -= chances[t] ?? 0;
        }
      }
  }
  return Float64Array.from({ length: most + 1 }, (_, b) => (best[b * width + needed] as number) + 1e6 * negligible);
}
