import { exp, square } from '../fixed-math.ts';
import { distances, type Place } from '../geo.ts';
import { addProduct, addScaled, inverse } from './matrices.ts';

/**
 * How alike delays to two places are, by the distance between the places. Networks share a city's exchange (800 km) and a
 * continent's cables (4,000 km). The figures are variances of ln(rtt + 2 ms). They were fitted once, and the outcome hardly depends
 * on them.
 */
const cityVariance = 0.02;
const cityKm = 800;
const continentVariance = 0.06;
const continentKm = 4_000;
/** The variance of a node's own link, which no neighbour can predict. */
const nugget = 0.012;
/** The variance at a place about which nothing is known. */
export const fullVariance = cityVariance + continentVariance + nugget;

const alike = (km: number): number => cityVariance * exp(-km / cityKm) + continentVariance * exp(-km / continentKm);

/**
 * Interpolation from n nodes to m other places: the weights `a` (n × m, row by row), and the variance that stays unknown at each
 * place.
 */
export interface Weights {
  readonly a: Float64Array;
  readonly variance: Float64Array;
}

/**
 * The inverse covariance of the nodes, and the weights of the candidate places. The first n candidates are the nodes themselves. It
 * depends on places alone, not on delays.
 */
export interface Basis {
  readonly n: number;
  readonly inverse: Float64Array;
  readonly candidates: Weights;
}

export function basisOf(nodes: readonly Place[], others: readonly Place[], nodesKm: Float64Array): Basis {
  const n = nodes.length;
  const k = new Float64Array(n * n);
  for (let i = 0; i < n * n; i++) k[i] = alike(nodesKm[i] as number) + (i % (n + 1) === 0 ? nugget : 0);
  const basis = { n, inverse: inverse(k, n) };
  return { ...basis, candidates: weightsFor(basis, distances(nodes, [...nodes, ...others]), n + others.length) };
}

/** `toNodesKm` is n × m: distances from the nodes to the places. */
export function weightsFor(
  { n, inverse: ki }: Pick<Basis, 'n' | 'inverse'>,
  toNodesKm: Float64Array,
  m: number,
): Weights {
  const k = toNodesKm.map(alike);
  const a = new Float64Array(n * m);
  const variance = new Float64Array(m).fill(fullVariance);
  for (let i = 0; i < n; i++) {
    const row = a.subarray(i * m, (i + 1) * m);
    addProduct(row, ki.subarray(i * n, (i + 1) * n), k);
    for (let x = 0; x < m; x++) variance[x] = (variance[x] as number) - (row[x] as number) * (k[i * m + x] as number);
  }
  return { a, variance: variance.map((v) => Math.max(v, nugget)) };
}

/** The basis as it would be without one node and its place. The result is exact, and takes one pass instead of an inversion. */
export function withoutNode(basis: Basis, left: number): Basis {
  const { n, inverse: ki } = basis;
  const pivot = ki[left * n + left] as number;
  const small = new Float64Array((n - 1) * (n - 1));
  const kept = Array.from({ length: n }, (_, i) => i).filter((i) => i !== left);
  for (const [p, i] of kept.entries())
    for (const [q, j] of kept.entries())
      small[p * (n - 1) + q] =
        (ki[i * n + j] as number) - ((ki[i * n + left] as number) * (ki[left * n + j] as number)) / pivot;
  return { n: n - 1, inverse: small, candidates: dropPlace(dropNode(basis.candidates, basis, left), n - 1, left) };
}

/** Weights as they would be without one node. */
function dropNode(weights: Weights, { n, inverse: ki }: Pick<Basis, 'n' | 'inverse'>, left: number): Weights {
  const m = weights.variance.length;
  const pivot = ki[left * n + left] as number;
  const dropped = weights.a.subarray(left * m, (left + 1) * m);
  const a = new Float64Array((n - 1) * m);
  for (let i = 0, row = 0; i < n; i++) {
    if (i === left) continue;
    const to = a.subarray(row * m, (row + 1) * m);
    to.set(weights.a.subarray(i * m, (i + 1) * m));
    addScaled(to, dropped, -(ki[i * n + left] as number) / pivot);
    row++;
  }
  return { a, variance: weights.variance.map((v, x) => v + square(dropped[x] as number) / pivot) };
}

/**
 * The variances as they would be without some nodes, and a row for each of these nodes. Without the node, an interpolated value
 * falls by its entry in that row times (deviations · inverse) at the node. The weights themselves are not needed, so they stay as
 * they are.
 */
export function leaveOut(
  { a, variance }: Weights,
  { n, inverse: ki }: Pick<Basis, 'n' | 'inverse'>,
  left: readonly number[],
): [Weights, Float64Array[]] {
  const m = variance.length;
  const e = left.length;
  if (e === 0) return [{ a, variance }, []];
  const block = new Float64Array(e * e);
  for (const [p, i] of left.entries()) for (const [q, j] of left.entries()) block[p * e + q] = ki[i * n + j] as number;
  const turned = inverse(block, e);
  const grown = Float64Array.from(variance);
  const lost = left.map((_, p) => {
    const row = new Float64Array(m);
    for (const [q, j] of left.entries()) addScaled(row, a.subarray(j * m, (j + 1) * m), turned[p * e + q] as number);
    const own = a.subarray((left[p] as number) * m, ((left[p] as number) + 1) * m);
    for (let x = 0; x < m; x++) grown[x] = (grown[x] as number) + (own[x] as number) * (row[x] as number);
    return row;
  });
  return [{ a, variance: grown }, lost];
}

function dropPlace({ a, variance }: Weights, n: number, left: number): Weights {
  const m = variance.length;
  const out = new Float64Array(n * (m - 1));
  for (let i = 0; i < n; i++) {
    out.set(a.subarray(i * m, i * m + left), i * (m - 1));
    out.set(a.subarray(i * m + left + 1, (i + 1) * m), i * (m - 1) + left);
  }
  return { a: out, variance: variance.filter((_, x) => x !== left) };
}
