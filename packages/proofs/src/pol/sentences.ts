import { distanceKm, type Place } from '../geo.ts';
import type { Resilience } from '../proof-type.ts';
import { isNewestWording } from '../wording.ts';
import { type City, cityNear } from './cities.ts';
import { atMostKm, inKm } from './distances.ts';
import type { Examination, Seen } from './examination.ts';

/** Sentences for people. They give a bound, never a single point. No line break comes between a number and its unit. */
const space = '\u00a0';

export const inMs = (ms: number): string => `${Number(ms.toPrecision(3)).toString()}${space}ms`;

const degrees = (value: number, [plus, minus]: readonly [string, string]): string =>
  `${Math.abs(value).toFixed(2)}${space}${value < 0 ? minus : plus}`;

/** The city people would name; coordinates in the middle of nowhere. */
export function nameOf(place: Place, cities: readonly City[]): string {
  const city = cityNear(cities, place);
  return city?.name ?? `${degrees(place.latitude, ['N', 'S'])} ${degrees(place.longitude, ['E', 'W'])}`;
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
/** As a sentence begins. */
const begun = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
const ofThem = (count: number): string => (count === 1 ? 'one of them' : `${count} of them`);

/** How those who measured are spoken of. */
export interface Wording {
  /** In a sentence, by the city that people would name. */
  challengerAt(city: string): string;
  /** After another was named. */
  oneAt(city: string): string;
  /** Those who were drawn for the claim, without lookouts. */
  drawn(count: number): string;
  /** How many answers agree with the claim, of how many, and whether some of these are of lookouts. */
  agreeing(agree: number, all: number, hasLookouts: boolean): string;
  /** How an open zone may become clear. `against` tells of answers that speak against the claim, and is empty without them. */
  openZone(against: string): string;
}

const closer = 'Challengers closer to the prover would tell.';

const firstWording: Wording = {
  challengerAt: (city) => `the challenger in ${city}`,
  oneAt: (city) => `the one in ${city}`,
  drawn: (count) => `the ${count} challengers around it`,
  agreeing: (agree, all) => `${agree} of ${plural(all, 'answer')} agree with the claim.`,
  openZone: () => closer,
};

/**
 * A city is the largest around a challenger, not where it stands, and seats far from a claim are drawn where few are near. Many an
 * answer is too slow to speak for a claim, so that no number of them agrees with it.
 */
export const secondWording: Wording = {
  challengerAt: (city) => `a challenger near ${city}`,
  oneAt: (city) => `one near ${city}`,
  drawn: (count) => `its ${count} challengers`,
  agreeing(agree, all, hasLookouts) {
    const against = all - agree;
    const answers = `${plural(all, 'answer')}${hasLookouts ? ', those of lookouts included,' : ''}`;
    return `${against === 0 ? 'None' : against} of ${answers} ${against > 1 ? 'speak' : 'speaks'} against the claim.`;
  },
  openZone: (against) => against || closer,
};

export const wordingOf = (settings: Readonly<Record<string, string>>): Wording =>
  isNewestWording(settings) ? secondWording : firstWording;

export interface Words extends Wording {
  /** The name of the claimed place. */
  readonly claim: string;
  /** The name of any place. */
  name(place: Place): string;
}

export const verifiedWords = (
  { boundsKm, seen, excluding, asked, liars }: Examination,
  { claim, drawn, agreeing }: Words,
  resilience?: Resilience,
): string => {
  const agree = seen.length - excluding.length;
  const anyOf = `any ${liars === 1 ? 'one' : liars} of ${drawn(asked.near)}`;
  const hasLookouts = seen.some((it) => it.isLookout);
  return `The prover is within ${atMostKm(boundsKm[liars] as number)} of ${claim}, even if ${anyOf} lied. If nobody lied, it is within ${atMostKm(boundsKm[0] as number)}. ${agreeing(agree, seen.length, hasLookouts)}${resilience ? withstandsWords(resilience) : ''}`;
};

const withstandsWords = ({ withstands, tries }: Resilience): string =>
  ` The draw withstands ${plural(withstands, 'colluding challenger')} of the network${tries > 1 ? ` over ${tries} tries` : ''}.`;

const sawTooFast = (it: Seen, { name, challengerAt }: Words): string =>
  `${challengerAt(name(it.place))} had its answer after ${inMs(it.rttMs)}, so from at most ${atMostKm(it.reachKm)} away, but the claim is ${inKm(it.distanceKm)} away`;

const comesFrom = ({ estimate }: Examination, { name }: Words): string =>
  estimate ? ` The answers fit a place near ${name(estimate.place)}.` : '';

export const tooFastWords = (examination: Examination, words: Words): string => {
  const { excluding, seen } = examination;
  const widest = [...excluding].sort((a, b) => b.shortKm - a.shortKm)[0] as Seen;
  return `The prover is not in ${words.claim}. ${excluding.length} of ${plural(seen.length, 'challenger')} had answers sooner than light in fibre can bring them from there: ${sawTooFast(widest, words)}. All ${excluding.length} would have to lie for the claim to hold. ${mediumWords(examination.seen.filter((it) => it.shortInAnyMediumKm > 0).length > examination.liarsOfAll)}${comesFrom(examination, words)}`;
};

/** Radio links through the air are faster than fibre; nothing is faster than light in vacuum. */
const mediumWords = (inAnyMedium: boolean): string =>
  inAnyMedium
    ? 'This holds whatever the answers travelled through.'
    : 'This assumes that they travelled no faster than light in fibre.';

export const severalWords = (
  { apart, liarsNeeded, liarsNeededInAnyMedium, liarsOfAll }: Examination,
  { name, challengerAt, oneAt }: Words,
): string => {
  const [a, b] = apart as readonly [Seen, Seen];
  return `Several machines answer under one key. ${begun(challengerAt(name(a.place)))} had its answer after ${inMs(a.rttMs)} and ${oneAt(name(b.place))}, ${inKm(distanceKm(a.place, b.place))} from it, after ${inMs(b.rttMs)}: no single place is near enough to both. At least ${liarsNeeded} challengers would have to lie for it to be one machine. ${mediumWords(liarsNeededInAnyMedium > liarsOfAll)}`;
};

/** Likelihood alone refutes nothing: a prover behind an unusual line must not be called a liar. */
export const improbableWords = (examination: Examination, claim: Place, words: Words): string => {
  const { estimate, liarsOfAll } = examination;
  const there = estimate
    ? `near ${words.name(estimate.place)}, ${inKm(distanceKm(estimate.place, claim))} away`
    : 'elsewhere';
  return `It is improbable that the prover is in ${words.claim}, but not disproved. What the challengers saw fits a place ${there}, and does not fit the claim whatever delay the prover's own line adds, even if ${ofThem(liarsOfAll)} lied.`;
};

/** More answers speak against the claim than may be lies among their group, and too few to refute it. */
export const disputedWords = (examination: Examination, words: Words): string => {
  const { excluding, seen } = examination;
  const widest = [...excluding].sort((a, b) => b.shortKm - a.shortKm)[0] as Seen;
  const others = seen.length - excluding.length;
  return `${others} of ${plural(seen.length, 'challenger')} agree with ${words.claim}, but ${sawTooFast(widest, words)}. Either ${excluding.length === 1 ? 'that one lies' : `${excluding.length} lie`} or the claim is not exact.`;
};

export const tooFewAnswersWords = ({ seen, asked }: Examination, needed: number): string => {
  const answers = seen.filter((it) => !it.isLookout).length;
  const of = `of ${plural(asked.near, 'challenger')}`;
  return `${answers === 0 ? 'None' : `Only ${answers}`} ${of} could measure the prover. ${needed} are needed.`;
};

export const tooFewAskedWords = ({ asked }: Examination, fewest: number): string =>
  `Only ${plural(asked.near, 'challenger')} ${asked.near === 1 ? 'was' : 'were'} asked. Fewer than ${fewest} can never verify or refute a claim, because none of them may lie.`;

export const tooFewNearWords = ({ near, liars }: Examination, nearKm: number, { claim }: Words): string =>
  `Too few challengers near ${claim}: ${near === 0 ? 'none lies' : near === 1 ? 'only one lies' : `only ${near} lie`} within ${inKm(nearKm)} of it, and ${liars + 1} are needed to tell.`;

export const tooWideWords = ({ boundsKm, liars }: Examination, limitKm: number, { claim }: Words): string => {
  const [ifNone, worst] = [boundsKm[0] as number, boundsKm[liars] as number];
  const said = `and at most ${inKm(limitKm)} counts as verified`;
  return ifNone > limitKm
    ? `The prover may be in ${claim}, but also up to ${atMostKm(ifNone)} from it: no answer came back soon enough to say more, ${said}.`
    : `The answers fit ${claim} to within ${atMostKm(ifNone)} if nobody lied, but if ${ofThem(liars)} lied the prover could be up to ${atMostKm(worst)} away, ${said}. More challengers near the claim would tell.`;
};

export const unlikelyWords = (examination: Examination, claim: Place, words: Words): string => {
  const { estimate } = examination;
  const better = estimate
    ? `fit a place near ${words.name(estimate.place)}, ${inKm(distanceKm(estimate.place, claim))} away, better than ${words.claim}`
    : `do not fit ${words.claim}`;
  return `No answer rules the claim out, but the delays ${better}. A slow line of the prover's own would explain it; so would a prover that is not there.`;
};
