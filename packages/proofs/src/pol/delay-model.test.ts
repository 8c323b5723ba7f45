import { describe, expect, test } from 'vitest';
import { destination, distanceKm, type Place } from '../geo.ts';
import { readCities } from './cities.ts';
import { DelayMap } from './delay-map.ts';
import { curveAt, type DelayModel, fitDelays, logDelay, refitWithout } from './delay-model.ts';
import { usualRttMs } from './fixtures.ts';
import { type MeshNode, meshOf, without } from './mesh.ts';
import { prior } from './prior.ts';

const cities = readCities().filter((_, i) => i % 20 === 0);
const nodes: MeshNode[] = Array.from({ length: 40 }, (_, i) => ({
  id: `node-${i}`,
  ...destination({ latitude: 48, longitude: 10 }, i * 2.4, i < 30 ? 70 * i : 1_400 * (i - 28)),
}));
/** Every pair as usual, times what `factor` says. */
const meshWith = (factor: (i: number, j: number) => number) =>
  meshOf(
    nodes,
    nodes.flatMap((from, i) =>
      nodes
        .slice(0, i)
        .map((to, j) => ({ from: from.id, to: to.id, rttMs: usualRttMs(distanceKm(from, to)) * factor(i, j) })),
    ),
  );
const fittedWith = (factor: (i: number, j: number) => number) => fitDelays(meshWith(factor), cities);
const expectedMs = (model: DelayModel, from: MeshNode, to: Place): number => {
  const [expected] = new DelayMap(model, cities).towards([{ id: from.id, place: from }], to);
  return Math.exp(expected?.mean[0] as number) - 2;
};

describe('what the network knows of delays', () => {
  test('nothing measured: the built-in curve', () => {
    const model = fitDelays(meshOf(nodes, []), cities);
    for (const km of [0, 120, 900, 7_000, 20_000]) expect(curveAt(model.curve, km)).toBe(curveAt(prior.curve, km));
  });

  test('the curve follows the mesh', () => {
    const { curve } = fittedWith(() => 1.5);
    const middle = logDelay(usualRttMs(1_000) * 1.5) - logDelay(usualRttMs(1_000));
    expect(curveAt(curve, 1_000) - curveAt(prior.curve, 1_000)).toBeGreaterThan(0.6 * middle);
  });

  test('the curve never falls, even where near paths are slow and far ones fast', () => {
    const slowKm = 900;
    const near = (i: number, j: number) => distanceKm(nodes[i] as Place, nodes[j] as Place) < slowKm;
    const { curve } = fittedWith((i, j) => (near(i, j) ? 4 : 1));
    for (const [i, y] of curve.y.entries()) if (i > 0) expect(y).toBeGreaterThanOrEqual(curve.y[i - 1] as number);
  });

  test('a challenger on a slow line of its own is expected to see everybody later', () => {
    const model = fittedWith((i, j) => (i === 5 || j === 5 ? 1.6 : 1));
    const offsets = Array.from(model.offset);
    expect(Math.max(...offsets)).toBe(offsets[5]);
    expect(offsets[5]).toBeGreaterThan(0.2);
  });

  test('one pair that is wildly off does not change what its neighbours are expected to see', () => {
    const [from, to] = [nodes[12] as MeshNode, destination(nodes[3] as MeshNode, 1, 40)];
    const [clean, dirty] = [fittedWith(() => 1), fittedWith((i, j) => (i === 12 && j === 3 ? 12 : 1))];
    const ratio = expectedMs(dirty, from, to) / expectedMs(clean, from, to);
    expect(ratio).toBeGreaterThan(0.9);
    expect(ratio).toBeLessThan(1.1);
  });

  test('leaving a node out later is leaving it out from the beginning', () => {
    const mesh = meshWith((i, j) => 1 + 0.1 * ((3 * i + 5 * j) % 4));
    const late = refitWithout(fitDelays(mesh, cities), cities, 'node-7');
    const early = fitDelays(
      without(mesh, ({ id }) => id === 'node-7'),
      cities,
    );
    const [from, to] = [nodes[20] as MeshNode, nodes[7] as MeshNode];
    expect(expectedMs(late, from, to)).toBeCloseTo(expectedMs(early, from, to), 4);
    expect(late.curve).toEqual(early.curve);
  });
});
