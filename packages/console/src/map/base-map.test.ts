import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evenly, somewhere } from '../testing-numbers.ts';
import type { Country } from './atlas.ts';
import { degrees, graticuleOf, inView, ticksOf } from './base-map.tsx';
import { namesOf } from './names.ts';
import { graticuleStep, localView, type View, worldView } from './views.ts';

const place = somewhere(70);
const [width, height] = [736, 610];

const unproject = (view: View, x: number, y: number) => view.projection.invert?.([x, y]) ?? [0, 0];

/** A square country of some degrees. */
const country = (name: string, west: number, south: number, size: number): Country => {
  const [east, north] = [west + size, south + size];
  const ring = [
    [west, south],
    [west, north],
    [east, north],
    [east, south],
    [west, south],
  ];
  return {
    id: undefined,
    name,
    geometry: { type: 'Polygon', coordinates: [ring] },
    box: [west, south, east, north],
    middle: [west + size / 2, south + size / 2],
  };
};

test('a country is left out only if no point of the map is in it', () => {
  const share = evenly(0, 1);
  const km = evenly(20, 900);
  fc.assert(
    fc.property(place, km, share, share, (centre, across, u, v) => {
      const view = localView(centre, across, width, height);
      const [x, y] = unproject(view, u * width, v * height);
      const shown = country('here', Math.max(-180, Math.min(179, x - 0.5)), Math.min(89, y - 0.5), 1);
      expect(inView([shown], view)).toEqual([shown]);
    }),
  );
});

test('far countries are not drawn near, and all are drawn on the world', () => {
  const near = localView({ latitude: 50, longitude: 8 }, 100, width, height);
  const [here, there] = [country('here', 5, 48, 5), country('there', 100, -30, 5)];
  expect(inView([here, there], near)).toEqual([here]);
  expect(inView([here, there], worldView(900))).toEqual([here, there]);
  // Across the date line the numbers are far apart and the places are not.
  const pacific = localView({ latitude: -17, longitude: 179.9 }, 100, width, height);
  expect(inView([country('Fiji', -180, -18, 2)], pacific)).toHaveLength(1);
});

test('a map has each meridian and each parallel that crosses it, and few others', () => {
  const share = evenly(0, 1);
  fc.assert(
    fc.property(place, evenly(1, 900), share, share, (centre, across, u, v) => {
      const view = localView(centre, across, width, height, 0.36, [0.5, 40_000]);
      const [x, y] = unproject(view, u * width, v * height);
      const step = graticuleStep(view.kmAcross);
      const lines = graticuleOf(view).coordinates;
      const turned = (a: number, b: number) => Math.abs(((((a - b) % 360) + 540) % 360) - 180);
      const isMeridian = (at: number) => lines.some((it) => it.every(([lon = 0]) => turned(lon, at) < 1e-6));
      const isParallel = (at: number) => lines.some((it) => it.every(([, lat = 0]) => Math.abs(lat - at) < 1e-6));
      expect(isMeridian(Math.round(x / step) * step)).toBe(true);
      expect(isParallel(Math.round(y / step) * step)).toBe(true);
      expect(lines.length).toBeLessThan(400);
    }),
  );
});

test('names of countries stand apart, inside the map, off the marks, the largest first, six at most', () => {
  const view = localView({ latitude: 0, longitude: 0 }, 900, width, height);
  const grid = [-16, -8, 0, 8].flatMap((west) =>
    [-16, -8, 0, 8].map((south) => country(`C${west} ${south}`, west, south, 7)),
  );
  const names = namesOf(grid, view, []);
  expect(names).toHaveLength(6);
  for (const [i, a] of names.entries()) {
    expect(a.x > 40 && a.x < width - 40 && a.y >= 30 && a.y <= height - 30).toBe(true);
    for (const b of names.slice(i + 1)) expect(Math.abs(a.x - b.x) > 90 || Math.abs(a.y - b.y) > 24).toBe(true);
  }
  const [first] = names as [(typeof names)[number]];
  expect(namesOf(grid, view, [first]).map((it) => it.text)).not.toContain(first.text);
  const [small, large] = [country('Small', -1, -1, 2), country('Large', -4, -4, 8)];
  expect(namesOf([small, large], view, []).map((it) => it.text)).toEqual(['LARGE']);
  expect(namesOf([country('A name of seventeen', -4, -4, 8)], view, [])).toEqual([]);
});

test('degrees say the side of the Earth; zero has none', () => {
  expect([degrees(8, 'E', 'W', 1), degrees(-8.5, 'E', 'W', 0.5), degrees(0, 'N', 'S', 1)]).toEqual([
    '8°E',
    '8.5°W',
    '0°',
  ]);
});

test('a tick stands where its meridian or parallel meets the frame', () => {
  fc.assert(
    fc.property(place, evenly(20, 900), (centre, km) => {
      const view = localView(centre, km, width, height);
      const step = graticuleStep(view.kmAcross);
      for (const { x, y, text, anchor } of ticksOf(view, step)) {
        const [, n, side] = /^([\d.]+)°([NSEW]?)$/.exec(text) ?? [];
        const value = Number(n) * (side === 'S' || side === 'W' ? -1 : 1);
        const [longitude, latitude] = anchor === 'middle' ? unproject(view, x, height - 1) : unproject(view, 1, y - 4);
        const off = Math.abs((anchor === 'middle' ? longitude : latitude) - value);
        expect(Math.min(off, 360 - off)).toBeLessThan(0.06);
        expect(x >= 0 && x <= width && y >= 0 && y <= height).toBe(true);
      }
    }),
  );
  expect(ticksOf(localView({ latitude: 50, longitude: 8 }, 100, width, height), 1).length).toBeGreaterThan(4);
  expect(ticksOf(worldView(900), 30)).toEqual([]);
});
