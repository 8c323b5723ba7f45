import { expect, test } from 'vitest';
import { destination, distanceKm, type Place } from '../geo.ts';
import { calibrate } from './calibrate.ts';
import { isCalibration, meshFrom } from './calibration.ts';
import { readCities } from './cities.ts';
import { usualRttMs } from './fixtures.ts';
import type { MeshNode, MeshRow } from './mesh.ts';
import { Replay } from './replay.ts';

/** Thirty nodes around Europe and some further out; delays as usual, a little uneven. */
const nodes: MeshNode[] = Array.from({ length: 30 }, (_, i) => ({
  id: `node-${i}`,
  ...destination({ latitude: 50, longitude: 9 }, i * 2.4, i < 24 ? 80 * i : 1_500 * (i - 22)),
}));
const rttMs = (a: Place, b: Place, i: number, j: number) =>
  usualRttMs(distanceKm(a, b)) * (1 + 0.05 * ((i * 7 + j * 3) % 5));
const rows = (truth: readonly Place[]): MeshRow[] =>
  nodes.flatMap((from, i) =>
    nodes.slice(0, i).map((to, j) => ({
      from: from.id,
      to: to.id,
      rttMs: rttMs(truth[i] as Place, truth[j] as Place, i, j),
    })),
  );
const cities = readCities().filter((_, i) => i % 10 === 0);

test('a calibration that would take minutes, or names a node twice, is none', () => {
  const node = (id: string) => ({ id, latitude: 50, longitude: 9, score: 0, miss: 0 });
  const of = (ids: readonly string[]) => ({
    ...{ kind: 'pol-calibration-v1', set_aside: [] },
    ...{ nodes: ids.map(node), rtts_us: ids.map((_, i) => Array(i).fill(9_000)) },
  });
  const ids = Array.from({ length: 1_001 }, (_, i) => String(i));
  expect(isCalibration(of(ids.slice(1)))).toBe(true);
  expect(isCalibration(of(ids))).toBe(false);
  expect(isCalibration(of(['a', 'b', 'a']))).toBe(false);
});

test('an honest mesh is kept whole, and what is stored can be read again', () => {
  const calibration = calibrate(nodes, rows(nodes), cities);
  expect(calibration.set_aside).toEqual([]);
  expect(isCalibration(calibration)).toBe(true);
  expect(meshFrom(calibration).rttMs[31]).toBeNaN();
  expect(meshFrom(calibration).rttMs[30]).toBeCloseTo(rttMs(nodes[1] as Place, nodes[0] as Place, 1, 0), 3);
});

test('who cannot stand where it says is set aside, with the evidence, and nobody else is', () => {
  const truth = nodes.map((node, i) => (i === 3 || i === 11 ? { latitude: 50, longitude: 9 } : node));
  const moved = nodes.map((node, i) => (i === 3 || i === 11 ? { ...node, latitude: -34, longitude: 150 + i } : node));
  const { set_aside, nodes: kept } = calibrate(moved, rows(truth), cities);
  expect(set_aside.map(({ id }) => id).sort()).toEqual(['node-11', 'node-3']);
  expect(set_aside[0]?.reason).toMatch(
    /sooner than light in fibre allows from the stated place: node-\d+, .*away, within /,
  );
  expect(kept).toHaveLength(28);
});

test('a replay locates a prover it never calibrated with, and leaves a false claim unverified', () => {
  const replay = new Replay(nodes, rows(nodes), cities);
  const prover = nodes[2] as MeshNode;
  const challengers = nodes.flatMap((node, i) =>
    i === 2 ? [] : [{ id: node.id, lat: node.latitude, lon: node.longitude, rtt_ms: rttMs(node, prover, i, 2) }],
  );
  const scenario = { trial: 7, prover: prover.id, challengers };
  const { lat, lon, trial } = replay.locate(scenario);
  expect(trial).toBe(7);
  expect(distanceKm({ latitude: lat, longitude: lon }, prover)).toBeLessThan(400);
  const far = destination(prover, 1, 3_000);
  const claim = { lat: far.latitude, lon: far.longitude, radius_km: 500 };
  const checked = replay.check({ ...scenario, claim });
  expect(checked.verified).not.toBe('true');
  expect(checked.uncertainty_km).toBeGreaterThanOrEqual(3_000);
  expect(checked.reasons[0]).toMatch(/\.$/);
});
