import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evenly, somewhere } from '../testing-numbers.ts';
import { discOf, distanceKm, edgeOf } from './earth.ts';
import { crossingCounter, type Line, lineOn, zoneLines } from './lines.ts';
import { localView } from './views.ts';

const frame = { x: 0, y: 0, width: 700, height: 600 };
const straight = (id: string, ...points: [number, number][]): Line => ({
  id,
  runs: [points.map(([x, y]) => ({ x, y }))],
});

test('a line counts once in all boxes that it crosses, and not where it is ignored or passes by', () => {
  const count = crossingCounter([straight('a', [0, 100], [700, 100]), straight('b', [300, 0], [300, 600])], frame);
  const box = { x: 280, y: 90, width: 40, height: 20 };
  expect(count([box], [])).toBe(2);
  expect(count([box, { ...box, x: 100 }], [])).toBe(2);
  expect(count([box], ['a'])).toBe(1);
  expect(count([{ ...box, y: 400 }], [])).toBe(1);
  expect(count([{ ...box, x: 100, y: 400 }], [])).toBe(0);
});

test('a line is met wherever it goes, however far apart its points are', () => {
  fc.assert(
    fc.property(
      evenly(0, 700),
      evenly(0, 600),
      evenly(0, 700),
      evenly(0, 600),
      evenly(0, 1),
      (ax, ay, bx, by, share) => {
        const count = crossingCounter([straight('a', [ax, ay], [bx, by])], frame);
        const [x, y] = [ax + (bx - ax) * share, ay + (by - ay) * share];
        expect(count([{ x: x - 4, y: y - 4, width: 8, height: 8 }], [])).toBe(1);
      },
    ),
  );
});

test('a map of very many lines still tells the first ones apart', () => {
  const many = Array.from({ length: 60 }, (_, i) => straight(String(i), [0, i * 10], [700, i * 10]));
  const count = crossingCounter(many, frame);
  expect(count([{ x: 0, y: 0, width: 20, height: 45 }], [])).toBe(5);
  expect(count([{ x: 0, y: 400, width: 20, height: 100 }], [])).toBe(1);
});

test('a circle’s line lies as far from its centre as its radius, and a disc’s is closed', () => {
  fc.assert(
    fc.property(somewhere(70), evenly(20, 400), (centre, km) => {
      const view = localView(centre, km, 700, 600, 0.3);
      for (const shape of [edgeOf(centre, km), discOf(centre, km)]) {
        const { runs } = lineOn(view, 'a', shape);
        expect(runs).toHaveLength(1);
        const [run = []] = runs;
        for (const { x, y } of run) {
          const [longitude = 0, latitude = 0] = view.projection.invert?.([x, y]) ?? [];
          expect(distanceKm(centre, { latitude, longitude }) / km).toBeCloseTo(1, 2);
        }
        expect(run[0]?.x).toBeCloseTo(run.at(-1)?.x ?? 0);
      }
    }),
    { numRuns: 20 },
  );
});

test('the edge of a zone counts as three lines', () => {
  const centre = { latitude: 50, longitude: 8 };
  const view = localView(centre, 100, 700, 600, 0.3);
  const count = crossingCounter(zoneLines(view, edgeOf(centre, 100)), frame);
  expect(count([{ x: 340, y: 60, width: 20, height: 500 }], [])).toBe(3);
});
