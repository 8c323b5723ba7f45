import { log } from '../fixed-math.ts';
import type { Place } from '../geo.ts';
import { type Basis, basisOf, withoutNode } from './covariance.ts';
import { interpolate, median, product, quantileSorted } from './matrices.ts';
import { type Mesh, without } from './mesh.ts';
import { type Deviation, fitNoise, type Noise, spreadAt } from './noise.ts';
import { prior as builtIn, type Prior } from './prior.ts';

/**
 * Delays are compared as ln(rtt + 2 ms). So far away factors count, and near by milliseconds. Any number from 1 to 4 ms in place of 2
 * gives the same results.
 */
const nearMs = 2;
export const logDelay = (rttMs: number): number => log(rttMs + nearMs);

/**
 * What the network knows about delays: the typical delay at each distance, each challenger's own offset, the deviations that each
 * challenger saw towards every other node, and how well a deviation is predicted by the others.
 */
export interface DelayModel {
  readonly mesh: Mesh;
  readonly basis: Basis;
  /** The typical ln(rtt + 2 ms), as knots over ln(km + 50). */
  readonly curve: { readonly x: readonly number[]; readonly y: readonly number[] };
  /** The offset of each node. */
  readonly offset: Float64Array;
  /** n × n: by how much the delay that each node (row) sees towards each other node (column) exceeds curve and offset. */
  readonly field: Float64Array;
  readonly noise: Noise;
}

export const curveAt = (curve: DelayModel['curve'], km: number): number => interpolate(log(km + 50), curve.x, curve.y);

/** A deviation of more widths than this is an error. It is replaced by what the neighbours predict. */
const outlierWidths = 6;

export function fitDelays(
  mesh: Mesh,
  cities: readonly Place[],
  options: { readonly basis?: Basis; readonly prior?: Prior } = {},
): DelayModel {
  const prior = options.prior ?? builtIn;
  const basis = options.basis ?? basisOf(mesh.nodes, cities, mesh.km);
  const n = mesh.nodes.length;
  const seen = mesh.rttMs.map(logDelay);
  const curve = fitCurve(mesh, seen, prior);
  const above = seen.map((y, at) => y - curveAt(curve, mesh.km[at] as number));
  const offset = Float64Array.from(mesh.nodes, (_, c) => {
    const own = above.subarray(c * n, (c + 1) * n).filter((y) => !Number.isNaN(y));
    return own.length === 0 ? 0 : (median(own) * own.length) / (own.length + offsetWeight);
  });
  const field = above.map((y, at) => (Number.isNaN(y) ? 0 : y - (offset[Math.floor(at / n)] as number)));

  const nodeVariances = Float64Array.from(mesh.nodes, (_, j) => 1 / (basis.inverse[j * n + j] as number));
  const deviations = (predicted: Float64Array): Deviation[] => {
    const list: Deviation[] = [];
    for (let at = 0; at < n * n; at++) {
      if (Number.isNaN(above[at] as number)) continue;
      const c = Math.floor(at / n);
      list.push({
        km: mesh.km[at] as number,
        predicted: (offset[c] as number) + (predicted[at] as number),
        seen: above[at] as number,
        variance: nodeVariances[at % n] as number,
      });
    }
    return list;
  };
  const rough = predictOthers(field, basis);
  const roughNoise = fitNoise(deviations(rough), nodeVariances, prior.noise);
  if (n === 0) return { mesh, basis, curve, offset, field, noise: roughNoise };
  for (let at = 0; at < n * n; at++) {
    const c = Math.floor(at / n);
    if (at === c * (n + 1)) continue;
    const y = above[at] as number;
    const km = mesh.km[at] as number;
    const expected = interpolate(km, roughNoise.km, roughNoise.slope) * ((offset[c] as number) + (rough[at] as number));
    const width = spreadAt(roughNoise, km, nodeVariances[at % n] as number);
    if (Number.isNaN(y) || Math.abs(y - expected) > outlierWidths * width) field[at] = rough[at] as number;
  }
  const noise = fitNoise(deviations(predictOthers(field, basis)), nodeVariances, prior.noise);
  return { mesh, basis, curve, offset, field, noise };
}

const offsetWeight = 6;

/** For each entry of the field, what the rest of its row predicts (in closed form). */
function predictOthers(field: Float64Array, { n, inverse }: Basis): Float64Array {
  const solved = product(field, inverse, n, n, n);
  return field.map((z, at) => {
    const j = at % n;
    return z - (solved[at] as number) / (inverse[j * n + j] as number);
  });
}

const curveBins = 40;
const curveWeight = 10;

/**
 * The built-in curve, moved towards the median delay of the mesh in each of up to 40 bins of distance. Bins have equally many
 * pairs.
 */
function fitCurve(mesh: Mesh, seen: Float64Array, prior: Prior): DelayModel['curve'] {
  const n = mesh.nodes.length;
  const pairs: { x: number; above: number }[] = [];
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      const y = seen[i * n + j] as number;
      if (Number.isNaN(y)) continue;
      const km = mesh.km[i * n + j] as number;
      pairs.push({ x: log(km + 50), above: y - curveAt(prior.curve, km) });
    }
  }
  pairs.sort((a, b) => a.x - b.x);
  const bins = Math.min(curveBins, Math.floor(pairs.length / 10));
  if (bins === 0) return prior.curve;
  const knots = Array.from({ length: bins }, (_, b) => {
    const bin = pairs.slice(Math.floor((b * pairs.length) / bins), Math.floor(((b + 1) * pairs.length) / bins));
    const x = quantileSorted(
      bin.map((it) => it.x),
      0.5,
    );
    return { x, above: (median(bin.map((it) => it.above)) * bin.length) / (bin.length + curveWeight) };
  }).filter((knot, b, all) => b === 0 || knot.x > (all[b - 1] as typeof knot).x + 1e-9);
  const x = [...new Set([...prior.curve.x, ...knots.map((it) => it.x)])].sort((a, b) => a - b);
  const moved = { x: knots.map((it) => it.x), y: knots.map((it) => it.above) };
  let highest = Number.NEGATIVE_INFINITY;
  const y = x.map((at) => {
    highest = Math.max(highest, interpolate(at, prior.curve.x, prior.curve.y) + interpolate(at, moved.x, moved.y));
    return highest;
  });
  return { x, y };
}

/** The model fitted again as if this node had never measured nor been measured. */
export function refitWithout(model: DelayModel, cities: readonly Place[], id: string): DelayModel {
  const left = model.mesh.nodes.findIndex((node) => node.id === id);
  if (left < 0) return model;
  const mesh = without(model.mesh, (_, i) => i === left);
  return fitDelays(mesh, cities, { basis: withoutNode(model.basis, left) });
}
