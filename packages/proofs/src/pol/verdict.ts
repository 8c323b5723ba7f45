import { distanceKm, type Place } from '../geo.ts';
import type { Verdict } from '../proof-type.ts';
import type { City } from './cities.ts';
import type { Finding } from './finding.ts';
import { nearKm, nearNeeded } from './selection.ts';
import * as say from './sentences.ts';

/** What counts as enough. The operator's settings, recorded in the transcript. */
export interface Limits {
  /** The widest R* with everyone honest that may be called verified. */
  readonly uncertaintyKm: number;
  /** The widest R* if a third lied. With it no third of the challengers verifies a claim that is further off. */
  readonly quorumKm: number;
  /** The score that nine in ten honest provers of the region stay below. */
  readonly score: number;
  readonly asked: number;
  readonly needed: number;
}

export const defaultUncertaintyKm = 1_000;
export const defaultQuorumKm = 2_000;
/**
 * In nats, and after leaving out as many reports as may lie. Honest provers reach 6.4 at most, on lines of up to 15 ms and
 * among a third of liars (`bench pol`); a false claim at 2,000 km reaches 10 in half of the cases.
 */
export const refuteNats = 10;

/** The verdict and its sentence; the order is that of how much each fact convinces. */
export function conclude(
  finding: Finding,
  claim: Place,
  limits: Limits,
  cities: readonly City[],
): Pick<Verdict, 'verified' | 'reason'> {
  const { seen, excluding, liars, near, boundsKm } = finding;
  const words: say.Words = { claim: say.nameOf(claim, cities), name: (place) => say.nameOf(place, cities) };
  const refuted = (reason: string) => ({ verified: 'false', reason }) as const;
  const open = (reason: string) => ({ verified: 'inconclusive', reason }) as const;

  if (seen.length === 0 || seen.length < limits.needed)
    return open(say.tooFewAnswersWords(finding, limits.asked, Math.max(1, limits.needed)));
  if (excluding.length > liars) return refuted(say.tooFastWords(finding, words));
  if (finding.liarsNeeded > liars) return refuted(say.severalWords(finding, words));
  if (finding.against > refuteNats) return refuted(say.elsewhereWords(finding, claim, words));
  if (near < nearNeeded) return open(say.tooFewNearWords(finding, nearNeeded, nearKm, words));
  if ((boundsKm[0] as number) > limits.uncertaintyKm)
    return open(say.tooWideWords(finding, limits.uncertaintyKm, words));
  if (finding.score > limits.score) return open(say.unlikelyWords(finding, claim, words));
  if (excluding.length > 0) return open(say.disputedWords(finding, words));
  if ((boundsKm[liars] as number) > limits.quorumKm) return open(say.quorumWords(finding, limits.quorumKm, words));
  return { verified: 'true', reason: say.verifiedWords(finding, words) };
}

const text = (value: number, digits = 0): string => value.toFixed(digits);

/** consolidated_result: named strings. */
export function resultOf(finding: Finding, claim: Place): Record<string, string> {
  const { seen, boundsKm, estimate } = finding;
  const bounds = boundsKm.map((km, k): [string, string] => [
    k === 0 ? 'uncertainty_km' : `uncertainty_km_if_${k}_lied`,
    text(Math.ceil(km)),
  ]);
  return {
    challengers_used: text(seen.length),
    challengers_excluding: text(finding.excluding.length),
    challengers_near: text(finding.near),
    possible_liars: text(finding.liars),
    ...(seen.length > 0 && estimate
      ? {
          ...Object.fromEntries(bounds),
          latitude: text(estimate.place.latitude, 2),
          longitude: text(estimate.place.longitude, 2),
          estimate_radius_km: text(Math.ceil(finding.estimateRadiusKm)),
          distance_km: text(distanceKm(estimate.place, claim)),
          fastest_ms: text((seen[0]?.rttMs ?? 0) as number, 3),
          probability: text(finding.probability, 4),
          score: text(finding.score, 3),
        }
      : {}),
  };
}

const round = (value: number, digits = 0): number => Number(value.toFixed(digits));

/** What the picture of a challenge is drawn from, and nothing else is needed for it. */
export function detailOf(finding: Finding, claim: Place, claimRadiusKm: number, limits: Limits) {
  const { estimate } = finding;
  return {
    claim: { latitude: claim.latitude, longitude: claim.longitude, radius_km: claimRadiusKm },
    estimate: estimate
      ? {
          latitude: round(estimate.place.latitude, 2),
          longitude: round(estimate.place.longitude, 2),
          radius_km: Math.ceil(finding.estimateRadiusKm),
        }
      : null,
    bounds_km: finding.boundsKm.map(Math.ceil),
    possible_liars: finding.liars,
    probability: round(finding.probability, 4),
    score: round(finding.score, 3),
    within_km: finding.withinKm,
    against: round(finding.against, 1),
    limits: {
      uncertainty_km: limits.uncertaintyKm,
      quorum_km: limits.quorumKm,
      score: round(limits.score, 3),
      answers: limits.needed,
    },
    challengers: finding.seen.map((it) => ({
      id: it.id,
      latitude: it.place.latitude,
      longitude: it.place.longitude,
      rtt_us: Math.round(it.rttMs * 1000),
      expected_us: Math.round(it.expectedMs * 1000),
      distance_km: Math.round(it.distanceKm),
      radius_km: Math.ceil(it.reachKm),
      excludes: it.shortKm > 0,
      lies: finding.certainLiars.includes(it),
      short_km: Math.max(0, Math.round(it.shortKm)),
      near: it.distanceKm <= nearKm,
      calibrated: it.calibrated,
    })),
  };
}
