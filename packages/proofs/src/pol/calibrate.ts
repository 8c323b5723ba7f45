import { distanceKm } from '../geo.ts';
import { meshFrom, mostNodes, type PolCalibration } from './calibration.ts';
import { type City, readCities } from './cities.ts';
import { DelayMap } from './delay-map.ts';
import { fitDelays } from './delay-model.ts';
import { type MeshNode, type MeshRow, meshOf } from './mesh.ts';
import { judgeLandmark, reviewMesh } from './mesh-review.ts';

/** Scores and radii are learned with this many challengers, near seats and lookouts together. A challenge usually has as many. */
const usualChallengers = 20;

/**
 * Turns what challengers measured of each other into a calibration: who can be relied on, the fastest round trips, and how each
 * node's own claim fares when the others judge it. Thresholds and radii follow from that. It takes some seconds for hundreds of
 * nodes, and learns from the first thousand.
 */
export function calibrate(
  nodes: readonly MeshNode[],
  rows: Iterable<MeshRow>,
  cities: readonly City[] = readCities(),
): PolCalibration {
  const { mesh, doubts } = reviewMesh(meshOf(nodes.slice(0, mostNodes), rows), cities);
  const n = mesh.nodes.length;
  const stored: PolCalibration = {
    kind: 'pol-calibration-v1',
    nodes: mesh.nodes.map(({ id, latitude, longitude }) => ({ id, latitude, longitude, score: 0, miss: 0 })),
    rtts_us: mesh.nodes.map((_, i) =>
      Array.from({ length: i }, (__, j) => Math.round((mesh.rttMs[i * n + j] || 0) * 1000)),
    ),
    set_aside: doubts,
  };
  return { ...stored, nodes: judgeNodes(stored, cities) };
}

function judgeNodes(calibration: PolCalibration, cities: readonly City[]): PolCalibration['nodes'] {
  const mesh = meshFrom(calibration);
  const map = new DelayMap(fitDelays(mesh, cities), cities);
  return calibration.nodes.map((node, i) => {
    const examination = judgeLandmark(map, mesh, i, usualChallengers);
    if (!examination.estimate) return node;
    const miss = distanceKm(examination.estimate.place, node) / examination.estimateRadiusKm;
    return { ...node, score: Number(examination.score.toFixed(3)), miss: Number(miss.toFixed(3)) };
  });
}
