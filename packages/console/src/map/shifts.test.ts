import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evenly, somewhere } from '../testing-numbers.ts';
import { at, distanceKm, pointAt } from './earth.ts';
import { atRest, between, isAtRest, limited, resized, type Shift, shifted, zoomedAt } from './shifts.ts';
import { localView, worldView } from './views.ts';

const [width, height] = [736, 610];
const point = fc.record({ x: evenly(0, width), y: evenly(0, height) });

test('a zoom keeps what is under the pointer where it is, and kilometres true', () => {
  fc.assert(
    fc.property(somewhere(70), point, evenly(0.3, 8), (claim, pointer, times) => {
      const base = localView(claim, 100, width, height);
      const view = shifted(base, limited(base, zoomedAt(atRest, times, pointer)));
      const place = base.projection.invert?.([pointer.x, pointer.y]) ?? [0, 0];
      const [x = 0, y = 0] = view.projection(place) ?? [];
      expect([x, y]).toEqual([expect.closeTo(pointer.x, 3), expect.closeTo(pointer.y, 3)]);
      const [a, b] = [view.projection(at(claim)), view.projection(pointAt(claim, 1, 10))];
      if (a && b) expect(Math.hypot(a[0] - b[0], a[1] - b[1]) * view.kmPerPx).toBeCloseTo(10, 1);
    }),
  );
});

test('the middle of a moved map is known, so that what is there is drawn', () => {
  const base = localView({ latitude: 50, longitude: 8 }, 100, width, height);
  const view = shifted(base, { k: 1, x: -200, y: 100 });
  expect(distanceKm(view.centre, base.centre)).toBeCloseTo(Math.hypot(200, 100) * base.kmPerPx, 0);
  expect(shifted(base, atRest)).toBe(base);
});

test('a map is zoomed to four kilometres and to the whole Earth at most; the world never leaves its frame', () => {
  fc.assert(
    fc.property(evenly(-8, 8), evenly(-1e5, 1e5), evenly(-1e5, 1e5), (power, x, y) => {
      const shift: Shift = { k: 2 ** power, x, y };
      const base = localView({ latitude: 0, longitude: 0 }, 100, width, height);
      const { kmAcross } = shifted(base, limited(base, shift));
      expect(kmAcross).toBeGreaterThan(3.99);
      expect(kmAcross).toBeLessThan(24_001);
      const world = worldView(900);
      const kept = limited(world, shift);
      expect(kept.k).toBeGreaterThanOrEqual(1);
      expect(kept.x <= 0 && kept.x >= world.width * (1 - kept.k)).toBe(true);
      expect(kept.y <= 0 && kept.y >= world.height * (1 - kept.k)).toBe(true);
    }),
  );
});

test('until a map is drawn anew, the old drawing is moved to where the new one will be', () => {
  const [from, to]: Shift[] = [
    { k: 2, x: 10, y: -5 },
    { k: 3, x: -40, y: 7 },
  ] as [Shift, Shift];
  const place = (it: Shift, p: number) => p * it.k + it.x;
  const move = between(from as Shift, to as Shift);
  for (const p of [0, 50, 300]) expect(place(move, place(from as Shift, p))).toBeCloseTo(place(to as Shift, p));
  expect(isAtRest(between(atRest, atRest))).toBe(true);
});

test('a frame of another size keeps the middle of a moved map; a map about another place starts anew', () => {
  const claim = { latitude: 50, longitude: 8 };
  const [small, large] = [localView(claim, 100, 390, 380), localView(claim, 100, width, height)] as const;
  const shift = { k: 3, x: -300, y: -120 };
  const [a, b] = [shifted(small, shift).centre, shifted(large, resized(shift, small, large)).centre];
  expect(distanceKm(a, b)).toBeLessThan(0.1);
  expect(resized(atRest, small, large)).toBe(atRest);
  expect(resized(shift, small, localView({ latitude: 1, longitude: 8 }, 100, width, height))).toBe(atRest);
});
