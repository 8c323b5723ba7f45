import type { Place } from '../geo.ts';
import type { Resilience } from '../proof-type.ts';
import { type City, cityNear } from './cities.ts';
import type { Count } from './counting.ts';
import type { Examination, Seen } from './examination.ts';

/** Sentences for people. They give a bound, never a single point. No line break comes between a number and its unit. */
export interface Wording {
  verified(examination: Examination, words: Words, resilience?: Resilience): string;
  /** More answers than may be lies came sooner than light in fibre brings them from the claim. */
  tooFast(examination: Examination, words: Words): string;
  /** No single place could give all answers, unless more challengers lie than may. */
  several(examination: Examination, words: Words): string;
  /** Likelihood alone refutes nothing: a prover behind an unusual line must not be called a liar. */
  improbable(examination: Examination, awayKm: number | undefined, words: Words): string;
  unlikely(examination: Examination, awayKm: number | undefined, words: Words): string;
  /** More answers speak against the claim than may be lies among their group, and too few to refute it. */
  disputed(examination: Examination, words: Words): string;
  tooFewAnswers(examination: Examination, needed: number): string;
  tooFewAsked(examination: Examination, fewest: number): string;
  tooFewNear(examination: Examination, nearKm: number, words: Words): string;
  tooWide(examination: Examination, limitKm: number, words: Words): string;
  /** The draw withstands fewer colluding challengers than the ask demands. */
  withstandsTooFew(stated: number, demanded: number): string;

  /** A country in a sentence, by its code and by its name in the atlas. */
  country(code: string, name: string): string;
  /** A verdict that does not hold for answers faster than light in fibre says so. */
  outside(zone: string, count: Count, holdsInAnyMedium: boolean): string;
  inside(zone: string, count: Count, holdsInAnyMedium: boolean): string;
  contradiction(count: Count): string;
  /** `reaches` is the land that the answers allow. `against` tells of answers that speak against the claim; it may be empty. */
  open(zone: string, reaches: string, against: string): string;
}

/** The places that a sentence names. */
export interface Words {
  /** The name of the claimed place. */
  readonly claim: string;
  /** Whether that is the name of a city. Otherwise it is a pair of coordinates. */
  readonly isCity: boolean;
  /** The name of any place. */
  name(place: Place): string;
}

const degrees = (value: number, [plus, minus]: readonly [string, string]): string =>
  `${Math.abs(value).toFixed(2)}\u00a0${value < 0 ? minus : plus}`;

/** The city people would name; coordinates in the middle of nowhere. */
export function nameOf(place: Place, cities: readonly City[]): string {
  const city = cityNear(cities, place);
  return city?.name ?? `${degrees(place.latitude, ['N', 'S'])} ${degrees(place.longitude, ['E', 'W'])}`;
}

export const wordsOf = (claim: Place, cities: readonly City[]): Words => ({
  claim: nameOf(claim, cities),
  isCity: cityNear(cities, claim) !== undefined,
  name: (place) => nameOf(place, cities),
});

export const inMs = (ms: number): string => `${Number(ms.toPrecision(3)).toString()}\u00a0ms`;

export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** As a sentence begins. */
export const begun = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** The answer that speaks most against the claim. */
export const widestOf = (excluding: readonly Seen[]): Seen =>
  [...excluding].sort((a, b) => b.shortKm - a.shortKm)[0] as Seen;
