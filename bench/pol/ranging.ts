import { kmPerMs, type Mesh, quantileSorted } from '@trigpoint/proofs/pol';

/** What the reference methods learn from the mesh without the prover: which distance a round trip means. */

/** The steepest line under all calibration points of a challenger, as CBG draws it. */
export function bestLine(
  { nodes, km, rttMs }: Mesh,
  challenger: number,
  prover: number,
): { slope: number; intercept: number } {
  const n = nodes.length;
  const points = nodes
    .map((_, j) => ({ j, d: km[challenger * n + j] as number, t: rttMs[challenger * n + j] as number }))
    .filter(
      ({ j, d, t }) => j !== challenger && j !== prover && d > 0 && t >= (d / kmPerMs) * 0.999 && (t - 55) * 55 <= d,
    )
    .sort((a, b) => a.d - b.d || a.t - b.t);
  const least = 1 / kmPerMs;
  const mean = points.reduce((sum, { d }) => sum + d, 0) / Math.max(1, points.length);
  const flat = Math.max(0, Math.min(...points.map(({ d, t }) => t - least * d)));
  let best = { slope: least, intercept: points.length === 0 ? 0 : flat };
  const hull: typeof points = [];
  for (const p of points) {
    while (hull.length >= 2) {
      const [a, b] = [hull.at(-2) as typeof p, hull.at(-1) as typeof p];
      if ((b.t - a.t) * (p.d - b.d) < (p.t - b.t) * (b.d - a.d)) break;
      hull.pop();
    }
    hull.push(p);
  }
  for (let i = 1; i < hull.length; i++) {
    const [a, b] = [hull[i - 1] as (typeof hull)[number], hull[i] as (typeof hull)[number]];
    let slope = (b.t - a.t) / (b.d - a.d);
    let intercept = a.t - slope * a.d;
    if (intercept < 0) [slope, intercept] = [Math.min(...points.map(({ d, t }) => t / d)), 0];
    if (!(slope >= least) || points.some(({ d, t }) => t - slope * d - intercept < -1e-6)) continue;
    if (slope * mean + intercept > best.slope * mean + best.intercept) best = { slope, intercept };
  }
  return best;
}

const pairsCache = new WeakMap<Mesh, { i: number; j: number; d: number; t: number }[]>();
function pairsOf(mesh: Mesh) {
  const known = pairsCache.get(mesh);
  if (known) return known;
  const n = mesh.nodes.length;
  const pairs: { i: number; j: number; d: number; t: number }[] = [];
  for (let i = 0; i < n; i++)
    for (let j = i + 1; j < n; j++)
      if (!Number.isNaN(mesh.rttMs[i * n + j] as number))
        pairs.push({ i, j, d: mesh.km[i * n + j] as number, t: mesh.rttMs[i * n + j] as number });
  pairs.sort((a, b) => a.t - b.t);
  pairsCache.set(mesh, pairs);
  return pairs;
}

/** Mean and spread of the distance for each round trip. */
export function distanceBins(mesh: Mesh, prover: number): (t: number) => { mean: number; spread: number } {
  const pairs = pairsOf(mesh).filter(({ i, j }) => i !== prover && j !== prover);
  const bins = Array.from({ length: 40 }, (_, b) => {
    const bin = pairs.slice(Math.floor((b * pairs.length) / 40), Math.floor(((b + 1) * pairs.length) / 40));
    const mean = bin.reduce((sum, { d }) => sum + d, 0) / bin.length;
    const spread = Math.sqrt(bin.reduce((sum, { d }) => sum + (d - mean) ** 2, 0) / bin.length);
    return { t: bin.reduce((sum, it) => sum + it.t, 0) / bin.length, mean, spread: Math.max(30, spread) };
  });
  return (t) => {
    const at = bins.findIndex((bin) => bin.t >= t);
    if (at <= 0) return bins[at === 0 ? 0 : 39] as (typeof bins)[number];
    const [a, b] = [bins[at - 1] as (typeof bins)[number], bins[at] as (typeof bins)[number]];
    const share = (t - a.t) / (b.t - a.t);
    return { mean: a.mean + share * (b.mean - a.mean), spread: a.spread + share * (b.spread - a.spread) };
  };
}

/** ln P(rtt | distance), relative to its largest, from how much longer than the great circle paths are. */
export function likelihoodTable(mesh: Mesh, prover: number): (t: number, km: number) => number {
  const edges = [
    0, 25, 75, 150, 250, 400, 600, 850, 1200, 1600, 2200, 3000, 4000, 5500, 7000, 9000, 11_500, 14_000, 20_100,
  ];
  const inflation = (t: number, km: number) => Math.log(t / (km / kmPerMs + 0.7));
  const bins = edges.slice(1).map(() => [] as number[]);
  for (const { i, j, d, t } of pairsOf(mesh)) {
    if (i === prover || j === prover) continue;
    bins[edges.findIndex((edge, b) => d >= edge && d < (edges[b + 1] as number))]?.push(inflation(t, d));
  }
  const fits = bins.map((bin) => {
    const sorted = bin.sort((a, b) => a - b);
    const [q16, q50, q84] = [0.16, 0.5, 0.84].map((p) => quantileSorted(sorted, p)) as [number, number, number];
    return { middle: q50, below: Math.max(0.05, q50 - q16), above: Math.max(0.05, q84 - q50) };
  });
  return (t, km) => {
    if (t < (km / kmPerMs) * 0.95) return -9;
    const fit =
      fits[
        Math.max(
          0,
          edges.findIndex((edge, b) => km >= edge && km < (edges[b + 1] as number)),
        )
      ];
    if (!fit) return -9;
    const off = inflation(t, km) - fit.middle;
    return -0.5 * (off / (off > 0 ? fit.above : fit.below)) ** 2;
  };
}
