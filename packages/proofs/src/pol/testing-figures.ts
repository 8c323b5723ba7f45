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

/** Rational, and so the same under every engine: these are what was measured, not what is computed from it. */
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
    // What the fixtures measured is computed with Math, so it is taken in whole milliseconds.
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
const walked = claims.map((from) => destination(from, 2.4, 700));
const apart = readCities().map((city) => distanceKm(city, claims[0] as Place));
process.stdout.write(JSON.stringify({ calibration, examined, judged, walked, apart }));
