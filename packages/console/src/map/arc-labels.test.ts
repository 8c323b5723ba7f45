import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evenly, somewhere } from '../testing-numbers.ts';
import { arcCandidates } from './arc-labels.ts';
import { textWidth } from './boxes.ts';
import { antipodeKm, type Place } from './earth.ts';
import { localView, type View } from './views.ts';

const frame = { x: 6, y: 6, width: 724, height: 582 };
const place = somewhere(80);
const text = 'Frankfurt 1.23 ms · 123 km';
const pointsOf = (path: string): [number, number][] =>
  [...path.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
const around = (view: View, centre: Place, km: number) => arcCandidates(view.projection, centre, km, text, frame);
const pathsAround = (view: View, centre: Place, km: number) =>
  around(view, centre, km).flatMap(({ boxes, at }) => ('path' in at ? [{ boxes, path: at.path }] : []));

test('a label runs along its edge: long enough for its text, from left to right, beside the map’s frame', () => {
  fc.assert(
    fc.property(place, evenly(30, 2000), (centre, km) => {
      const view = localView(centre, km, 736, 610, 0.3);
      const found = pathsAround(view, centre, km);
      expect(found.length).toBeGreaterThan(0);
      for (const { path, boxes } of found) {
        const points = pointsOf(path);
        const length = points.slice(1).reduce((sum, [x, y], i) => {
          const [px, py] = points[i] as [number, number];
          return sum + Math.hypot(x - px, y - py);
        }, 0);
        // Letters beyond the end of a path are not drawn.
        expect(length).toBeGreaterThan(textWidth(text, 12) * 1.05);
        expect(points.at(-1)?.[0] as number).toBeGreaterThan((points[0]?.[0] as number) - 1);
        for (const it of boxes) expect(Number.isFinite(it.x + it.y + it.width + it.height)).toBe(true);
        // Nothing of the text is outside of the boxes that keep others away.
        for (const [x, y] of points)
          expect(
            boxes.some((it) => x >= it.x - 8 && x <= it.x + it.width + 8 && y >= it.y - 8 && y <= it.y + it.height + 8),
          ).toBe(true);
      }
    }),
    { numRuns: 8 },
  );
});

test('a disc that is seen whole is named at its foot, a larger one at its top', () => {
  const centre = { latitude: 50, longitude: 8 };
  const height = (km: number) => {
    const view = localView(centre, 100, 736, 610, 0.3);
    const points = pointsOf(pathsAround(view, centre, km)[0]?.path ?? '');
    return points.reduce((sum, [, y]) => sum + y, 0) / points.length;
  };
  expect(height(100)).toBeGreaterThan(305);
  expect(height(159)).toBeLessThan(305);
});

test('a disc that covers the Earth, or lies outside of the map, has no edge to write on', () => {
  const view = localView({ latitude: 0, longitude: 0 }, 100, 736, 610);
  expect(around(view, { latitude: 0, longitude: 0 }, antipodeKm)).toEqual([]);
  expect(around(view, { latitude: 60, longitude: 100 }, 50)).toEqual([]);
  // Too small for the text, which can stand beside it.
  expect(pathsAround(view, { latitude: 0, longitude: 0 }, 5)).toEqual([]);
});

test('a label runs outside of its disc or inside, or stands beside it with a line to its edge', () => {
  const centre = { latitude: 50, longitude: 8 };
  const view = localView(centre, 100, 736, 610, 0.3);
  const [x, y] = view.projection([centre.longitude, centre.latitude]) ?? [0, 0];
  const r = 100 / view.kmPerPx;
  const isBeyond = (path: string) =>
    pointsOf(path).every(([px, py]) => Math.hypot(px - x, py - y) > r) ||
    pointsOf(path).every(([px, py]) => Math.hypot(px - x, py - y) < r);
  const paths = pathsAround(view, centre, 100).map((it) => it.path);
  const inner = paths.filter((path) => pointsOf(path).every(([px, py]) => Math.hypot(px - x, py - y) < r));
  expect(paths.every(isBeyond)).toBe(true);
  expect([inner.length > 10, paths.length - inner.length > 10]).toEqual([true, true]);
  const beside = around(view, centre, 100).flatMap(({ at }) => ('leader' in at && at.leader ? [at.leader[0]] : []));
  expect(beside.length).toBeGreaterThan(10);
  for (const it of beside) expect(Math.hypot(it.x - x, it.y - y) / r).toBeCloseTo(1, 2);
});
