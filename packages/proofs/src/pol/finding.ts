import { distanceKm, type Place } from '../geo.ts';
import type { DelayMap } from './delay-map.ts';
import {
  boundsKm,
  type Disc,
  disjointPairs,
  kmPerMsInAnyMedium,
  liarsNeeded,
  possibleLiars,
  reachKm,
  shortKm,
} from './discs.ts';
import { interpolate } from './matrices.ts';
import {
  addEvidence,
  type Estimate,
  estimate,
  evidenceOver,
  probabilityNear,
  type Report,
  reachableKm,
  softSettings,
  votes,
} from './posterior.ts';
import { nearKm } from './selection.ts';

/** A challenger's word: it stands there, and the prover answered within that time. */
export interface Sighting {
  readonly id: string;
  readonly place: Place;
  readonly rttMs: number;
  /** How precisely the challenger states its own place. */
  readonly ownRadiusKm?: number;
  /** Drawn from all over the world to catch a prover that is elsewhere. Lookouts can refute a claim, never verify one. */
  readonly isLookout?: boolean;
}

/** How many seats were drawn, whether or not an answer came from them. */
export interface Seats {
  /** Around the claim: they can verify it. */
  readonly near: number;
  readonly lookouts: number;
}

/** One challenger's part in the finding. */
export interface Seen extends Report {
  readonly isLookout: boolean;
  readonly distanceKm: number;
  /** Positive: even the nearest point that the claim may mean is that much too far for light in fibre. */
  readonly shortKm: number;
  /** The same for light in vacuum. */
  readonly shortInAnyMediumKm: number;
  /** What is usual between this challenger and the claimed place. */
  readonly expectedMs: number;
  readonly calibrated: boolean;
}

/** Everything the readings say about a claim; figures, no judgement yet. */
export interface Finding {
  readonly seen: readonly Seen[];
  readonly asked: Seats;
  /** How many of the near seats may lie: R*[liars] then still holds the truth. */
  readonly liars: number;
  /** How many of all seats may lie: so many discs that miss the claim do not refute it. */
  readonly liarsOfAll: number;
  /** Whose answers rule the claim out. */
  readonly excluding: readonly Seen[];
  readonly near: number;
  /** At least so many challengers must have lied for one machine to have given all these answers. */
  readonly liarsNeeded: number;
  readonly liarsNeededInAnyMedium: number;
  /** The two answers that a single machine can least have given. */
  readonly apart: readonly [Seen, Seen] | undefined;
  /** R* over the near seats for 0, 1, 2, … liars, for light in fibre and for light in vacuum. */
  readonly boundsKm: readonly number[];
  readonly boundsInAnyMediumKm: readonly number[];
  readonly estimate: Estimate | undefined;
  /** That the prover is within `withinKm` of the claim. */
  readonly probability: number;
  readonly withinKm: number;
  /** 0 is certain; the larger, the less the answers show that the prover is there. */
  readonly score: number;
  /** The posterior's radius around the estimate, widened so that nine in ten honest provers are inside. */
  readonly estimateRadiusKm: number;
  /**
   * How much better another place explains the answers, in nats, whatever the prover's own line adds and after leaving
   * out the reports that speak most against the claim, as many as may lie.
   */
  readonly against: number;
}

export interface ExamineOptions {
  /** Without it everybody who reports was asked, and nobody as a lookout. */
  readonly asked?: Seats;
  /** How far from the claimed point an honest prover may stand. */
  readonly slackKm?: number;
  readonly widening?: number;
}

export function examine(
  claim: Place,
  sightings: readonly Sighting[],
  map: DelayMap,
  { asked = { near: sightings.length, lookouts: 0 }, slackKm = 0, widening = 1 }: ExamineOptions = {},
): Finding {
  const reports = sightings
    .map(({ id, place, rttMs, ownRadiusKm, isLookout = false }) => ({
      id,
      place,
      rttMs,
      isLookout,
      reachKm: reachKm(rttMs, ownRadiusKm),
      anyMedium: { centre: place, radiusKm: reachKm(rttMs, ownRadiusKm, kmPerMsInAnyMedium) },
    }))
    .sort((a, b) => a.reachKm - b.reachKm || (a.id < b.id ? -1 : 1));
  const expected = map.towards(reports, claim);
  const discs = reports.map((it): Disc => ({ centre: it.place, radiusKm: it.reachKm }));
  const seen = reports.map(
    ({ anyMedium, ...it }, i): Seen => ({
      ...it,
      distanceKm: distanceKm(claim, it.place),
      shortKm: shortKm(discs[i] as Disc, claim, slackKm),
      shortInAnyMediumKm: shortKm(anyMedium, claim, slackKm),
      expectedMs: Math.exp(expected[i]?.mean[0] as number) - 2,
      calibrated: map.isCalibrated(it),
    }),
  );
  const liars = possibleLiars(asked.near);
  const liarsOfAll = possibleLiars(asked.near + asked.lookouts);
  const pairs = disjointPairs(discs);
  const ofNear = <T>(list: readonly T[]): T[] => list.filter((_, i) => !reports[i]?.isLookout);
  const inAnyMedium = reports.map((it) => it.anyMedium);
  const evidence = evidenceOver(map, reports);
  const weights = votes(reports, softSettings(reports.length).redundancy);
  const claimEvidence = reports.reduce((sum, _, i) => sum + one(reports, expected, weights, i, 0), 0);
  const none = reports.length === 0;
  const probability = none ? 0 : probabilityNear(map, evidence, claimEvidence, claim, reachableKm);
  const place = none ? undefined : estimate(map, evidence);
  return {
    seen,
    asked,
    liars,
    liarsOfAll,
    excluding: seen.filter((it) => it.shortKm > 0),
    near: seen.filter((it) => it.distanceKm <= nearKm).length,
    liarsNeeded: liarsNeeded(pairs),
    liarsNeededInAnyMedium: liarsNeeded(disjointPairs(inAnyMedium)),
    apart: furthestApart(seen, pairs),
    boundsKm: boundsKm(claim, ofNear(discs), liars),
    boundsInAnyMediumKm: boundsKm(claim, ofNear(inAnyMedium), liars),
    estimate: place,
    estimateRadiusKm: place ? widened(place.radiusKm, reports.length, widening) : 0,
    probability,
    withinKm: reachableKm,
    score: none ? worstScore : scoreOf(probability),
    against: none ? 0 : against(map, reports, evidence, expected, claim, liarsOfAll),
  };
}

const worstScore = 99;

/** What a bound would add to it is asked of the bound itself (verdict.ts). */
const scoreOf = (probability: number): number => Math.min(worstScore, -Math.log(Math.max(probability, 1e-40)));

/** A posterior is too sure of itself: by so much, with so many challengers, on the data the built-in figures come from. */
const widenings: readonly (readonly [number, number])[] = [
  [10, 1],
  [20, 1.15],
  [50, 1.4],
  [200, 1.05],
];
const leastRadiusKm = 50;

function widened(radiusKm: number, n: number, widening: number): number {
  const factor = interpolate(
    Math.log(n),
    widenings.map(([count]) => Math.log(count)),
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
  addEvidence(
    into,
    reports[i] as Report,
    at,
    weights[i] as number,
    softSettings(reports.length).contamination,
    commonMs,
  );
  return into[0] as number;
};

/** What a prover's own line may add to every answer alike: data centres nothing, homes a few ms, satellites tens. */
const lineMs = [0, 1, 2, 4, 7, 11, 16, 24, 40, 80];
/** Places nearer to the claim than this are not another answer. */
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

function furthestApart(seen: readonly Seen[], pairs: readonly (readonly [number, number])[]): Finding['apart'] {
  let found: Finding['apart'];
  let widest = 0;
  for (const [i, j] of pairs) {
    const [a, b] = [seen[i] as Seen, seen[j] as Seen];
    const gap = distanceKm(a.place, b.place) - a.reachKm - b.reachKm;
    if (gap > widest) [found, widest] = [[a, b], gap];
  }
  return found;
}
