import { distanceKm, type Place } from '../geo.ts';
import type { Resilience, Verdict } from '../proof-type.ts';
import type { City } from './cities.ts';
import { type CountLimits, fewestAsked, rule } from './counting.ts';
import type { Finding } from './finding.ts';
import { nearKm } from './selection.ts';
import * as say from './sentences.ts';

/** What counts as enough. The operator's settings, recorded in the transcript. */
export interface Limits extends CountLimits {
  /** The score that nine in ten honest provers of the region stay below. */
  readonly score: number;
}

/** Claims are places, not areas: an honest prover stands within this distance of the point it claims. */
export const defaultSlackKm = 25;
/**
 * In nats, and after leaving out as many reports as may lie. Honest provers reach 6.4 at most, on lines of up to 15 ms and
 * among a third of liars (`bench pol`); a false claim at 2,000 km reaches 10 in half of the cases.
 */
export const improbableNats = 10;

/** The ruling in words. Likelihood decides nothing; it can only leave open what the count would verify. */
export function conclude(
  finding: Finding,
  claim: Place,
  limits: Limits,
  cities: readonly City[],
  resilience?: Resilience,
): Pick<Verdict, 'verified' | 'reason'> {
  const words: say.Words = { claim: say.nameOf(claim, cities), name: (place) => say.nameOf(place, cities) };
  const ruling = rule(finding.count, limits);
  const open = (reason: string) => ({ verified: 'inconclusive', reason }) as const;
  const isImprobable = finding.against > improbableNats;
  if (isImprobable && ['holds', 'too_few_near', 'too_wide'].includes(ruling.why))
    return open(say.improbableWords(finding, claim, words));
  if (ruling.why === 'holds' && finding.score > limits.score) return open(say.unlikelyWords(finding, claim, words));
  return { verified: ruling.verified, reason: sentence(finding, ruling.why, limits, words, resilience) };
}

function sentence(
  finding: Finding,
  why: ReturnType<typeof rule>['why'],
  limits: Limits,
  words: say.Words,
  resilience: Resilience | undefined,
): string {
  switch (why) {
    case 'holds':
      return say.verifiedWords(finding, words, resilience);
    case 'too_fast':
      return say.tooFastWords(finding, words);
    case 'several_machines':
      return say.severalWords(finding, words);
    case 'too_few_asked':
      return say.tooFewAskedWords(finding, fewestAsked);
    case 'too_few_answers':
      return say.tooFewAnswersWords(finding, limits.needed);
    case 'disputed':
      return say.disputedWords(finding, words);
    case 'too_few_near':
      return say.tooFewNearWords(finding, nearKm, words);
    case 'too_wide':
      return say.tooWideWords(finding, limits.acceptableKm, words);
  }
}

/** Whether a refutation holds whatever the answers travelled through. One that does not assumes light in fibre. */
const refutedInAnyMedium = ({ seen, liarsOfAll, liarsNeededInAnyMedium }: Finding): boolean =>
  seen.filter((it) => it.shortInAnyMediumKm > 0).length > liarsOfAll || liarsNeededInAnyMedium > liarsOfAll;

const text = (value: number, digits = 0): string => value.toFixed(digits);

/** consolidated_result: named strings. */
export function resultOf(
  finding: Finding,
  claim: Place,
  { acceptableKm }: Limits,
  verified: Verdict['verified'],
): Record<string, string> {
  const { seen, asked, liars, boundsKm, boundsInAnyMediumKm, estimate } = finding;
  const km = (bounds: readonly number[], k: number) => text(Math.ceil(bounds[k] as number));
  return {
    challengers_used: text(seen.length),
    challengers_excluding: text(finding.excluding.length),
    challengers_near: text(finding.near),
    lookouts_asked: text(asked.lookouts),
    possible_liars: text(liars),
    acceptable_km: text(acceptableKm),
    ...(verified === 'false' ? { holds_in: refutedInAnyMedium(finding) ? 'any_medium' : 'fibre' } : {}),
    ...(seen.length > 0 && estimate
      ? {
          uncertainty_km: km(boundsKm, liars),
          uncertainty_km_if_none_lied: km(boundsKm, 0),
          uncertainty_km_any_medium: km(boundsInAnyMediumKm, liars),
          uncertainty_km_if_none_lied_any_medium: km(boundsInAnyMediumKm, 0),
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
export function detailOf(finding: Finding, claim: Place, limits: Limits) {
  const { estimate } = finding;
  return {
    claim: { latitude: claim.latitude, longitude: claim.longitude },
    estimate: estimate
      ? {
          latitude: round(estimate.place.latitude, 2),
          longitude: round(estimate.place.longitude, 2),
          radius_km: Math.ceil(finding.estimateRadiusKm),
        }
      : null,
    bounds_km: finding.boundsKm.map(Math.ceil),
    bounds_any_medium_km: finding.boundsInAnyMediumKm.map(Math.ceil),
    possible_liars: finding.liars,
    possible_liars_of_all: finding.liarsOfAll,
    probability: round(finding.probability, 4),
    score: round(finding.score, 3),
    within_km: finding.withinKm,
    against: round(finding.against, 1),
    limits: { acceptable_km: limits.acceptableKm, score: round(limits.score, 3), answers: limits.needed },
    challengers: finding.seen.map((it) => ({
      id: it.id,
      lookout: it.isLookout,
      latitude: it.place.latitude,
      longitude: it.place.longitude,
      rtt_us: Math.round(it.rttMs * 1000),
      expected_us: Math.round(it.expectedMs * 1000),
      distance_km: Math.round(it.distanceKm),
      radius_km: Math.ceil(it.reachKm),
      excludes: it.shortKm > 0,
      excludes_in_any_medium: it.shortInAnyMediumKm > 0,
      short_km: Math.max(0, Math.round(it.shortKm)),
      near: it.distanceKm <= nearKm,
      calibrated: it.calibrated,
    })),
  };
}
