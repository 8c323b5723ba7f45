/**
 * How many near seats each quadrant gives: one in turn, because challengers all around a claim narrow it down further than
 * a crowd on one side. A quadrant gives at most 1/√p of its agents, where the pool has p times as many agents as seats: if
 * it could be emptied, whoever stands alone in a direction would be sure of a seat.
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
