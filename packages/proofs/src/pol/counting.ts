import { distanceKm, type Place } from '../geo.ts';
import { fewestAsked } from '../never-verified.ts';
import {
  boundsOfEachKm,
  type Disc,
  disjointPairs,
  kmPerMsInAnyMedium,
  liarsNeeded,
  possibleLiars,
  reachKm,
  shortKm,
  stillDisjoint,
} from './discs.ts';
import { nearKm } from './selection.ts';

/** What a challenger says: it stands there, and the prover answered within that time. */
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

/** What one challenger's answer says about the claim by physics alone. */
export interface Disced {
  readonly id: string;
  readonly place: Place;
  readonly rttMs: number;
  readonly isLookout: boolean;
  /** Nothing further away can have answered, at the speed of light in fibre. */
  readonly reachKm: number;
  readonly distanceKm: number;
  /** Positive: even the nearest point that the claim may mean is that much too far for light in fibre. */
  readonly shortKm: number;
  /** The same for light in vacuum. */
  readonly shortInAnyMediumKm: number;
}

/** What can be counted and measured without any model of how the internet behaves. `true` and `false` rest on it alone. */
export interface Count {
  readonly discs: readonly Disced[];
  readonly asked: Seats;
  /** How many of the near seats may lie. R*[liars] is then still a true bound. */
  readonly liars: number;
  /** How many of all seats may lie. As many discs that miss the claim do not refute it. */
  readonly liarsOfAll: number;
  readonly near: number;
  /** At least so many challengers must have lied for one machine to have given all these answers. */
  readonly liarsNeeded: number;
  readonly liarsNeededInAnyMedium: number;
  /** The two answers that are the least possible for a single machine, as indexes into `discs`. */
  readonly apart: readonly [number, number] | undefined;
  /** R* over the near seats for 0, 1, 2, … liars, for light in fibre and for light in vacuum. */
  readonly boundsKm: readonly number[];
  readonly boundsInAnyMediumKm: readonly number[];
}

/**
 * Counts over everybody who was asked. Slack is how far from the claimed point an honest prover may stand. An ask may want more
 * liars allowed for than the rule does, never fewer.
 */
export function count(
  claim: Place,
  sightings: readonly Sighting[],
  asked: Seats,
  slackKm: number,
  leastLiars = 0,
): Count {
  const answers = sightings
    .map(({ id, place, rttMs, ownRadiusKm, isLookout = false }) => ({
      id,
      place,
      rttMs,
      isLookout,
      fibre: { centre: place, radiusKm: reachKm(rttMs, ownRadiusKm) },
      anyMedium: { centre: place, radiusKm: reachKm(rttMs, ownRadiusKm, kmPerMsInAnyMedium) },
    }))
    .sort((a, b) => a.fibre.radiusKm - b.fibre.radiusKm || (a.id < b.id ? -1 : 1));
  const discs = answers.map(
    ({ fibre, anyMedium, ...it }): Disced => ({
      ...it,
      reachKm: fibre.radiusKm,
      distanceKm: distanceKm(claim, it.place),
      shortKm: shortKm(fibre, claim, slackKm),
      shortInAnyMediumKm: shortKm(anyMedium, claim, slackKm),
    }),
  );
  const inFibre = answers.map((it) => it.fibre);
  const inAnyMedium = answers.map((it) => it.anyMedium);
  const ofNear = (list: readonly Disc[]) => list.filter((_, i) => !answers[i]?.isLookout);
  const liars = Math.max(leastLiars, possibleLiars(asked.near));
  const pairs = disjointPairs(inFibre);
  const [boundsKm = [], boundsInAnyMediumKm = []] = boundsOfEachKm(claim, [inFibre, inAnyMedium].map(ofNear), liars);
  return {
    discs,
    asked,
    liars,
    liarsOfAll: Math.max(leastLiars, possibleLiars(asked.near + asked.lookouts)),
    near: discs.filter((it) => it.distanceKm <= nearKm).length,
    liarsNeeded: liarsNeeded(pairs),
    liarsNeededInAnyMedium: liarsNeeded(stillDisjoint(pairs, inAnyMedium)),
    apart: furthestApart(discs, pairs),
    boundsKm,
    boundsInAnyMediumKm,
  };
}

/** Whether an answer came too soon for a prover within the slack of its claim, at the speed of light in fibre. */
export const missesClaim = (
  claim: Place,
  { place: centre, rttMs, ownRadiusKm }: Pick<Sighting, 'place' | 'rttMs' | 'ownRadiusKm'>,
  slackKm: number,
): boolean => shortKm({ centre, radiusKm: reachKm(rttMs, ownRadiusKm) }, claim, slackKm) > 0;

export interface CountLimits {
  /** The widest R* that may be called verified, with as many liars as the rule tolerates. */
  readonly acceptableKm: number;
  /** How many of the near seats must have answered. */
  readonly needed: number;
}

export { fewestAsked };

export type Ruling =
  | { readonly verified: 'true'; readonly why: 'holds' }
  | { readonly verified: 'false'; readonly why: 'too_fast' | 'several_machines' }
  | {
      readonly verified: 'inconclusive';
      readonly why: 'too_few_asked' | 'too_few_answers' | 'disputed' | 'too_few_near' | 'too_wide';
    };

/**
 * The rule that no setting can loosen. `false`: more discs miss the claim than challengers may lie, or more challengers must
 * have lied than may, if one machine gave all answers. `true` needs R* with a third of the near seats lying,
 * and no more than a third of each group against it.
 */
export function rule(it: Count, { acceptableKm, needed }: CountLimits): Ruling {
  const open = (why: (Ruling & { verified: 'inconclusive' })['why']): Ruling => ({ verified: 'inconclusive', why });
  if (it.asked.near < fewestAsked) return open('too_few_asked');
  const excluding = excludingOf(it);
  if (excluding.length > it.liarsOfAll) return { verified: 'false', why: 'too_fast' };
  if (it.liarsNeeded > it.liarsOfAll) return { verified: 'false', why: 'several_machines' };
  if (it.discs.filter((disc) => !disc.isLookout).length < needed) return open('too_few_answers');
  const lookouts = excluding.filter((disc) => disc.isLookout).length;
  if (excluding.length - lookouts > it.liars || lookouts > possibleLiars(it.asked.lookouts)) return open('disputed');
  if (it.near < it.liars + 1) return open('too_few_near');
  if ((it.boundsKm[it.liars] as number) > acceptableKm) return open('too_wide');
  return { verified: 'true', why: 'holds' };
}

export const excludingOf = <D extends Disced>({ discs }: { readonly discs: readonly D[] }): D[] =>
  discs.filter((it) => it.shortKm > 0);

function furthestApart(discs: readonly Disced[], pairs: readonly (readonly [number, number])[]): Count['apart'] {
  let found: Count['apart'];
  let widest = 0;
  for (const [i, j] of pairs) {
    const [a, b] = [discs[i] as Disced, discs[j] as Disced];
    const gap = distanceKm(a.place, b.place) - a.reachKm - b.reachKm;
    if (gap > widest) [found, widest] = [[i, j], gap];
  }
  return found;
}
