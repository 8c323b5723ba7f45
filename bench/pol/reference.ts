import { destination, distanceKm, kmPerMs, type Mesh, type Place, quantileSorted } from '@trigpoint/proofs/pol';

/** What one method sees: places and round trips, and the mesh without the prover. `share` of liars: some are told. */
export interface Case {
  readonly mesh: Mesh;
  readonly prover: number;
  readonly challengers: readonly number[];
  readonly rttMs: readonly number[];
  readonly share: number;
}
export type Method = (it: Case) => Place;

const gridSize = 4_000;
const grid: readonly Place[] = Array.from({ length: gridSize }, (_, i) => ({
  latitude: (Math.asin(1 - (2 * (i + 0.5)) / gridSize) * 180) / Math.PI,
  longitude: ((i * 222.4922359) % 360) - 180,
}));

const placesOf = ({ mesh, challengers }: Case): Place[] => challengers.map((c) => mesh.nodes[c] as Place);

export const shortestPing: Method = (it) => {
  const fastest = it.rttMs.reduce((best, t, i) => (t < (it.rttMs[best] as number) ? i : best), 0);
  return placesOf(it)[fastest] as Place;
};

/** The middle of the places that break the fewest discs, refined on ever smaller patches. */
function leastViolated(places: readonly Place[], radii: readonly number[], seed: Place): Place {
  const breaks = (x: Place) => places.reduce((sum, p, i) => sum + (distanceKm(p, x) > (radii[i] as number) ? 1 : 0), 0);
  let patch: readonly Place[] = grid;
  let centre = seed;
  let half = 10_000;
  for (let round = 0; round < 4; round++) {
    const all = [...patch, seed];
    const counts = all.map(breaks);
    const least = Math.min(...counts);
    const best = all.filter((_, i) => counts[i] === least);
    centre = middleOf(best);
    half = Math.max(25, round === 0 ? Math.max(400, ...best.map((x) => distanceKm(centre, x))) : half / 3);
    patch = patchAround(centre, half);
  }
  return centre;
}

function patchAround(centre: Place, half: number, size = 17): Place[] {
  const out: Place[] = [];
  for (let a = 0; a < size; a++) {
    for (let b = 0; b < size; b++) {
      const [x, y] = [((2 * a) / (size - 1) - 1) * half, ((2 * b) / (size - 1) - 1) * half];
      out.push(destination(centre, Math.atan2(x, y), Math.min(19_000, Math.hypot(x, y))));
    }
  }
  return out;
}

function middleOf(places: readonly Place[], weights?: readonly number[]): Place {
  let [x, y, z] = [0, 0, 0];
  const radians = Math.PI / 180;
  for (const [i, { latitude, longitude }] of places.entries()) {
    const w = weights?.[i] ?? 1;
    x += w * Math.cos(latitude * radians) * Math.cos(longitude * radians);
    y += w * Math.cos(latitude * radians) * Math.sin(longitude * radians);
    z += w * Math.sin(latitude * radians);
  }
  return { latitude: Math.atan2(z, Math.hypot(x, y)) / radians, longitude: Math.atan2(y, x) / radians };
}

/** Constraint-based geolocation with light in fibre as the only constraint. */
export const cbg: Method = (it) => {
  const places = placesOf(it);
  return leastViolated(
    places,
    it.rttMs.map((t) => t * kmPerMs),
    shortestPing(it),
  );
};

/** Constraint-based geolocation with each challenger's best line under its own calibration points. */
export const bestLineCbg: Method = (it) => {
  const radii = it.challengers.map((c, i) => {
    const { slope, intercept } = bestLine(it.mesh, c, it.prover);
    return Math.max(1, ((it.rttMs[i] as number) - intercept) / slope);
  });
  return leastViolated(placesOf(it), radii, shortestPing(it));
};

function bestLine(
  { nodes, km, rttMs }: Mesh,
  challenger: number,
  prover: number,
): { slope: number; intercept: number } {
  const n = nodes.length;
  const points = nodes
    .map((_, j) => ({ j, d: km[challenger * n + j] as number, t: rttMs[challenger * n + j] as number }))
    .filter(
      ({ j, d, t }) => j !== challenger && j !== prover && d > 0 && t >= (d / kmPerMs) * 0.999 && (t - 55) * 55 <= d,
    )
    .sort((a, b) => a.d - b.d || a.t - b.t);
  const least = 1 / kmPerMs;
  const mean = points.reduce((sum, { d }) => sum + d, 0) / Math.max(1, points.length);
  const flat = Math.max(0, Math.min(...points.map(({ d, t }) => t - least * d)));
  let best = { slope: least, intercept: points.length === 0 ? 0 : flat };
  const hull: typeof points = [];
  for (const p of points) {
    while (hull.length >= 2) {
      const [a, b] = [hull.at(-2) as typeof p, hull.at(-1) as typeof p];
      if ((b.t - a.t) * (p.d - b.d) < (p.t - b.t) * (b.d - a.d)) break;
      hull.pop();
    }
    hull.push(p);
  }
  for (let i = 1; i < hull.length; i++) {
    const [a, b] = [hull[i - 1] as (typeof hull)[number], hull[i] as (typeof hull)[number]];
    let slope = (b.t - a.t) / (b.d - a.d);
    let intercept = a.t - slope * a.d;
    if (intercept < 0) [slope, intercept] = [Math.min(...points.map(({ d, t }) => t / d)), 0];
    if (!(slope >= least) || points.some(({ d, t }) => t - slope * d - intercept < -1e-6)) continue;
    if (slope * mean + intercept > best.slope * mean + best.intercept) best = { slope, intercept };
  }
  return best;
}

/** A normal distribution of distance for each round trip, multiplied; the worst share of reports left out if one is told. */
export const spotter: Method = (it) => {
  const places = placesOf(it);
  const bins = distanceBins(it);
  const fits = it.rttMs.map((t) => bins(t));
  return mostLikely(it, (x) => {
    const terms = places.map((p, i) => {
      const km = distanceKm(p, x);
      const { mean, spread } = fits[i] as { mean: number; spread: number };
      return -0.5 * ((km - mean) / spread) ** 2 - (km > (it.rttMs[i] as number) * kmPerMs * 1.02 ? 20 : 0);
    });
    return trimmed(terms, it.share);
  });
};

const trimmed = (terms: number[], share: number): number => {
  const drop = Math.ceil(share * terms.length);
  return terms
    .sort((a, b) => a - b)
    .slice(drop)
    .reduce((sum, term) => sum + term, 0);
};

const pairsCache = new WeakMap<Mesh, { i: number; j: number; d: number; t: number }[]>();
function pairsOf(mesh: Mesh) {
  const known = pairsCache.get(mesh);
  if (known) return known;
  const n = mesh.nodes.length;
  const pairs: { i: number; j: number; d: number; t: number }[] = [];
  for (let i = 0; i < n; i++)
    for (let j = i + 1; j < n; j++)
      if (!Number.isNaN(mesh.rttMs[i * n + j] as number))
        pairs.push({ i, j, d: mesh.km[i * n + j] as number, t: mesh.rttMs[i * n + j] as number });
  pairs.sort((a, b) => a.t - b.t);
  pairsCache.set(mesh, pairs);
  return pairs;
}

function distanceBins({ mesh, prover }: Case): (t: number) => { mean: number; spread: number } {
  const pairs = pairsOf(mesh).filter(({ i, j }) => i !== prover && j !== prover);
  const bins = Array.from({ length: 40 }, (_, b) => {
    const bin = pairs.slice(Math.floor((b * pairs.length) / 40), Math.floor(((b + 1) * pairs.length) / 40));
    const mean = bin.reduce((sum, { d }) => sum + d, 0) / bin.length;
    const spread = Math.sqrt(bin.reduce((sum, { d }) => sum + (d - mean) ** 2, 0) / bin.length);
    return { t: bin.reduce((sum, it) => sum + it.t, 0) / bin.length, mean, spread: Math.max(30, spread) };
  });
  return (t) => {
    const at = bins.findIndex((bin) => bin.t >= t);
    if (at <= 0) return bins[at === 0 ? 0 : 39] as (typeof bins)[number];
    const [a, b] = [bins[at - 1] as (typeof bins)[number], bins[at] as (typeof bins)[number]];
    const share = (t - a.t) / (b.t - a.t);
    return { mean: a.mean + share * (b.mean - a.mean), spread: a.spread + share * (b.spread - a.spread) };
  };
}

function mostLikely(it: Case, likelihood: (x: Place) => number): Place {
  const top = (places: readonly Place[]): Place => {
    let [best, most] = [places[0] as Place, Number.NEGATIVE_INFINITY];
    for (const x of places) {
      const value = likelihood(x);
      if (value > most) [best, most] = [x, value];
    }
    return best;
  };
  let answer = top([...grid, shortestPing(it)]);
  for (const half of [250, 60, 15]) answer = top([answer, ...patchAround(answer, half, 9)]);
  return answer;
}

/** Discs first, then the likelihood of the fastest few among the places that break the fewest discs. */
export const hybrid: Method = (it) => {
  const places = placesOf(it);
  const table = likelihoodTable(it);
  const count = Math.min(places.length, Math.max(8, Math.floor(places.length * (0.06 + 1.5 * it.share))));
  const fastest = places
    .map((_, i) => i)
    .sort((a, b) => (it.rttMs[a] as number) - (it.rttMs[b] as number))
    .slice(0, count);
  const radii = it.rttMs.map((t) => Math.max(5, t * kmPerMs * 1.01));
  let patch: readonly Place[] = [...grid, shortestPing(it)];
  let slack = 180;
  let centre = shortestPing(it);
  for (let round = 0; round < 4; round++) {
    const counts = patch.map((x) =>
      places.reduce((sum, p, i) => sum + (distanceKm(p, x) > (radii[i] as number) + slack ? 1 : 0), 0),
    );
    const least = Math.min(...counts);
    const inside = patch.filter((_, i) => counts[i] === least);
    const scores = inside.map((x) =>
      trimmed(
        fastest.map((i) => {
          const t = it.rttMs[i] as number;
          return (15 / (t + 15)) * Math.max(-4, table(t, distanceKm(places[i] as Place, x)));
        }),
        it.share,
      ),
    );
    const most = Math.max(...scores);
    centre = middleOf(
      inside,
      scores.map((score) => Math.exp((score - most) / 0.5)),
    );
    const reach = Math.max(...inside.map((x) => distanceKm(centre, x)));
    slack = 0;
    patch = [centre, shortestPing(it), ...patchAround(centre, Math.min(9_000, Math.max(10, reach * 1.15 + 5)))];
  }
  return centre;
};

/** ln P(rtt | distance), relative to its largest, from how much longer than the great circle paths are. */
function likelihoodTable({ mesh, prover }: Case): (t: number, km: number) => number {
  const edges = [
    0, 25, 75, 150, 250, 400, 600, 850, 1200, 1600, 2200, 3000, 4000, 5500, 7000, 9000, 11_500, 14_000, 20_100,
  ];
  const inflation = (t: number, km: number) => Math.log(t / (km / kmPerMs + 0.7));
  const bins = edges.slice(1).map(() => [] as number[]);
  for (const { i, j, d, t } of pairsOf(mesh)) {
    if (i === prover || j === prover) continue;
    bins[edges.findIndex((edge, b) => d >= edge && d < (edges[b + 1] as number))]?.push(inflation(t, d));
  }
  const fits = bins.map((bin) => {
    const sorted = bin.sort((a, b) => a - b);
    const [q16, q50, q84] = [0.16, 0.5, 0.84].map((p) => quantileSorted(sorted, p)) as [number, number, number];
    return { middle: q50, below: Math.max(0.05, q50 - q16), above: Math.max(0.05, q84 - q50) };
  });
  return (t, km) => {
    if (t < (km / kmPerMs) * 0.95) return -9;
    const fit =
      fits[
        Math.max(
          0,
          edges.findIndex((edge, b) => km >= edge && km < (edges[b + 1] as number)),
        )
      ];
    if (!fit) return -9;
    const off = inflation(t, km) - fit.middle;
    return -0.5 * (off / (off > 0 ? fit.above : fit.below)) ** 2;
  };
}

export const references: Readonly<Record<string, Method>> = {
  'shortest ping': shortestPing,
  'CBG at 2/3 c': cbg,
  'best-line CBG': bestLineCbg,
  'Spotter-like': spotter,
  hybrid,
};
