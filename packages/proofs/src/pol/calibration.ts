import { Check, type Static, Type } from '@trigpoint/schema';
import { exp } from '../fixed-math.ts';
import { distanceKm, type Place } from '../geo.ts';
import { readCities } from './cities.ts';
import { DelayMap } from './delay-map.ts';
import { fitDelays } from './delay-model.ts';
import { quantile } from './matrices.ts';
import { type Mesh, type MeshNode, type MeshRow, meshOf } from './mesh.ts';

/** What the network knows of delays, as it is stored, hashed and given to verifiers: the measurements, not the fit. */
export const PolCalibration = Type.Object({
  kind: Type.Literal('pol-calibration-v1'),
  nodes: Type.Array(
    Type.Object({
      id: Type.String(),
      latitude: Type.Number({ minimum: -90, maximum: 90 }),
      longitude: Type.Number({ minimum: -180, maximum: 180 }),
      /** The score of this node's own claim when the others judged it. */
      score: Type.Number({ minimum: 0, maximum: 99 }),
      /** How far the estimate was off, over the radius that should hold nine in ten. */
      miss: Type.Number({ minimum: 0 }),
    }),
  ),
  /** Fastest round trips in µs: row i has i entries, towards nodes 0 … i-1; 0 where nothing was measured. */
  rtts_us: Type.Array(Type.Array(Type.Integer({ minimum: 0 }))),
  /** Challengers whose own place is in doubt: they neither calibrate nor count. */
  set_aside: Type.Array(Type.Object({ id: Type.String(), reason: Type.String() })),
});
export type PolCalibration = Static<typeof PolCalibration>;

export const isCalibration = (value: unknown): value is PolCalibration =>
  Check(PolCalibration, value) &&
  value.rtts_us.length === value.nodes.length &&
  value.rtts_us.every((row, i) => row.length === i);

/** The stored form's mesh. */
export function meshFrom({ nodes, rtts_us }: PolCalibration): Mesh {
  const rows: MeshRow[] = [];
  for (const [i, row] of rtts_us.entries())
    for (const [j, us] of row.entries())
      if (us > 0) rows.push({ from: nodeId(nodes, i), to: nodeId(nodes, j), rttMs: us / 1000 });
  return meshOf(nodes, rows);
}

const nodeId = (nodes: readonly MeshNode[], i: number): string => (nodes[i] as MeshNode).id;

/** Fitting takes about a second; a calibration serves a night of challenges. Keyed by the object that is asked with. */
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

/** The share of honest nodes that a radius or a score should hold. */
const passQuantile = 0.9;
/** What they stay within on the data the built-in figures come from, and how many nodes that counts for. */
const usualScore = 1;
const usualWeight = 6;
/** The limits of the score: even odds are always enough, and odds of 1 in 50 never are. */
const leastScore = 0.7;
const mostScore = 4;
/** Nodes this far away still say something about a region. */
const regionKm = 2_500;

/** The score a claim may have here: what nine in ten honest nodes of the region stay below. */
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

/** How much wider than usual this network's radii must be. One in ten misses is what 90 % means. */
export function wideningOf({ nodes }: PolCalibration = nothing): number {
  if (nodes.length < 20) return 1;
  const miss = quantile(
    nodes.map((node) => node.miss),
    passQuantile,
  );
  return Math.min(3, Math.max(0.5, miss));
}
