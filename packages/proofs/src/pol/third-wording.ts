import { distanceKm } from '../geo.ts';
import type { Resilience } from '../proof-type.ts';
import { countryInSentence } from '../zones/country-names.ts';
import type { Count } from './counting.ts';
import { atMostKm, inKm } from './distances.ts';
import { secondWording } from './earlier-wordings.ts';
import type { Examination, Seen } from './examination.ts';
import { begun, inMs, plural, type Wording, type Words, widestOf } from './sentences.ts';

/** A lookout is never called a challenger, so that numbers with the same word count the same. */
const challengersAnd = (near: number, lookouts: number): string =>
  [
    ...(near > 0 || lookouts === 0 ? [plural(near, 'challenger')] : []),
    ...(lookouts > 0 ? [plural(lookouts, 'lookout')] : []),
  ].join(' and ');

const lookoutsAmong = (seen: readonly Seen[]): number => seen.filter((it) => it.isLookout).length;

const thoseWhoMeasured = (seen: readonly Seen[]): string => {
  const lookouts = lookoutsAmong(seen);
  return challengersAnd(seen.length - lookouts, lookouts);
};

/** Challengers and lookouts as one number. */
const allOf = (count: number, hasLookouts: boolean): string =>
  hasLookouts ? `${count} challengers and lookouts` : `${count} challengers`;

const anyOf = (liars: number, group: string): string =>
  `any ${liars === 1 ? 'one' : liars} of the ${group} that were asked`;
const anyNear = ({ liars, asked }: Pick<Count, 'liars' | 'asked'>): string => anyOf(liars, allOf(asked.near, false));

const inClaim = ({ claim, isCity }: Words): string => `${isCity ? 'in' : 'at'} ${claim}`;

const someoneNear = ({ isLookout, place }: Seen, { name }: Words): string =>
  `a ${isLookout ? 'lookout' : 'challenger'} near ${name(place)}`;

const sawTooFast = (it: Seen, words: Words): string =>
  `${begun(someoneNear(it, words))} had its answer after ${inMs(it.rttMs)}, so it is at most ${atMostKm(it.reachKm)} from the prover, but ${inKm(it.distanceKm)} from ${words.claim}.`;

const speakAgainst = (count: number): string => `${count === 1 ? 'speaks' : 'speak'} against`;

const comesFrom = ({ estimate }: Examination, { name }: Words): string =>
  estimate ? ` The answers fit a place near ${name(estimate.place)}.` : '';

const inFibre = 'This assumes that no answer travelled faster than light does in fibre.';

/** Radio links through the air are faster than fibre; nothing is faster than light in vacuum. */
const medium = (inAnyMedium: boolean): string =>
  inAnyMedium ? 'Not even radio links, which are faster than fibre, would explain this.' : inFibre;
const zoneMedium = (inAnyMedium: boolean): string => (inAnyMedium ? '' : ` ${inFibre}`);

const workingTogether = (count: number): string =>
  count === 1 ? 'one dishonest challenger of the network' : `${count} challengers of the network that work together`;

/** Whoever may ask three times and show the best result has had three draws. */
const withstands = ({ withstands: count, tries }: Resilience): string =>
  ` The draw withstands ${workingTogether(count)}${tries > 1 ? `, even if it was the best of ${tries} draws in 30 days` : ''}.`;

const measuredWords = ({ seen, asked, excluding }: Examination): string => {
  const lookouts = lookoutsAmong(seen);
  const near = seen.length - lookouts;
  const who = near === asked.near ? `All ${near} challengers` : `${near} of the ${asked.near} challengers`;
  const against = excluding.length;
  return `${who}${lookouts > 0 ? ` and ${plural(lookouts, 'lookout')}` : ''} measured it. ${against === 0 ? 'None' : against} of their ${plural(seen.length, 'answer')} ${against > 1 ? 'speak' : 'speaks'} against the claim.`;
};

/** How far from its claim the prover can be: if as many lied as may, and if nobody did. */
export const withinWords = (examination: Examination, { claim }: Words): string => {
  const { boundsKm, liars } = examination;
  return `The prover is within ${atMostKm(boundsKm[liars] as number)} of ${claim}, even if ${anyNear(examination)} lied. If nobody lied, it is within ${atMostKm(boundsKm[0] as number)}.`;
};

/** Written so that nobody has to read a sentence twice: one fact in each, and every number with what it counts. */
export const thirdWording: Wording = {
  ...secondWording,
  verified: (examination, words, resilience) =>
    `${withinWords(examination, words)} ${measuredWords(examination)}${resilience ? withstands(resilience) : ''}`,
  tooFast(examination, words) {
    const { excluding, seen, liarsOfAll } = examination;
    const inAnyMedium = seen.filter((it) => it.shortInAnyMediumKm > 0).length > liarsOfAll;
    const [count, all] = [excluding.length, excluding.length === 2 ? 'both' : 'all'];
    return `The prover is not ${inClaim(words)}. Of the ${thoseWhoMeasured(seen)} that measured it, ${count === seen.length ? all : count} had their answer sooner than light in fibre can bring it from there. ${sawTooFast(widestOf(excluding), words)} ${count === 2 ? 'Both' : `All ${count}`} would have to lie for the claim to be true. ${medium(inAnyMedium)}${comesFrom(examination, words)}`;
  },
  several({ apart, seen, liarsNeeded, liarsNeededInAnyMedium, liarsOfAll }, words) {
    const [a, b] = apart as readonly [Seen, Seen];
    const other = a.isLookout === b.isLookout ? `one near ${words.name(b.place)}` : someoneNear(b, words);
    return `Several machines answer with the same key. ${begun(someoneNear(a, words))} had its answer after ${inMs(a.rttMs)}, and ${other}, ${inKm(distanceKm(a.place, b.place))} away, after ${inMs(b.rttMs)}. No place is near enough to both. At least ${liarsNeeded} of the ${allOf(seen.length, lookoutsAmong(seen) > 0)} would have to lie for it to be one machine. ${medium(liarsNeededInAnyMedium > liarsOfAll)}`;
  },
  improbable({ estimate, liarsOfAll }, awayKm, words) {
    const there = estimate
      ? `a place near ${words.name(estimate.place)}, ${inKm(awayKm as number)} away`
      : 'another place';
    return `It is improbable that the prover is ${inClaim(words)}, but not disproved. The answers fit ${there}. They do not fit ${words.claim}, however slow the prover's own line is, even if ${liarsOfAll === 1 ? 'any one of them is a lie' : `any ${liarsOfAll} of them are lies`}.`;
  },
  unlikely({ estimate, excluding, seen }, awayKm, { claim, name }) {
    const against = excluding.length;
    const rules =
      against === 0
        ? 'No answer speaks against the claim'
        : `Only ${against} of ${plural(seen.length, 'answer')} ${speakAgainst(against)} the claim`;
    const better = estimate
      ? `fit a place near ${name(estimate.place)}, ${inKm(awayKm as number)} away, better than ${claim}`
      : `do not fit ${claim}`;
    return `${rules}, but the delays ${better}. Either the prover's own line is slow, or the prover is not there.`;
  },
  disputed({ excluding, seen }, words) {
    const against = excluding.length;
    const either = against === 1 ? 'that one lies' : `these ${against} lie`;
    return `${begun(thoseWhoMeasured(seen))} measured the prover. ${against} of them ${speakAgainst(against)} ${words.claim}. ${sawTooFast(widestOf(excluding), words)} Either ${either}, or the claim is not exact.`;
  },
  tooFewAnswers({ seen, asked }, needed) {
    const lookouts = lookoutsAmong(seen);
    const answers = seen.length - lookouts;
    return `${answers === 0 ? 'None' : `Only ${answers}`} of the ${asked.near} challengers could measure the prover, and ${needed === asked.near ? 'all' : `at least ${needed}`} must.${lookouts > 0 ? ' Lookouts do not replace them.' : ''}`;
  },
  tooFewAsked: ({ asked }, fewest) =>
    `Only ${plural(asked.near, 'challenger')} ${asked.near === 1 ? 'was' : 'were'} asked. Fewer than ${fewest} can never verify or refute a claim, because one of them could be lying.`,
  tooFewNear: ({ near, liars }, nearKm, { claim }) =>
    `Too few of those who measured the prover are near ${claim}: ${near === 0 ? 'none is' : near === 1 ? 'only one is' : `only ${near} are`} within ${inKm(nearKm)} of it, and ${liars + 1} are needed to tell.`,
  tooWide({ boundsKm, liars, asked }, limitKm, words) {
    const [ifNone, worst] = [boundsKm[0] as number, boundsKm[liars] as number];
    const said = `and only a place within ${inKm(limitKm)} counts as verified`;
    return ifNone > limitKm
      ? `The prover may be ${inClaim(words)}, or up to ${atMostKm(ifNone)} from there. No answer came back soon enough to tell more, ${said}.`
      : `If nobody lied, the prover is within ${atMostKm(ifNone)} of ${words.claim}. If ${anyNear({ liars, asked })} lied, it could be up to ${atMostKm(worst)} away, ${said}. More challengers near the claim would tell.`;
  },
  withstandsTooFew: (stated, demanded) =>
    `The answers support the claim, but the draw withstands only ${workingTogether(stated)}, and the request demands ${demanded}. A draw of more challengers withstands more.`,

  country: countryInSentence,
  outside: (zone, { liarsOfAll, asked }, holdsInAnyMedium) =>
    `The prover is not in ${zone}. Every place that the answers allow is outside${liarsOfAll === 0 ? '' : `, even if ${anyOf(liarsOfAll, allOf(asked.near + asked.lookouts, asked.lookouts > 0))} lied`}.${zoneMedium(holdsInAnyMedium)}`,
  inside: (zone, count, holdsInAnyMedium) =>
    `The prover is in ${zone}. All land that the answers allow is inside, even if ${anyNear(count)} lied.${zoneMedium(holdsInAnyMedium)}`,
  // The rule allows for liars among the challengers and among all who were asked. A third of either explains too little.
  contradiction: () =>
    'The answers contradict each other. No place fits them, even if a third of those who were asked lied.',
};
