import { distanceKm, kmPerMs, type Mesh, type Place } from '@trigpoint/proofs/pol';
import { bestLine, distanceBins, likelihoodTable } from './ranging.ts';
import { gridSpots, middleOf, patchAround, type Spot, spotAt } from './spots.ts';

/**
 * What a method sees: places and round trips, and the mesh without the prover. `share` is the share of liars, which only some
 * methods are told.
 */
export interface Case {
  readonly mesh: Mesh;
  readonly prover: number;
  readonly challengers: readonly number[];
  readonly rttMs: readonly number[];
  readonly share: number;
}
export type Method = (it: Case) => Place;

const spotsAt = ({ mesh, challengers }: Case, places: readonly Place[]): Spot[] =>
  places.map((place) => spotAt(mesh, challengers, place));

const shortestPing: Method = ({ mesh, challengers, rttMs }) => {
  const fastest = rttMs.reduce((best, t, i) => (t < (rttMs[best] as number) ? i : best), 0);
  return mesh.nodes[challengers[fastest] as number] as Place;
};

const brokenBy = ({ km }: Spot, radii: readonly number[], slack = 0): number => {
  let count = 0;
  for (let i = 0; i < km.length; i++) if ((km[i] as number) > (radii[i] as number) + slack) count++;
  return count;
};

/** The middle of the places that break the fewest discs, refined on ever smaller patches. */
function leastViolated(it: Case, radii: readonly number[]): Place {
  const seed = spotAt(it.mesh, it.challengers, shortestPing(it));
  let patch = gridSpots(it.mesh, it.challengers);
  let centre = seed.place;
  let half = 10_000;
  for (let round = 0; round < 4; round++) {
    const all = [...patch, seed];
    const counts = all.map((spot) => brokenBy(spot, radii));
    const least = Math.min(...counts);
    const best = all.filter((_, i) => counts[i] === least).map(({ place }) => place);
    centre = middleOf(best);
    half = Math.max(25, round === 0 ? Math.max(400, ...best.map((x) => distanceKm(centre, x))) : half / 3);
    patch = spotsAt(it, patchAround(centre, half));
  }
  return centre;
}

/** Constraint-based geolocation with light in fibre as the only constraint. */
const cbg: Method = (it) =>
  leastViolated(
    it,
    it.rttMs.map((t) => t * kmPerMs),
  );

/** Constraint-based geolocation with each challenger's best line under its own calibration points. */
const bestLineCbg: Method = (it) =>
  leastViolated(
    it,
    it.challengers.map((c, i) => {
      const { slope, intercept } = bestLine(it.mesh, c, it.prover);
      return Math.max(1, ((it.rttMs[i] as number) - intercept) / slope);
    }),
  );

const trimmed = (terms: Float64Array, share: number): number =>
  terms
    .sort()
    .subarray(Math.ceil(share * terms.length))
    .reduce((sum, term) => sum + term, 0);

/**
 * Multiplies a normal distribution of the distance for each round trip. If the share of liars is told, as many of the worst
 * reports are left out.
 */
const spotter: Method = (it) => {
  const fits = it.rttMs.map(distanceBins(it.mesh, it.prover));
  const likelihood = ({ km }: Spot): number =>
    trimmed(
      Float64Array.from(fits, ({ mean, spread }, i) => {
        const away = km[i] as number;
        return -0.5 * ((away - mean) / spread) ** 2 - (away > (it.rttMs[i] as number) * kmPerMs * 1.02 ? 20 : 0);
      }),
      it.share,
    );
  const top = (spots: readonly Spot[]): Place => {
    let [best, most] = [spots[0] as Spot, Number.NEGATIVE_INFINITY];
    for (const spot of spots) {
      const value = likelihood(spot);
      if (value > most) [best, most] = [spot, value];
    }
    return best.place;
  };
  let answer = top([...gridSpots(it.mesh, it.challengers), ...spotsAt(it, [shortestPing(it)])]);
  for (const half of [250, 60, 15]) answer = top(spotsAt(it, [answer, ...patchAround(answer, half, 9)]));
  return answer;
};

/** Discs first, then the likelihood of the fastest few among the places that break the fewest discs. */
export const hybrid: Method = (it) => {
  const { rttMs, challengers, mesh, share } = it;
  const table = likelihoodTable(mesh, it.prover);
  const count = Math.min(rttMs.length, Math.max(8, Math.floor(rttMs.length * (0.06 + 1.5 * share))));
  const fastest = rttMs
    .map((_, i) => i)
    .sort((a, b) => (rttMs[a] as number) - (rttMs[b] as number))
    .slice(0, count);
  const radii = rttMs.map((t) => Math.max(5, t * kmPerMs * 1.01));
  const seed = spotAt(mesh, challengers, shortestPing(it));
  let patch = [...gridSpots(mesh, challengers), seed];
  let slack = 180;
  let centre = seed.place;
  for (let round = 0; round < 4; round++) {
    const counts = patch.map((spot) => brokenBy(spot, radii, slack));
    const least = Math.min(...counts);
    const inside = patch.filter((_, i) => counts[i] === least);
    const scores = inside.map(({ km }) =>
      trimmed(
        Float64Array.from(fastest, (i) => {
          const t = rttMs[i] as number;
          return (15 / (t + 15)) * Math.max(-4, table(t, km[i] as number));
        }),
        share,
      ),
    );
    const most = Math.max(...scores);
    const places = inside.map(({ place }) => place);
    centre = middleOf(
      places,
      scores.map((score) => Math.exp((score - most) / 0.5)),
    );
    const reach = Math.max(...places.map((x) => distanceKm(centre, x)));
    slack = 0;
    const around = patchAround(centre, Math.min(9_000, Math.max(10, reach * 1.15 + 5)));
    patch = [...spotsAt(it, [centre, ...around]), seed];
  }
  return centre;
};

export const references: Readonly<Record<string, Method>> = {
  'shortest ping': shortestPing,
  'CBG at 2/3 c': cbg,
  'best-line CBG': bestLineCbg,
  'Spotter-like': spotter,
  hybrid,
};

/** Methods that leave out the worst reports, as many as they are told. */
export const usesShare: ReadonlySet<string> = new Set(['Spotter-like', 'hybrid']);
