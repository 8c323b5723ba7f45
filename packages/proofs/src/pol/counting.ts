import { distanceKm, type Place } from '../geo.ts';
import { fewestAsked, possibleLiars } from '../never-verified.ts';
import {
  boundsOfEachKm,
  type Disc,
  disjointPairs,
  kmPerMsInAnyMedium,
  liarsNeeded,
  reachKm,
  shortKm,
  stillDisjoint,
} from './discs.ts';

/** A challenger within this distance can tell one region from the next. */
export const nearKm = 2_000;

/** What a challenger says: where it stands, and how fast the prover answered it. */
export interface Sighting {
  readonly id: string;
  readonly place: Place;
  readonly rttMs: number;
  /** How precisely the challenger states its own place. */
  readonly ownRadiusKm?: number;
  /** Whether it is a lookout. Lookouts are drawn worldwide. They can refute a claim, never verify one. */
  readonly isLookout?: boolean;
}

/** How many seats were drawn, whether or not an answer came from them. */
export interface Seats {
  /** Seats around the claim. Only they can verify it. */
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
  /** Positive if the answer rules the claim out: light in fibre misses every point within the slack by at least this much. */
  readonly shortKm: number;
  /** The same for light in vacuum. */
  readonly shortInAnyMediumKm: number;
}

/** What the answers show without any model of the internet. Only this can make a verdict true or false. */
export interface Count {
  readonly discs: readonly Disced[];
  readonly asked: Seats;
  /** How many of the near seats may lie. If no more do, `boundsKm[liars]` is a true bound. */
  readonly liars: number;
  /** How many of all seats may lie. If no more discs than these miss the claim, it is not refuted. */
  readonly liarsOfAll: number;
  /** How many answers came from within `nearKm` of the claim. */
  readonly near: number;
  /** If one machine gave all these answers, at least this many challengers lied. */
  readonly liarsNeeded: number;
  readonly liarsNeededInAnyMedium: number;
  /** The two answers whose discs are furthest apart, as indexes into `discs`. Undefined if all discs meet. */
  readonly apart: readonly [number, number] | undefined;
  /** R* (see `boundsKm` in discs.ts) over the near seats for 0, 1, 2, … liars, for light in fibre and for light in vacuum. */
  readonly boundsKm: readonly number[];
  readonly boundsInAnyMediumKm: readonly number[];
}

/**
 * Counts what the answers show. `slackKm` is how far from the claimed point an honest prover may stand. The number of liars is a
 * third of everybody who was asked. `leastLiars` is what the ask demands; it can raise that number, never lower it.
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

/** Whether an answer came so soon that the prover cannot be within the slack around its claim, at the speed of light in fibre. */
export const missesClaim = (
  claim: Place,
  { place: centre, rttMs, ownRadiusKm }: Pick<Sighting, 'place' | 'rttMs' | 'ownRadiusKm'>,
  slackKm: number,
): boolean => shortKm({ centre, radiusKm: reachKm(rttMs, ownRadiusKm) }, claim, slackKm) > 0;

export interface CountLimits {
  /** The widest R* that may be called verified. */
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
 * The rule that no setting can loosen.
 * `false`: more discs miss the claim than challengers may lie, or one machine could have given all answers only if more challengers
 * lied than may.
 * `true`: R* is narrow enough even if a third of the near seats lied, enough challengers are near, and at most a third of the near
 * seats and a third of the lookouts speak against the claim.
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
