/** Prints every figure that a verdict rests on, to the last bit, for some worlds. Run by engines.test.ts under several engines. */
import { destination, distanceKm, type Place } from '../geo.ts';
import { calibrate } from './calibrate.ts';
import { mapFrom, scoreLimitAt, wideningOf } from './calibration.ts';
import { readCities } from './cities.ts';
import type { Sighting } from './counting.ts';
import { examine } from './examination.ts';
import { honest, lying } from './fixtures.ts';
import type { MeshNode } from './mesh.ts';
import { pol } from './rules.ts';

/** These stand for what was measured. They are rational numbers, so every engine computes the same. */
const nodes: MeshNode[] = Array.from({ length: 30 }, (_, i) => ({
  id: `node-${i}`,
  latitude: 35 + ((i * 37) % 120) / 6,
  longitude: -8 + ((i * 53) % 170) / 5,
}));
const roughMs = (a: Place, b: Place, by: number): number =>
  1 + (Math.abs(a.latitude - b.latitude) + Math.abs(a.longitude - b.longitude)) * 1.25 * (1 + 0.05 * (by % 5));
const rows = nodes.flatMap((from, i) =>
  nodes.slice(0, i).map((to, j) => ({ from: from.id, to: to.id, rttMs: roughMs(from, to, i * 7 + j * 3) })),
);
const calibration = calibrate(nodes, rows);
const claims: Place[] = [
  { latitude: 48.2, longitude: 16.4 },
  { latitude: 41.4, longitude: 2.2 },
  { latitude: -33.87, longitude: 151.21 },
];
const examined = claims.map((claim) => {
  const sightings = nodes
    .filter((_, i) => i % 2 === 0)
    .map((it, i): Sighting => ({ id: it.id, place: it, rttMs: roughMs(it, claim, i) }));
  const found = examine(claim, sightings, mapFrom(calibration).forget('node-4'), {
    slackKm: 25,
    widening: wideningOf(calibration),
  });
  return { found, limit: scoreLimitAt(claim, calibration) };
});
const judged = [honest(), lying()].map((it) =>
  [it, { ...it, calibration }].map((input) =>
    // The fixtures compute places and delays with functions that are being tested. Whole degrees and round delays replace them.
    pol.judge({
      ...input,
      readings: input.readings.map(({ challenger, ...rest }, i) => ({
        ...rest,
        challenger: {
          ...challenger,
          claims: { latitude: String(40 + i), longitude: String(3 * i - 10) },
        },
        series: 'rtts_us' in rest.series ? { ...rest.series, rtts_us: [4_000 + 1_500 * i] } : rest.series,
      })),
    }),
  ),
);
const zoned = await Promise.all(
  ['DE', 'EU', 'FR,ES'].map(async (zone) => {
    const { readings, ...input } = honest();
    const ask = { ...input.ask, zone };
    // Where Frankfurt's neighbours would stand, in whole degrees and milliseconds.
    const near = readings.map(({ challenger, series, ...rest }, i) => ({
      ...rest,
      challenger: { ...challenger, claims: { latitude: String(48 + (i % 5)), longitude: String(6 + (i % 7)) } },
      series: 'rtts_us' in series ? { ...series, rtts_us: [900 + 350 * i] } : series,
    }));
    return pol.judge({ ...input, ask, readings: near, prepared: await pol.prepare?.(ask) });
  }),
);
const walked = claims.map((from) => destination(from, 2.4, 700));
const apart = readCities().map((city) => distanceKm(city, claims[0] as Place));
process.stdout.write(JSON.stringify({ calibration, examined, judged, zoned, walked, apart }));
