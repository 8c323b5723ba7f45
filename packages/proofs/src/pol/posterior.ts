import { exp, log, square } from '../fixed-math.ts';
import { distanceKm, type Place, vectorsKm } from '../geo.ts';
import type { DelayMap, Expected } from './delay-map.ts';
import { logDelay } from './delay-model.ts';
import { kmPerMs } from './discs.ts';
import { select } from './matrices.ts';
import { middleOf } from './middle.ts';

/** What one challenger reported. */
export interface Report {
  readonly id: string;
  readonly place: Place;
  readonly rttMs: number;
  /** Nothing further away can have answered. */
  readonly reachKm: number;
}

/** Constants of the model of delays. Half or twice of each hardly changes the outcome. */
export interface SoftSettings {
  /** The share of reports that say nothing. It limits the weight of one report to about 5 nats. */
  readonly contamination: number;
  /** How much challengers that share one long path count as one. It helps if there are many challengers, and harms among few. */
  readonly redundancy: number;
}
export const softSettings = (reports: number): SoftSettings => ({
  contamination: 0.1,
  redundancy: 0.2 * Math.min(1, reports / 80),
});
/** Density of a false report over ln(rtt + 2 ms). */
const anything = 0.05;
/** Γ(2) / (√(3π) Γ(1.5)): Student's t with three degrees of freedom. */
const studentT = 0.36755;

/**
 * The weight of each report. Challengers that are far from the prover and near each other share one long path, so each counts less.
 */
export function votes(reports: readonly Report[], redundancy: number): Float64Array {
  return Float64Array.from(reports, (it, i) => {
    let crowd = 0;
    const scale = 0.3 * kmPerMs * it.rttMs + 20;
    for (const [k, other] of reports.entries()) if (k !== i) crowd += exp(-distanceKm(it.place, other.place) / scale);
    return 1 / (1 + redundancy * crowd);
  });
}

/** Adds ln P(report | prover at x) to `into`, for every place x that `expected` is about. */
export function addSupport(
  into: Float64Array,
  { rttMs, reachKm }: Report,
  { km, mean, above, below, density }: Expected,
  weight: number,
  contamination: number,
  commonMs = 0,
): void {
  const y = logDelay(Math.max(rttMs - commonMs, 0.05 * rttMs));
  const honest = (1 - contamination) * studentT;
  const floor = contamination * anything;
  // Most places are out of reach. Skipping them saves the logarithm, which is most of the cost.
  const outOfReach = weight * log(floor);
  for (let x = 0; x < into.length; x++) {
    if ((km[x] as number) > reachKm) {
      into[x] = (into[x] as number) + outOfReach;
      continue;
    }
    const off = y - (mean[x] as number);
    const scale = (off > 0 ? above[x] : below[x]) as number;
    const q = 1 + square(off * scale) / 3;
    const likely = (honest * (density[x] as number)) / (q * q);
    into[x] = (into[x] as number) + weight * log(likely + floor);
  }
}

/** As `addSupport` for every candidate, for a challenger that was never calibrated. */
function addReachable(into: Float64Array, report: Report, map: DelayMap, weight: number, contamination: number): void {
  const { at, expected } = map.towardsReachable(report, report.reachKm);
  const near = new Float64Array(at.length);
  addSupport(near, report, expected, weight, contamination);
  const outOfReach = weight * log(contamination * anything);
  for (let x = 0, next = 0; x < into.length; x++)
    into[x] = (into[x] as number) + (at[next] === x ? (near[next++] as number) : outOfReach);
}

/** ln P(all reports | x) for every candidate x. */
export function supportOver(
  map: DelayMap,
  reports: readonly Report[],
  settings = softSettings(reports.length),
): Float64Array {
  const into = new Float64Array(map.candidates.places.length);
  const weights = votes(reports, settings.redundancy);
  for (const [i, report] of reports.entries()) {
    const weight = weights[i] as number;
    if (map.isCalibrated(report))
      addSupport(into, report, map.towardsCandidates(report), weight, settings.contamination);
    else addReachable(into, report, map, weight, settings.contamination);
  }
  return into;
}

/** ln P(all reports | the prover is exactly here). */
export function supportAt(
  map: DelayMap,
  reports: readonly Report[],
  place: Place,
  settings = softSettings(reports.length),
): number {
  const into = new Float64Array(1);
  const weights = votes(reports, settings.redundancy);
  for (const [i, expected] of map.towards(reports, place).entries())
    addSupport(into, reports[i] as Report, expected, weights[i] as number, settings.contamination);
  return into[0] as number;
}

export interface Estimate {
  readonly place: Place;
  /** Holds 90 % of the posterior. */
  readonly radiusKm: number;
}

const kept = 400;

/** The indexes of the `count` largest weights, largest first. Equal weights stay in their order. */
function heaviest(weight: Float64Array, count: number): number[] {
  const least = select(Float64Array.from(weight), Math.max(0, weight.length - count));
  const found: number[] = [];
  for (let x = 0; x < weight.length; x++) if ((weight[x] as number) >= least) found.push(x);
  return found.sort((a, b) => (weight[b] as number) - (weight[a] as number) || a - b).slice(0, count);
}

const vectorsOf = (vectors: Float64Array, indexes: readonly number[]): Float64Array => {
  const out = new Float64Array(3 * indexes.length);
  for (const [i, x] of indexes.entries()) out.set(vectors.subarray(3 * x, 3 * x + 3), 3 * i);
  return out;
};

/** Where the prover most likely is. */
export function estimate(map: DelayMap, evidence: Float64Array): Estimate | undefined {
  const { logPrior, places, vectors } = map.candidates;
  if (places.length === 0) return undefined;
  const weight = new Float64Array(evidence.length);
  for (let x = 0; x < weight.length; x++) weight[x] = (evidence[x] as number) + (logPrior[x] as number);
  const best = heaviest(weight, kept);
  const top = weight[best[0] as number] as number;
  const share = best.map((x) => exp((weight[x] as number) - top));
  const total = share.reduce((sum, p) => sum + p, 0);
  // Places with a negligible share can neither win nor change the result.
  const count = Math.max(1, share.filter((p) => p > 1e-6 * total).length);
  const answer = middleOf(vectorsOf(vectors, best.slice(0, count)), share.slice(0, count));
  const reached = best
    .map((x, b) => ({ km: vectorsKm(vectors, best[answer] as number, vectors, x), p: share[b] as number }))
    .sort((a, b) => a.km - b.km);
  let sum = 0;
  const last = reached.find(({ p }) => {
    sum += p;
    return sum >= 0.9 * total;
  });
  return { place: places[best[answer] as number] as Place, radiusKm: last?.km ?? 0 };
}

/** The share of the prior that the claimed point gets for being claimed. */
const claimShare = 0.1;
/** Delays can hardly tell places apart that are nearer to each other than this. */
export const reachableKm = 200;

/** The posterior probability that the prover is within `radiusKm` of the claim. */
export function probabilityNear(
  map: DelayMap,
  evidence: Float64Array,
  atClaim: number,
  claim: Place,
  radiusKm: number,
): number {
  const { prior, places } = map.candidates;
  let top = atClaim;
  for (let x = 0; x < evidence.length; x++) top = Math.max(top, evidence[x] as number);
  let [near, all] = [claimShare * exp(atClaim - top), claimShare * exp(atClaim - top)];
  for (let x = 0; x < places.length; x++) {
    const p = (1 - claimShare) * (prior[x] as number) * exp((evidence[x] as number) - top);
    if (p === 0) continue;
    const place = places[x] as Place;
    all += p;
    // A degree of latitude is 111 km. For most places that shows, without trigonometry, that they are too far away.
    const maybeNear = Math.abs(place.latitude - claim.latitude) * 110 < radiusKm;
    if (maybeNear && distanceKm(place, claim) < radiusKm) near += p;
  }
  return near / all;
}
