import { acos, atan2, cos, sin } from '../fixed-math.ts';
import { antipodeKm, bearing, distanceKm, earthRadiusKm, type Place } from '../geo.ts';

/**
 * The hard layer: what physics alone says. Delay can be added to a round trip, never taken away, so a reply within t ms
 * comes from within 99.93·t km: a disc. Nothing here depends on a model, a calibration or a threshold that was fitted.
 */

/** Light in fibre, 2/3 c, there and back: km per ms of round trip. (4/9 c is beaten by 6–9 % of real pairs: not a bound.) */
export const kmPerMs = 99.93;
/** Light in vacuum, there and back. Microwave links and satellites come close to it; nothing is faster. */
export const kmPerMsInAnyMedium = 149.896_229;
/** Challengers state their place to about a kilometre. */
export const placeSlackKm = 1;

/** One honest report confines the prover to this disc. */
export interface Disc {
  readonly centre: Place;
  readonly radiusKm: number;
}

/** How far away the prover may be, by one round trip; `ownRadiusKm` is how precisely the challenger states its own place. */
export const reachKm = (rttMs: number, ownRadiusKm = 0, speed = kmPerMs): number =>
  speed * rttMs + placeSlackKm + ownRadiusKm;

/** Coordinates in meshes are rough. A pair that is nearer than this proves nothing against anyone. */
const pairSlackKm = 25;

/** Whether two nodes answered each other faster than light in fibre travels between their stated places. */
export const isImpossiblePair = (apartKm: number, rttMs: number): boolean => apartKm > reachKm(rttMs) + pairSlackKm;

/** By how many km this disc misses every place within `slackKm` of the claim. Positive: the disc rules the claim out. */
export const shortKm = (disc: Disc, claim: Place, slackKm = 0): number =>
  distanceKm(disc.centre, claim) - slackKm - disc.radiusKm;

/**
 * How many of those *asked* may lie without making a verdict false: a third. It is not a third of those who answered, because
 * the prover chooses whom it answers.
 */
export const possibleLiars = (asked: number): number => Math.floor(asked / 3);

/**
 * The largest set of discs that have no place in common with another one, greedily: pairs (i, j) whose discs cannot meet
 * although both answered. No single machine stands in two places: either a challenger lies or several machines answer.
 */
export function disjointPairs(discs: readonly Disc[]): [number, number][] {
  const pairs: [number, number][] = [];
  for (let i = 0; i < discs.length; i++) {
    for (let j = i + 1; j < discs.length; j++) if (isDisjoint(discs[i] as Disc, discs[j] as Disc)) pairs.push([i, j]);
  }
  return pairs;
}

/** Those pairs that stay disjoint where each disc is replaced by a larger one around the same centre. */
export const stillDisjoint = (pairs: readonly [number, number][], larger: readonly Disc[]): [number, number][] =>
  pairs.filter(([i, j]) => isDisjoint(larger[i] as Disc, larger[j] as Disc));

const isDisjoint = (a: Disc, b: Disc): boolean => distanceKm(a.centre, b.centre) > a.radiusKm + b.radiusKm;

/**
 * How many challengers must have lied at least, given these pairs: the size of a matching among them, because each pair of a
 * matching needs a liar of its own. The matching is greedy, smallest discs first, so the number is never too high.
 */
export function liarsNeeded(pairs: readonly (readonly [number, number])[]): number {
  const used = new Set<number>();
  let count = 0;
  for (const [i, j] of pairs) {
    if (used.has(i) || used.has(j)) continue;
    used.add(i).add(j);
    count++;
  }
  return count;
}

/** Near the antipode angles are exact to 1e-8 only, which is some centimetres. Rounding must not put the bound below the truth. */
const roundingKm = 0.001;
/** One slice per degree. The bound of a slice is never below the truth inside it. Finer slices only make it tighter. */
const slices = 360;

/**
 * R*: if at most k of the challengers lied, the prover is within R*[k] km of the claim, for k = 0 … kMax.
 * For each direction from the claim, the (k+1)-th smallest distance at which the discs end; the largest over directions.
 * Whoever is honest has the true place inside its disc, so at most k of these ends can lie before the truth. Within a
 * slice of directions a disc's end is furthest where the slice comes closest to its centre: taking it there keeps the
 * bound sound between the directions looked at.
 */
export const boundsKm = (claim: Place, discs: readonly Disc[], kMax: number): number[] =>
  boundsOfEachKm(claim, [discs], kMax)[0] as number[];

/** The same for several lists of discs around the same centres: what a ray is to a centre is computed once. */
export function boundsOfEachKm(claim: Place, lists: readonly (readonly Disc[])[], kMax: number): number[][] {
  const n = lists[0]?.length ?? 0;
  const half = Math.PI / slices;
  const centres = (lists[0] ?? []).map(({ centre }) => centreFrom(claim, centre));
  const around = lists.map((discs) => ({
    discs: discs.map(({ radiusKm }) => acrossOf(radiusKm)),
    ends: new Float64Array(n),
    best: new Array<number>(kMax + 1).fill(0),
  }));
  for (let s = 0; s < slices; s++) {
    const middle = -Math.PI + (2 * s + 1) * half;
    for (let i = 0; i < n; i++) {
      const { d, cosD: a, sinD, towards } = centres[i] as (typeof centres)[number];
      let off = Math.abs(middle - towards);
      if (off > Math.PI) off = 2 * Math.PI - off;
      const b = sinD * cos(Math.max(0, off - half));
      const length = Math.max(Math.sqrt(a * a + b * b), 1e-12);
      const nearest = atan2(b, a);
      for (const list of around) {
        const { radius, cosRadius } = list.discs[i] as ReturnType<typeof acrossOf>;
        list.ends[i] = endOfDisc(nearest, cosRadius / length, d <= radius);
      }
    }
    for (const { best, ends } of around) raise(best, ends.sort());
  }
  return around.map(({ best }) => best.map((km) => Math.min(antipodeKm, km + roundingKm)));
}

/** Each bound is the largest over all directions. */
function raise(best: number[], ends: Float64Array): void {
  for (let k = 0; k < best.length; k++) {
    const end = k < ends.length ? (ends[k] as number) * earthRadiusKm : antipodeKm;
    if (end > (best[k] as number)) best[k] = end;
  }
}

/** Cosines are exact to 1e-16, which near 1 is 0.1 km: rounded so that a disc never ends too early. */
const roundingGuard = 1e-15;

/** A centre as a ray from the claim meets it, in radians. */
const centreFrom = (claim: Place, centre: Place) => {
  const d = distanceKm(claim, centre) / earthRadiusKm;
  return { d, cosD: cos(d), sinD: sin(d), towards: bearing(claim, centre) };
};

const acrossOf = (radiusKm: number) => {
  const radius = Math.min(Math.PI, radiusKm / earthRadiusKm);
  return { radius, cosRadius: cos(radius) - roundingGuard };
};

/**
 * The furthest point of a ray (radians, up to the antipode) that lies in a disc; 0 if the ray never meets it.
 * The ray is inside the disc around `nearest` ± acos(`cosReach`); that interval comes round again after a full circle, which
 * decides for discs near the antipode.
 */
function endOfDisc(nearest: number, cosReach: number, holdsClaim: boolean): number {
  if (cosReach <= -1) return Math.PI;
  if (cosReach >= 1) return holdsClaim ? Math.max(0, nearest) : 0;
  const reach = acos(cosReach);
  if (nearest - reach + Math.PI <= 0) return Math.PI;
  return Math.max(0, Math.min(Math.PI, nearest + reach));
}
