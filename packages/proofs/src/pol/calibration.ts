import { Check, type Static, Type } from '@trigpoint/schema';
import { exp } from '../fixed-math.ts';
import { distanceKm, type Place } from '../geo.ts';
import { readCities } from './cities.ts';
import { DelayMap } from './delay-map.ts';
import { fitDelays } from './delay-model.ts';
import { quantile } from './matrices.ts';
import { type Mesh, type MeshNode, type MeshRow, meshOf } from './mesh.ts';

/** The fit takes time with the third power of the nodes. More would stall whoever checks evidence, and no mesh measures so many pairs. */
export const mostNodes = 1_000;

/** What the network knows about delays. It is stored, hashed and given to verifiers. It has the measurements, not the fit. */
export const PolCalibration = Type.Object({
  kind: Type.Literal('pol-calibration-v1'),
  nodes: Type.Array(
    Type.Object({
      id: Type.String(),
      latitude: Type.Number({ minimum: -90, maximum: 90 }),
      longitude: Type.Number({ minimum: -180, maximum: 180 }),
      /** The score of this node's own claim when the others judged it. */
      score: Type.Number({ minimum: 0, maximum: 99 }),
      /** How far the estimate was off, divided by the radius that should hold nine in ten honest nodes. */
      miss: Type.Number({ minimum: 0 }),
    }),
    { maxItems: mostNodes },
  ),
  /** Fastest round trips in µs: row i has i entries, towards nodes 0 … i-1; 0 where nothing was measured. */
  rtts_us: Type.Array(Type.Array(Type.Integer({ minimum: 0 }))),
  /** Challengers whose own place is in doubt. They are no part of the calibration, and their readings do not count. */
  set_aside: Type.Array(Type.Object({ id: Type.String(), reason: Type.String() })),
});
export type PolCalibration = Static<typeof PolCalibration>;

export const isCalibration = (value: unknown): value is PolCalibration =>
  Check(PolCalibration, value) &&
  new Set(value.nodes.map(({ id }) => id)).size === value.nodes.length &&
  value.rtts_us.length === value.nodes.length &&
  value.rtts_us.every((row, i) => row.length === i);

/** The mesh of a stored calibration. */
export function meshFrom({ nodes, rtts_us }: PolCalibration): Mesh {
  const rows: MeshRow[] = [];
  for (const [i, row] of rtts_us.entries())
    for (const [j, us] of row.entries())
      if (us > 0) rows.push({ from: nodeId(nodes, i), to: nodeId(nodes, j), rttMs: us / 1000 });
  return meshOf(nodes, rows);
}

const nodeId = (nodes: readonly MeshNode[], i: number): string => (nodes[i] as MeshNode).id;

/**
 * Fitted maps, by the calibration object that was passed in. Fitting takes about a second, and a calibration serves many
 * challenges.
 */
const fitted = new WeakMap<object, DelayMap>();
const nothing: PolCalibration = { kind: 'pol-calibration-v1', nodes: [], rtts_us: [], set_aside: [] };

export function mapFrom(calibration: PolCalibration = nothing): DelayMap {
  const known = fitted.get(calibration);
  if (known) return known;
  const cities = readCities();
  const map = new DelayMap(fitDelays(meshFrom(calibration), cities), cities);
  fitted.set(calibration, map);
  return map;
}

/** The share of honest nodes that should be within a radius or below a score. */
const passQuantile = 0.9;
/** The score that this share stays below on the data of the built-in figures, and how many nodes that counts for. */
const usualScore = 1;
const usualWeight = 6;
/** Bounds of the limit. A score is −ln of a probability: a probability of 1/2 is always enough, and one of 1/55 never is. */
const leastScore = 0.7;
const mostScore = 4;
/** The weight of a node falls to about a third over this distance. */
const regionKm = 2_500;

/** The highest score that a claim at this place may have: nine in ten honest nodes of the region stay below it. */
export function scoreLimitAt(claim: Place, calibration: PolCalibration = nothing): number {
  const near = calibration.nodes
    .map((node) => ({ score: node.score, weight: exp(-distanceKm(node, claim) / regionKm) }))
    .sort((a, b) => a.score - b.score);
  const all = near.reduce((sum, { weight }) => sum + weight, 0);
  let sum = 0;
  const at = near.find(({ weight }) => {
    sum += weight;
    return sum >= passQuantile * all;
  });
  const limit = ((at?.score ?? 0) * all + usualScore * usualWeight) / (all + usualWeight);
  return Math.min(mostScore, Math.max(leastScore, limit));
}

/** The factor by which this network's radii must be wider than usual, so that they hold nine in ten honest nodes. */
export function wideningOf({ nodes }: PolCalibration = nothing): number {
  if (nodes.length < 20) return 1;
  const miss = quantile(
    nodes.map((node) => node.miss),
    passQuantile,
  );
  return Math.min(3, Math.max(0.5, miss));
}
