import fc from 'fast-check';
import { expect, test } from 'vitest';
import { at, distanceKm, pointAt } from './earth.ts';
import { localView, refutedView, scaleBarKm } from './views.ts';

const place = fc.record({
  latitude: fc.double({ min: -85, max: 85, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});
const size = { width: 736, height: 610 };

test('around a claim, distances are true and the circle takes its share of the height', () => {
  fc.assert(
    fc.property(
      place,
      fc.double({ min: 20, max: 800, noNaN: true }),
      fc.double({ min: 0, max: 6.28, noNaN: true }),
      (claim, km, bearing) => {
        const view = localView(claim, km, size.width, size.height);
        const [x, y] = view.projection(pointAt(claim, bearing, km)) ?? [0, 0];
        expect(Math.hypot(x - size.width / 2, y - size.height / 2) * view.kmPerPx).toBeCloseTo(km, 0);
        expect(km / view.kmPerPx / size.height).toBeLessThan(0.36);
      },
    ),
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
    fc.property(fc.double({ min: 0.001, max: 100, noNaN: true }), (kmPerPx) => {
      const km = scaleBarKm(kmPerPx);
      expect(km / kmPerPx).toBeLessThanOrEqual(130.001);
      expect(km / kmPerPx).toBeGreaterThan(45);
      expect(String(km / 10 ** Math.floor(Math.log10(km) + 1e-9))).toMatch(
        /^(1|2|5|1\.0+\d*|2\.0+\d*|5\.0+\d*|4\.9+\d*)$/,
      );
    }),
  );
});
