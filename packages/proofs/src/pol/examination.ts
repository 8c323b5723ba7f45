import { exp, log } from '../fixed-math.ts';
import { distanceKm, type Place } from '../geo.ts';
import { type Count, count, type Disced, excludingOf, type Seats, type Sighting } from './counting.ts';
import type { DelayMap } from './delay-map.ts';
import { interpolate } from './matrices.ts';
import {
  addSupport,
  type Estimate,
  estimate,
  probabilityNear,
  type Report,
  reachableKm,
  softSettings,
  supportOver,
  votes,
} from './posterior.ts';

/** One challenger's part in the examination. */
export interface Seen extends Disced {
  /** The round trip that is usual between this challenger and the claimed place. */
  readonly expectedMs: number;
  readonly calibrated: boolean;
}

/** Everything that the readings say about a claim: what can be counted, and what the model of delays makes of it. */
export interface Examination extends Omit<Count, 'discs' | 'apart'> {
  readonly count: Count;
  readonly seen: readonly Seen[];
  /** The challengers whose answers rule the claim out. */
  readonly excluding: readonly Seen[];
  readonly apart: readonly [Seen, Seen] | undefined;
  readonly estimate: Estimate | undefined;
  /** The probability that the prover is within `withinKm` of the claim. */
  readonly probability: number;
  readonly withinKm: number;
  /** 0 is certain; the larger, the less the answers show that the prover is there. */
  readonly score: number;
  /** The posterior's radius around the estimate, widened so that nine in ten honest provers are inside. */
  readonly estimateRadiusKm: number;
  /**
   * How much better another place explains the answers than the claim, in nats. It holds whatever delay the prover's own line adds.
   * The reports that speak most against the claim are left out, as many as may lie.
   */
  readonly against: number;
}

export interface ExamineOptions {
  /** If it is not given, only those who report were asked, and nobody was a lookout. */
  readonly asked?: Seats;
  /** How far from the claimed point an honest prover may stand. */
  readonly slackKm?: number;
  readonly widening?: number;
  /** The least number of liars to allow for. The rule may allow for more. */
  readonly leastLiars?: number;
}

export function examine(
  claim: Place,
  sightings: readonly Sighting[],
  map: DelayMap,
  { asked = { near: sightings.length, lookouts: 0 }, slackKm = 0, widening = 1, leastLiars = 0 }: ExamineOptions = {},
): Examination {
  const counted = count(claim, sightings, asked, slackKm, leastLiars);
  const { discs: reports, apart, ...rest } = counted;
  const expected = map.towards(reports, claim);
  const seen = reports.map(
    (it, i): Seen => ({
      ...it,
      expectedMs: exp(expected[i]?.mean[0] as number) - 2,
      calibrated: map.isCalibrated(it),
    }),
  );
  const evidence = supportOver(map, reports);
  const weights = votes(reports, softSettings(reports.length).redundancy);
  const claimSupport = reports.reduce((sum, _, i) => sum + one(reports, expected, weights, i, 0), 0);
  const none = reports.length === 0;
  const probability = none ? 0 : probabilityNear(map, evidence, claimSupport, claim, reachableKm);
  const place = none ? undefined : estimate(map, evidence);
  return {
    ...rest,
    count: counted,
    seen,
    excluding: excludingOf({ discs: seen }),
    apart: apart && [seen[apart[0]] as Seen, seen[apart[1]] as Seen],
    estimate: place,
    estimateRadiusKm: place ? widened(place.radiusKm, reports.length, widening) : 0,
    probability,
    withinKm: reachableKm,
    score: none ? worstScore : scoreOf(probability),
    against: none ? 0 : against(map, reports, evidence, expected, claim, rest.liarsOfAll),
  };
}

const worstScore = 99;

/** The score is −ln of the probability. */
const scoreOf = (probability: number): number => Math.min(worstScore, -log(Math.max(probability, 1e-40)));

/**
 * A posterior is too narrow. These factors widen it, by the number of challengers. They were measured on the data of the built-in
 * figures.
 */
const widenings: readonly (readonly [number, number])[] = [
  [10, 1],
  [20, 1.15],
  [50, 1.4],
  [200, 1.05],
];
const leastRadiusKm = 50;

function widened(radiusKm: number, n: number, widening: number): number {
  const factor = interpolate(
    log(n),
    widenings.map(([count]) => log(count)),
    widenings.map(([, by]) => by),
  );
  return widening * factor * (radiusKm + leastRadiusKm);
}

const one = (
  reports: readonly Report[],
  expected: ReturnType<DelayMap['towards']>,
  weights: Float64Array,
  i: number,
  commonMs: number,
): number => {
  const into = new Float64Array(1);
  const at = expected[i] as (typeof expected)[number];
  addSupport(
    into,
    reports[i] as Report,
    at,
    weights[i] as number,
    softSettings(reports.length).contamination,
    commonMs,
  );
  return into[0] as number;
};

/** What a prover's own line may add to every answer: nothing in data centres, a few ms at homes, tens of ms by satellite. */
const lineMs = [0, 1, 2, 4, 7, 11, 16, 24, 40, 80];
/** A place nearer to the claim than this does not count as another place. */
const elsewhereKm = 500;

function against(
  map: DelayMap,
  reports: readonly Report[],
  evidence: Float64Array,
  expected: ReturnType<DelayMap['towards']>,
  claim: Place,
  liars: number,
): number {
  let best = -1;
  const { places } = map.candidates;
  for (let x = 0; x < places.length; x++) {
    const better = best < 0 || (evidence[x] as number) > (evidence[best] as number);
    if (better && distanceKm(places[x] as Place, claim) > elsewhereKm) best = x;
  }
  if (best < 0) return 0;
  const weights = votes(reports, softSettings(reports.length).redundancy);
  const rival = map.towards(reports, places[best] as Place);
  const there = reports.map((_, i) => one(reports, rival, weights, i, 0));
  let least = Number.POSITIVE_INFINITY;
  for (const commonMs of lineMs) {
    const terms = reports.map((_, i) => (there[i] as number) - one(reports, expected, weights, i, commonMs));
    terms.sort((a, b) => b - a);
    least = Math.min(
      least,
      terms.slice(liars).reduce((sum, term) => sum + term, 0),
    );
  }
  return least;
}
