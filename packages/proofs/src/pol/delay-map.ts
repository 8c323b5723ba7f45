import { log, sin, square } from '../fixed-math.ts';
import { antipodeKm, distanceKm, earthRadiusKm, type Place, unitVectors, vectorsKm } from '../geo.ts';
import { type City, readCities } from './cities.ts';
import { fullVariance, leaveOut, type Weights, weightsFor } from './covariance.ts';
import { curveAt, type DelayModel } from './delay-model.ts';
import { addProduct, addScaled, along, product, segmentOf } from './matrices.ts';
import { spreadFor, spreadsAt } from './noise.ts';

/** The places where a prover may be, and how likely each is before anything is measured. */
export interface Candidates {
  readonly places: readonly Place[];
  readonly vectors: Float64Array;
  readonly prior: Float64Array;
  readonly logPrior: Float64Array;
}

/**
 * The share of the prior that nodes of the mesh have. Cities have the rest: provers are where people live, and often beside other
 * nodes.
 */
const nodeShare = 0.3;

function candidatesOf(nodes: readonly Place[], cities: readonly City[]): Candidates {
  const places = [...nodes, ...cities];
  const people = cities.map(({ population }) => Math.sqrt(population));
  const all = people.reduce((sum, p) => sum + p, 0);
  const share = nodes.length === 0 ? 0 : nodeShare;
  const prior = Float64Array.from([
    ...nodes.map(() => share / nodes.length),
    ...people.map((p) => ((1 - share) * p) / all),
  ]);
  return { places, vectors: unitVectors(places), prior, logPrior: prior.map(log) };
}

/** The delays that one challenger would see if the prover were at each of some places. */
export interface Expected {
  readonly km: Float32Array;
  readonly mean: Float32Array;
  /** 1 / width, above and below the mean. */
  readonly above: Float32Array;
  readonly below: Float32Array;
  /** 1 / width on average. */
  readonly density: Float32Array;
}

/** Tables over distance. Their step grows with the distance: it is 0.3 km at 5 km, and 18 km at the antipode. */
const steps = 16;
const tableSize = Math.ceil(Math.sqrt(antipodeKm) * steps) + 2;
const slot = (km: number): number => Math.round(Math.sqrt(km) * steps);

/** If a challenger states a place further than this from its place in the calibration, it counts as never calibrated. */
const movedKm = 50;
/** The variance of the offset of a challenger that was never calibrated. */
const unknownOffsetVariance = 0.02;

type Asker = { readonly id: string; readonly place: Place };

/** Predicts delays from any challenger to any place. It holds what does not depend on the readings of a challenge. */
export class DelayMap {
  readonly model: DelayModel;
  readonly candidates: Candidates;
  readonly cities: readonly City[];
  readonly #tables: Tables;
  readonly #index: Map<string, number>;
  /** field · inverse covariance, n × n. It gives what an interpolated value loses when a node is left out. */
  readonly #solved: Float64Array;
  /** Distances and interpolated deviations towards the candidates, by node. Maps that forget some nodes share it. */
  readonly #towards: Map<number, { readonly km: Float32Array; readonly deviation: Float64Array }>;
  readonly #left: readonly number[];
  readonly #weights: Weights;
  /** One row for each node left out, from `leaveOut`. */
  readonly #lost: Float64Array[];
  readonly #rows = new Map<string, Expected>();

  constructor(
    model: DelayModel,
    cities: readonly City[] = readCities(),
    base?: DelayMap,
    left: readonly number[] = [],
  ) {
    this.model = model;
    this.cities = base ? base.cities : cities;
    this.#left = left;
    this.#index = base ? base.#index : new Map(model.mesh.nodes.map(({ id }, i) => [id, i]));
    this.#tables = base ? base.#tables : tablesOf(model);
    this.#towards = base ? base.#towards : new Map();
    const { n, inverse, candidates } = model.basis;
    this.#solved = base ? base.#solved : product(model.field, inverse, n, n, n);
    this.candidates = base ? withoutPrior(base.candidates, left) : candidatesOf(model.mesh.nodes, cities);
    [this.#weights, this.#lost] = leaveOut(candidates, model.basis, left);
  }

  /** The same map as if these nodes had never taken part. The fitted figures stay as they are. */
  forget(...ids: readonly string[]): DelayMap {
    const left = ids.flatMap((id) => this.#index.get(id) ?? []).filter((i) => !this.#left.includes(i));
    return left.length === 0 ? this : new DelayMap(this.model, [], this, [...this.#left, ...new Set(left)]);
  }

  isCalibrated(challenger: Asker): boolean {
    return this.#indexOf(challenger) !== undefined;
  }

  /** What a challenger would see towards every candidate. */
  towardsCandidates(challenger: Asker): Expected {
    const known = this.#indexOf(challenger);
    const cached = known === undefined ? undefined : this.#rows.get(challenger.id);
    if (cached) return cached;
    const { vectors } = this.candidates;
    if (known === undefined) return this.#expectPlain(kmTo(challenger.place, vectors));
    let path = this.#towards.get(known);
    if (!path) {
      path = {
        km: kmTo(challenger.place, vectors),
        deviation: this.#interpolate(known, this.model.basis.candidates),
      };
      this.#towards.set(known, path);
    }
    const own = this.#left.length === 0 ? path.deviation : this.#lessLost(known, path.deviation, this.#lost);
    const offset = this.model.offset[known] as number;
    const row = this.#expect(path.km, own, offset, this.#weights.variance);
    this.#rows.set(challenger.id, row);
    return row;
  }

  /**
   * As `towardsCandidates`, for a challenger that was never calibrated. It gives only candidates within its reach, and some just
   * beyond. `at` has their indexes, ascending. Most candidates are far out of reach, and nothing is computed for them.
   */
  towardsReachable({ place }: Asker, reachKm: number): { readonly at: Uint32Array; readonly expected: Expected } {
    const { vectors } = this.candidates;
    const at = indexesWithin(place, vectors, reachKm);
    return { at, expected: this.#expectPlain(kmTo(place, vectors, at)) };
  }

  #expectPlain(km: Float32Array): Expected {
    return this.#expect(km, undefined, 0, this.#weights.variance);
  }

  /** What several challengers would see towards one place: an `Expected` with one entry for each. */
  towards(challengers: readonly Asker[], place: Place): Expected[] {
    const { basis, mesh, offset } = this.model;
    const plain = weightsFor(
      basis,
      Float64Array.from(mesh.nodes, (node) => distanceKm(node, place)),
      1,
    );
    const [weights, lost] = leaveOut(plain, basis, this.#left);
    const vectors = unitVectors([place]);
    return challengers.map((it) => {
      const known = this.#indexOf(it);
      if (known === undefined) return this.#expect(kmTo(it.place, vectors), undefined, 0, weights.variance);
      const deviation = this.#lessLost(known, this.#interpolate(known, plain), lost);
      return this.#expect(kmTo(it.place, vectors), deviation, offset[known] as number, weights.variance);
    });
  }

  #indexOf({ id, place }: Asker): number | undefined {
    const index = this.#index.get(id);
    if (index === undefined || this.#left.includes(index)) return undefined;
    return distanceKm(this.model.mesh.nodes[index] as Place, place) <= movedKm ? index : undefined;
  }

  #interpolate(node: number, { a, variance }: Weights): Float64Array {
    const n = this.model.basis.n;
    const m = variance.length;
    const deviation = new Float64Array(m);
    addProduct(deviation, this.model.field.subarray(node * n, (node + 1) * n), a);
    return deviation;
  }

  #lessLost(node: number, deviation: Float64Array, lost: readonly Float64Array[]): Float64Array {
    const n = this.model.basis.n;
    const out = Float64Array.from(deviation);
    for (const [e, row] of lost.entries())
      addScaled(out, row, -(this.#solved[node * n + (this.#left[e] as number)] as number));
    return out;
  }

  #expect(km: Float32Array, deviation: Float64Array | undefined, offset: number, variance: Float64Array): Expected {
    const m = km.length;
    const { typical, slope, skew, spread } = this.#tables;
    const [s1, s2, s3] = spread;
    const [v1, v2, v3] = this.model.noise.variances;
    const mean = new Float32Array(m);
    const above = new Float32Array(m);
    const below = new Float32Array(m);
    const density = new Float32Array(m);
    for (let x = 0; x < m; x++) {
      const s = slot(km[x] as number);
      const v = deviation ? (variance[x] as number) : fullVariance + unknownOffsetVariance;
      const width = spreadFor(s1[s] as number, s2[s] as number, s3[s] as number, v, v1, v2, v3);
      const extra = deviation ? offset + (deviation[x] as number) : 0;
      mean[x] = (typical[s] as number) + (slope[s] as number) * extra;
      above[x] = 1 / (width * (1 + (skew[s] as number)));
      below[x] = 1 / (width * (1 - (skew[s] as number)));
      density[x] = 1 / width;
    }
    return { km, mean, above, below, density };
  }
}

/** Distances to all of these places, or only to those with the indexes `at`. */
function kmTo(from: Place, vectors: Float64Array, at?: Uint32Array): Float32Array {
  const start = unitVectors([from]);
  const km = new Float32Array(at ? at.length : vectors.length / 3);
  for (let x = 0; x < km.length; x++) km[x] = vectorsKm(start, 0, vectors, at ? (at[x] as number) : x);
  return km;
}

/** Far more than the rounding of distances. */
const roundingKm = 1;

/** The places within a distance, and perhaps some just beyond it. It compares chords, which needs no trigonometry for each place. */
function indexesWithin(from: Place, vectors: Float64Array, withinKm: number): Uint32Array {
  const [fromX, fromY, fromZ] = unitVectors([from]) as unknown as [number, number, number];
  const count = vectors.length / 3;
  const at = new Uint32Array(count);
  const angle = (withinKm + roundingKm) / earthRadiusKm;
  const most = angle < Math.PI ? square(2 * sin(angle / 2)) : Number.POSITIVE_INFINITY;
  let found = 0;
  for (let i = 0, x = 0; x < count; x++, i += 3) {
    const dX = fromX - (vectors[i] as number);
    const dY = fromY - (vectors[i + 1] as number);
    const dZ = fromZ - (vectors[i + 2] as number);
    if (dX * dX + dY * dY + dZ * dZ <= most) at[found++] = x;
  }
  return at.subarray(0, found);
}

interface Tables {
  readonly typical: Float64Array;
  readonly slope: Float64Array;
  readonly skew: Float64Array;
  readonly spread: readonly [Float64Array, Float64Array, Float64Array];
}

/** All tables but the typical curve have the same knots, so their segment is looked up once for each step. */
function tablesOf({ noise, curve }: DelayModel): Tables {
  const table = () => new Float64Array(tableSize);
  const [typical, slope, skew, s1, s2, s3] = [table(), table(), table(), table(), table(), table()];
  for (let s = 0; s < tableSize; s++) {
    const km = square(s / steps);
    const between = segmentOf(km, noise.km);
    typical[s] = curveAt(curve, km) + along(between, noise.shift);
    slope[s] = along(between, noise.slope);
    skew[s] = along(between, noise.skew);
    [s1[s], s2[s], s3[s]] = spreadsAt(noise, km, between);
  }
  return { typical, slope, skew, spread: [s1, s2, s3] };
}

/** The candidate at a forgotten node's own place is forgotten too. */
function withoutPrior(candidates: Candidates, left: readonly number[]): Candidates {
  const prior = Float64Array.from(candidates.prior);
  for (const i of left) prior[i] = 0;
  return { ...candidates, prior, logPrior: prior.map(log) };
}
