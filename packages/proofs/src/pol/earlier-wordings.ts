import { distanceKm } from '../geo.ts';
import type { Resilience } from '../proof-type.ts';
import { atMostKm, inKm } from './distances.ts';
import type { Examination, Seen } from './examination.ts';
import { begun, inMs, plural, type Wording, type Words, widestOf } from './sentences.ts';

/** What the first two wordings say in different words. */
interface Phrases {
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

const ofThem = (count: number): string => (count === 1 ? 'one of them' : `${count} of them`);

const withstands = ({ withstands, tries }: Resilience): string =>
  ` The draw withstands ${plural(withstands, 'colluding challenger')} of the network${tries > 1 ? ` over ${tries} tries` : ''}.`;

const comesFrom = ({ estimate }: Examination, { name }: Words): string =>
  estimate ? ` The answers fit a place near ${name(estimate.place)}.` : '';

/** Radio links through the air are faster than fibre; nothing is faster than light in vacuum. */
const medium = (inAnyMedium: boolean): string =>
  inAnyMedium
    ? 'This holds whatever the answers travelled through.'
    : 'This assumes that they travelled no faster than light in fibre.';

const zoneMedium = (inAnyMedium: boolean): string =>
  inAnyMedium ? '' : ' This assumes answers no faster than light in fibre.';

const wordingWith = ({ challengerAt, oneAt, drawn, agreeing, openZone }: Phrases): Wording => {
  const sawTooFast = (it: Seen, { name }: Words): string =>
    `${challengerAt(name(it.place))} had its answer after ${inMs(it.rttMs)}, so from at most ${atMostKm(it.reachKm)} away, but the claim is ${inKm(it.distanceKm)} away`;
  return {
    verified({ boundsKm, seen, excluding, asked, liars }, { claim }, resilience) {
      const agree = seen.length - excluding.length;
      const anyOf = `any ${liars === 1 ? 'one' : liars} of ${drawn(asked.near)}`;
      const hasLookouts = seen.some((it) => it.isLookout);
      return `The prover is within ${atMostKm(boundsKm[liars] as number)} of ${claim}, even if ${anyOf} lied. If nobody lied, it is within ${atMostKm(boundsKm[0] as number)}. ${agreeing(agree, seen.length, hasLookouts)}${resilience ? withstands(resilience) : ''}`;
    },
    tooFast(examination, words) {
      const { excluding, seen, liarsOfAll } = examination;
      const inAnyMedium = seen.filter((it) => it.shortInAnyMediumKm > 0).length > liarsOfAll;
      return `The prover is not in ${words.claim}. ${excluding.length} of ${plural(seen.length, 'challenger')} had answers sooner than light in fibre can bring them from there: ${sawTooFast(widestOf(excluding), words)}. All ${excluding.length} would have to lie for the claim to hold. ${medium(inAnyMedium)}${comesFrom(examination, words)}`;
    },
    several({ apart, liarsNeeded, liarsNeededInAnyMedium, liarsOfAll }, { name }) {
      const [a, b] = apart as readonly [Seen, Seen];
      return `Several machines answer under one key. ${begun(challengerAt(name(a.place)))} had its answer after ${inMs(a.rttMs)} and ${oneAt(name(b.place))}, ${inKm(distanceKm(a.place, b.place))} from it, after ${inMs(b.rttMs)}: no single place is near enough to both. At least ${liarsNeeded} challengers would have to lie for it to be one machine. ${medium(liarsNeededInAnyMedium > liarsOfAll)}`;
    },
    improbable({ estimate, liarsOfAll }, awayKm, { claim, name }) {
      const there = estimate ? `near ${name(estimate.place)}, ${inKm(awayKm as number)} away` : 'elsewhere';
      return `It is improbable that the prover is in ${claim}, but not disproved. What the challengers saw fits a place ${there}, and does not fit the claim whatever delay the prover's own line adds, even if ${ofThem(liarsOfAll)} lied.`;
    },
    unlikely({ estimate }, awayKm, { claim, name }) {
      const better = estimate
        ? `fit a place near ${name(estimate.place)}, ${inKm(awayKm as number)} away, better than ${claim}`
        : `do not fit ${claim}`;
      return `No answer rules the claim out, but the delays ${better}. A slow line of the prover's own would explain it; so would a prover that is not there.`;
    },
    disputed({ excluding, seen }, words) {
      const others = seen.length - excluding.length;
      return `${others} of ${plural(seen.length, 'challenger')} agree with ${words.claim}, but ${sawTooFast(widestOf(excluding), words)}. Either ${excluding.length === 1 ? 'that one lies' : `${excluding.length} lie`} or the claim is not exact.`;
    },
    tooFewAnswers({ seen, asked }, needed) {
      const answers = seen.filter((it) => !it.isLookout).length;
      return `${answers === 0 ? 'None' : `Only ${answers}`} of ${plural(asked.near, 'challenger')} could measure the prover. ${needed} are needed.`;
    },
    tooFewAsked: ({ asked }, fewest) =>
      `Only ${plural(asked.near, 'challenger')} ${asked.near === 1 ? 'was' : 'were'} asked. Fewer than ${fewest} can never verify or refute a claim, because none of them may lie.`,
    tooFewNear: ({ near, liars }, nearKm, { claim }) =>
      `Too few challengers near ${claim}: ${near === 0 ? 'none lies' : near === 1 ? 'only one lies' : `only ${near} lie`} within ${inKm(nearKm)} of it, and ${liars + 1} are needed to tell.`,
    tooWide({ boundsKm, liars }, limitKm, { claim }) {
      const [ifNone, worst] = [boundsKm[0] as number, boundsKm[liars] as number];
      const said = `and at most ${inKm(limitKm)} counts as verified`;
      return ifNone > limitKm
        ? `The prover may be in ${claim}, but also up to ${atMostKm(ifNone)} from it: no answer came back soon enough to say more, ${said}.`
        : `The answers fit ${claim} to within ${atMostKm(ifNone)} if nobody lied, but if ${ofThem(liars)} lied the prover could be up to ${atMostKm(worst)} away, ${said}. More challengers near the claim would tell.`;
    },
    withstandsTooFew: (stated, demanded) =>
      `The answers agree, but the draw withstands ${stated} colluding challengers of the network, and ${demanded} were asked for. More challengers would withstand more.`,

    country: (_code, name) => name,
    outside: (zone, { liarsOfAll, asked }, holdsInAnyMedium) =>
      `The prover is not in ${zone}: wherever the answers allow it to be, even if ${liarsOfAll} of ${asked.near + asked.lookouts} challengers lied, is outside.${zoneMedium(holdsInAnyMedium)}`,
    inside: (zone, { liars, asked }, holdsInAnyMedium) =>
      `The prover is in ${zone}: all land that the answers allow, even if any ${liars} of ${drawn(asked.near)} lied, is inside.${zoneMedium(holdsInAnyMedium)}`,
    contradiction: ({ liars, asked }) =>
      `The answers contradict each other: no place fits enough of them, even if ${liars} of ${drawn(asked.near)} lied.`,
    open: (zone, reaches, against) => `It is open whether the prover is in ${zone}. ${reaches} ${openZone(against)}`,
  };
};

const closer = 'Challengers closer to the prover would tell.';

export const firstWording: Wording = wordingWith({
  challengerAt: (city) => `the challenger in ${city}`,
  oneAt: (city) => `the one in ${city}`,
  drawn: (count) => `the ${count} challengers around it`,
  agreeing: (agree, all) => `${agree} of ${plural(all, 'answer')} agree with the claim.`,
  openZone: () => closer,
});

/**
 * A city is the largest around a challenger, not where it stands, and seats far from a claim are drawn where few are near. Many an
 * answer is too slow to speak for a claim, so that no number of them agrees with it.
 */
export const secondWording: Wording = wordingWith({
  challengerAt: (city) => `a challenger near ${city}`,
  oneAt: (city) => `one near ${city}`,
  drawn: (count) => `its ${count} challengers`,
  agreeing(agree, all, hasLookouts) {
    const against = all - agree;
    const answers = `${plural(all, 'answer')}${hasLookouts ? ', those of lookouts included,' : ''}`;
    return `${against === 0 ? 'None' : against} of ${answers} ${against > 1 ? 'speak' : 'speaks'} against the claim.`;
  },
  openZone: (against) => against || closer,
});
