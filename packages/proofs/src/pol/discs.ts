import { acos, atan2, cos, sin } from '../fixed-math.ts';
import { antipodeKm, bearing, distanceKm, earthRadiusKm, type Place } from '../geo.ts';
import type { Disc } from '../zones/allowed-places.ts';

export type { Disc };

/**
 * What physics alone says. Delay can be added to a round trip, never taken away. So a reply within t ms comes from a disc with a
 * radius of 99.93·t km. Nothing here depends on a model, a calibration or a threshold that was fitted.
 */

/** Km for each ms of round trip at the speed of light in fibre, 2/3 c. (4/9 c would be no bound: 6–9 % of real pairs are faster.) */
export const kmPerMs = 99.93;
/**
 * Km for each ms of round trip at the speed of light in vacuum. Microwave links and satellites come close to it; nothing is faster.
 */
export const kmPerMsInAnyMedium = 149.896_229;
/** Challengers state their place to about a kilometre. */
const placeSlackKm = 1;

/** How far away the prover may be by one round trip. `ownRadiusKm` is how precisely the challenger states its own place. */
export const reachKm = (rttMs: number, ownRadiusKm = 0, speed = kmPerMs): number =>
  speed * rttMs + placeSlackKm + ownRadiusKm;

/** Stated places in meshes are rough. A pair counts as impossible only if it is this much too far apart. */
const pairSlackKm = 25;

/** Whether two nodes answered each other faster than light in fibre travels between their stated places. */
export const isImpossiblePair = (apartKm: number, rttMs: number): boolean => apartKm > reachKm(rttMs) + pairSlackKm;

/** By how many km this disc misses every place within `slackKm` of the claim. If it is positive, the disc rules the claim out. */
export const shortKm = (disc: Disc, claim: Place, slackKm = 0): number =>
  distanceKm(disc.centre, claim) - slackKm - disc.radiusKm;

/**
 * All pairs of discs that have no place in common. No single machine is in two places. So for each pair one of the two challengers
 * lied, or several machines answered.
 */
export function disjointPairs(discs: readonly Disc[]): [number, number][] {
  const pairs: [number, number][] = [];
  for (let i = 0; i < discs.length; i++) {
    for (let j = i + 1; j < discs.length; j++) if (isDisjoint(discs[i] as Disc, discs[j] as Disc)) pairs.push([i, j]);
  }
  return pairs;
}

/** The pairs that stay disjoint if each disc is replaced by a larger one around the same centre. */
export const stillDisjoint = (pairs: readonly [number, number][], larger: readonly Disc[]): [number, number][] =>
  pairs.filter(([i, j]) => isDisjoint(larger[i] as Disc, larger[j] as Disc));

const isDisjoint = (a: Disc, b: Disc): boolean => distanceKm(a.centre, b.centre) > a.radiusKm + b.radiusKm;

/**
 * How many challengers must have lied at least, by these pairs. It is the size of a matching among them, because each pair of a
 * matching has a liar of its own. The matching is greedy, with the smallest discs first. It may be smaller than the largest one, so
 * the number is never too high.
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

/**
 * Added so that rounding never puts a bound below the truth. Near the antipode angles are exact to 1e-8 only, which is some
 * centimetres.
 */
const roundingKm = 0.001;
/** One slice for each degree of direction. The bound of a slice holds for all directions in it. Finer slices only make it tighter. */
const slices = 360;

/**
 * R*: if at most k challengers lied, the prover is within R*[k] km of the claim, for k = 0 … kMax.
 *
 * In each direction from the claim every disc ends at some distance. For each direction, take the (k+1)-th smallest end. R*[k] is
 * the largest of these over all directions. The true place is inside the disc of every honest challenger. So at most k ends can be nearer than the true
 * place. Within a slice of directions a disc ends furthest away where the slice comes closest to its centre. That end is taken for
 * the whole slice, so the bound holds between the directions too.
 */
export const boundsKm = (claim: Place, discs: readonly Disc[], kMax: number): number[] =>
  boundsOfEachKm(claim, [discs], kMax)[0] as number[];

/** The same for several lists of discs around the same centres. What depends on the centres alone is computed once. */
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

/** Raises each bound to the end in this direction, if that is larger. */
function raise(best: number[], ends: Float64Array): void {
  for (let k = 0; k < best.length; k++) {
    const end = k < ends.length ? (ends[k] as number) * earthRadiusKm : antipodeKm;
    if (end > (best[k] as number)) best[k] = end;
  }
}

/** Subtracted so that a disc never ends too early. Cosines are exact to 1e-16, and near 1 that is 0.1 km. */
const roundingGuard = 1e-15;

/** Where a centre is, seen from the claim: its distance and direction, in radians. */
const centreFrom = (claim: Place, centre: Place) => {
  const d = distanceKm(claim, centre) / earthRadiusKm;
  return { d, cosD: cos(d), sinD: sin(d), towards: bearing(claim, centre) };
};

const acrossOf = (radiusKm: number) => {
  const radius = Math.min(Math.PI, radiusKm / earthRadiusKm);
  return { radius, cosRadius: cos(radius) - roundingGuard };
};

/**
 * The furthest point of a ray (radians, up to the antipode) that lies in a disc. It is 0 if the ray never meets the disc. The ray is
 * inside the disc from `nearest` − acos(`cosReach`) to `nearest` + acos(`cosReach`). This interval repeats after a full circle. For
 * discs near the antipode the repeated interval decides.
 */
function endOfDisc(nearest: number, cosReach: number, holdsClaim: boolean): number {
  if (cosReach <= -1) return Math.PI;
  if (cosReach >= 1) return holdsClaim ? Math.max(0, nearest) : 0;
  const reach = acos(cosReach);
  if (nearest - reach + Math.PI <= 0) return Math.PI;
  return Math.max(0, Math.min(Math.PI, nearest + reach));
}
