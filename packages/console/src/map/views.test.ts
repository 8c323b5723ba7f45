import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evenly, somewhere } from '../testing-numbers.ts';
import { at, distanceKm, pointAt } from './earth.ts';
import { graticuleStep, localView, refutedView, regionView, scaleBarKm, worldView } from './views.ts';

const place = somewhere(85);
const size = { width: 736, height: 610 };

test('around a claim, distances are true and the circle takes its share of the height', () => {
  fc.assert(
    fc.property(place, evenly(20, 800), evenly(0, 6.28), (claim, km, bearing) => {
      const view = localView(claim, km, size.width, size.height);
      const [x, y] = view.projection(pointAt(claim, bearing, km)) ?? [0, 0];
      expect(Math.hypot(x - size.width / 2, y - size.height / 2) * view.kmPerPx).toBeCloseTo(km, 0);
      expect(km / view.kmPerPx / size.height).toBeLessThan(0.36);
    }),
  );
});

test('estimate and claim both lie inside the map, at their true distance, wherever they are', () => {
  fc.assert(
    fc.property(place, place, (estimate, claim) => {
      fc.pre(distanceKm(estimate, claim) < 19_500);
      const view = refutedView(estimate, claim, size.width, size.height);
      const points = [estimate, claim].map((it) => view.projection(at(it)) ?? [-1, -1]);
      for (const [x, y] of points) {
        expect(x).toBeGreaterThanOrEqual(size.width * 0.05);
        expect(x).toBeLessThanOrEqual(size.width * 0.95);
        expect(y).toBeGreaterThanOrEqual(size.height * 0.05);
        expect(y).toBeLessThanOrEqual(size.height * 0.95);
      }
      const [a, b] = points as [[number, number], [number, number]];
      expect(Math.hypot(a[0] - b[0], a[1] - b[1]) * view.kmPerPx).toBeCloseTo(distanceKm(estimate, claim), 0);
    }),
  );
});

test('a scale bar is a round number of km and fits', () => {
  fc.assert(
    fc.property(evenly(0.001, 100), (kmPerPx) => {
      const km = scaleBarKm(kmPerPx);
      expect(km / kmPerPx).toBeLessThanOrEqual(130.001);
      expect(km / kmPerPx).toBeGreaterThan(45);
      expect(String(km / 10 ** Math.floor(Math.log10(km) + 1e-9))).toMatch(
        /^(1|2|5|1\.0+\d*|2\.0+\d*|5\.0+\d*|4\.9+\d*)$/,
      );
    }),
  );
});

test('a local map is never wider than 6,000 km nor narrower than 60, unless asked to be', () => {
  fc.assert(
    fc.property(place, evenly(0, 20_000), (claim, km) => {
      const { kmAcross, kmPerPx } = localView(claim, km, size.width, size.height);
      expect(kmAcross).toBeGreaterThan(59.99);
      expect(kmAcross).toBeLessThan(6000.01);
      expect(kmPerPx * size.width).toBeCloseTo(kmAcross, 6);
    }),
  );
  expect(localView({ latitude: 0, longitude: 0 }, 0.5, 300, 280, 0.36, [0.5, 40_000]).kmAcross).toBeLessThan(2);
});

test('the world map shows every place people live in, north up and west left', () => {
  const { width, height, projection } = worldView(900);
  const inhabited = fc.record({
    latitude: evenly(-55, 75),
    longitude: evenly(-172, 172),
  });
  const point = (it: { latitude: number; longitude: number }) => projection(at(it)) ?? [-1, -1];
  fc.assert(
    fc.property(inhabited, (it) => {
      const [x, y] = point(it);
      expect(x >= 0 && x <= width && y >= 0 && y <= height).toBe(true);
      const [east] = point({ ...it, longitude: it.longitude + 1 });
      const [, south] = point({ ...it, latitude: it.latitude - 1 });
      expect(east > x && south > y).toBe(true);
    }),
  );
});

test('an inset shows its whole region', () => {
  fc.assert(
    fc.property(evenly(-180, 180), evenly(-60, 43), evenly(0, 1), evenly(0, 1), (west, south, u, v) => {
      const view = regionView(west, south, west + 44, south + 32, 186, 168);
      const [x, y] = view.projection([west + 44 * u, south + 32 * v]) ?? [-99, -99];
      // Parallels bend a little beyond the corners that were fitted.
      expect(x > -6 && x < 192 && y > -6 && y < 174).toBe(true);
      expect(view.kmAcross / view.kmPerPx).toBeCloseTo(186, 6);
    }),
  );
});

test('a wider map has a coarser net, of at most eight lines', () => {
  let before = 0;
  for (let km = 30; km < 20_000; km *= 1.1) {
    const step = graticuleStep(km);
    expect(step).toBeGreaterThanOrEqual(before);
    expect(km / 111 / step).toBeLessThanOrEqual(8);
    before = step;
  }
});
