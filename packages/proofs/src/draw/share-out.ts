/**
 * How many near seats are drawn from each quadrant. The quadrants give one seat each in turn, because challengers all around a
 * claim narrow it down further than a crowd on one side. A quadrant gives at most 1/√p of its agents, where p is the pool factor.
 * If it could be emptied, an agent that stands alone in a direction would be sure of a seat. The limit does not hold if the
 * quadrants could not fill all seats under it.
 */
export function shareOut(seats: number, sizes: readonly number[], poolFactor: number): number[] {
  const limits = sizes.map((size) => Math.ceil(size / Math.sqrt(poolFactor)));
  const isEnough = limits.reduce((sum, it) => sum + it, 0) >= seats;
  return inTurn(seats, isEnough ? limits : sizes);
}

function inTurn(seats: number, limits: readonly number[]): number[] {
  const shares = limits.map(() => 0);
  for (let left = seats; ; ) {
    const open = limits.flatMap((limit, i) => ((shares[i] as number) < limit ? [i] : [])).slice(0, left);
    if (open.length === 0) return shares;
    for (const i of open) shares[i] = (shares[i] as number) + 1;
    left -= open.length;
  }
}
