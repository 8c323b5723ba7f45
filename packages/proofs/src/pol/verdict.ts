import { distanceKm, type Place } from '../geo.ts';
import type { Resilience, Verdict } from '../proof-type.ts';
import type { City } from './cities.ts';
import { type CountLimits, fewestAsked, nearKm, rule } from './counting.ts';
import type { Examination } from './examination.ts';
import { type Wording, type Words, wordsOf } from './sentences.ts';
import { newest } from './wordings.ts';

/** What counts as enough. The operator's settings, recorded in the transcript. */
export interface Limits extends CountLimits {
  /** The score that nine in ten honest provers of the region stay below. */
  readonly score: number;
}

/** Claims are places, not areas: an honest prover stands within this distance of the point it claims. */
export const claimSlackKm = 25;
/**
 * In nats, and after leaving out as many reports as may lie. Honest provers reach 6.4 at most, on lines of up to 15 ms and
 * among a third of liars (`bench pol`); a false claim at 2,000 km reaches 10 in half of the cases.
 */
export const improbableNats = 10;

/** What a sentence is made of beside the answers. */
interface Spoken {
  readonly cities: readonly City[];
  /** The newest where none is given. */
  readonly wording?: Wording;
  readonly resilience?: Resilience | undefined;
}

/** The ruling in words. Likelihood decides nothing; it can only leave open what the count would verify. */
export function conclude(
  examination: Examination,
  claim: Place,
  limits: Limits,
  { cities, wording = newest, resilience }: Spoken,
): Pick<Verdict, 'verified' | 'reason'> {
  const words = wordsOf(claim, cities);
  const ruling = rule(examination.count, limits);
  const open = (reason: string) => ({ verified: 'inconclusive', reason }) as const;
  const { estimate } = examination;
  const awayKm = estimate && distanceKm(estimate.place, claim);
  const isImprobable = examination.against > improbableNats;
  if (isImprobable && ['holds', 'too_few_near', 'too_wide'].includes(ruling.why))
    return open(wording.improbable(examination, awayKm, words));
  if (ruling.why === 'holds' && examination.score > limits.score)
    return open(wording.unlikely(examination, awayKm, words));
  return { verified: ruling.verified, reason: sentence(wording, examination, ruling.why, limits, words, resilience) };
}

function sentence(
  say: Wording,
  examination: Examination,
  why: ReturnType<typeof rule>['why'],
  limits: Limits,
  words: Words,
  resilience: Resilience | undefined,
): string {
  switch (why) {
    case 'holds':
      return say.verified(examination, words, resilience);
    case 'too_fast':
      return say.tooFast(examination, words);
    case 'several_machines':
      return say.several(examination, words);
    case 'too_few_asked':
      return say.tooFewAsked(examination, fewestAsked);
    case 'too_few_answers':
      return say.tooFewAnswers(examination, limits.needed);
    case 'disputed':
      return say.disputed(examination, words);
    case 'too_few_near':
      return say.tooFewNear(examination, nearKm, words);
    case 'too_wide':
      return say.tooWide(examination, limits.acceptableKm, words);
  }
}

/** Whether a refutation holds in any medium. A refutation that does not rests on the speed of light in fibre. */
const refutedInAnyMedium = ({ seen, liarsOfAll, liarsNeededInAnyMedium }: Examination): boolean =>
  seen.filter((it) => it.shortInAnyMediumKm > 0).length > liarsOfAll || liarsNeededInAnyMedium > liarsOfAll;

const text = (value: number, digits = 0): string => value.toFixed(digits);

/** consolidated_result: named strings. */
export function resultOf(
  examination: Examination,
  claim: Place,
  { acceptableKm }: Limits,
  verified: Verdict['verified'],
): Record<string, string> {
  const { seen, asked, liars, boundsKm, boundsInAnyMediumKm, estimate } = examination;
  const km = (bounds: readonly number[], k: number) => text(Math.ceil(bounds[k] as number));
  return {
    challengers_used: text(seen.length),
    challengers_excluding: text(examination.excluding.length),
    challengers_near: text(examination.near),
    lookouts_asked: text(asked.lookouts),
    possible_liars: text(liars),
    acceptable_km: text(acceptableKm),
    ...(verified === 'false' ? { holds_in: refutedInAnyMedium(examination) ? 'any_medium' : 'fibre' } : {}),
    ...(seen.length > 0 && estimate
      ? {
          uncertainty_km: km(boundsKm, liars),
          uncertainty_km_if_none_lied: km(boundsKm, 0),
          uncertainty_km_any_medium: km(boundsInAnyMediumKm, liars),
          uncertainty_km_if_none_lied_any_medium: km(boundsInAnyMediumKm, 0),
          latitude: text(estimate.place.latitude, 2),
          longitude: text(estimate.place.longitude, 2),
          estimate_radius_km: text(Math.ceil(examination.estimateRadiusKm)),
          distance_km: text(distanceKm(estimate.place, claim)),
          fastest_ms: text((seen[0]?.rttMs ?? 0) as number, 3),
          probability: text(examination.probability, 4),
          score: text(examination.score, 3),
        }
      : {}),
  };
}

const round = (value: number, digits = 0): number => Number(value.toFixed(digits));

/** Everything that the picture of a challenge needs. */
export function detailOf(examination: Examination, claim: Place, limits: Limits) {
  const { estimate } = examination;
  return {
    claim: { latitude: claim.latitude, longitude: claim.longitude },
    estimate: estimate
      ? {
          latitude: round(estimate.place.latitude, 2),
          longitude: round(estimate.place.longitude, 2),
          radius_km: Math.ceil(examination.estimateRadiusKm),
        }
      : null,
    bounds_km: examination.boundsKm.map(Math.ceil),
    bounds_any_medium_km: examination.boundsInAnyMediumKm.map(Math.ceil),
    possible_liars: examination.liars,
    possible_liars_of_all: examination.liarsOfAll,
    probability: round(examination.probability, 4),
    score: round(examination.score, 3),
    within_km: examination.withinKm,
    against: round(examination.against, 1),
    limits: { acceptable_km: limits.acceptableKm, score: round(limits.score, 3), answers: limits.needed },
    challengers: examination.seen.map((it) => ({
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
