import fc from 'fast-check';
import { expect, test } from 'vitest';
import { squaredChord, vectorOf } from '../fixed-math.ts';
import { distanceKm } from '../geo.ts';
import { cellOf, centreOf, noCell, squaredChordToBox, viewpointOf } from './cells.ts';
import { prefixOf } from './tree.ts';

const place = fc.record({
  latitude: fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.constantFrom(-90, 90, 0)),
  longitude: fc.oneof(fc.double({ min: -180, max: 180, noNaN: true }), fc.constantFrom(-180, 180, 0)),
});

test('a place lies within half a kilometre of its cell’s centre, and the centre in its cell', () => {
  fc.assert(
    fc.property(place, (it) => {
      const cell = cellOf(it);
      expect(cell).not.toBe(noCell);
      expect(cell).toBe(cell >>> 0);
      expect(distanceKm(it, centreOf(cell))).toBeLessThan(0.5);
      expect(cellOf(centreOf(cell))).toBe(cell);
    }),
    { numRuns: 2_000 },
  );
});

test('both sides of the antimeridian are the same cell there', () => {
  expect(cellOf({ latitude: 10, longitude: 180 })).toBe(cellOf({ latitude: 10, longitude: -180 }));
});

test('no centre of a box is nearer than the box, at the poles and across the antimeridian too', () => {
  fc.assert(
    fc.property(place, place, fc.nat(32), (claim, other, bits) => {
      const cell = cellOf(other);
      const from = viewpointOf(claim);
      const exact = squaredChord(from.vector, vectorOf(centreOf(cell)));
      expect(squaredChordToBox(from, prefixOf(cell, bits), bits)).toBeLessThanOrEqual(exact);
    }),
    { numRuns: 5_000 },
  );
});

test('the distance to a small box is that to its centre, to its size', () => {
  fc.assert(
    fc.property(place, place, (claim, other) => {
      const cell = cellOf(other);
      const from = viewpointOf(claim);
      const chord = Math.sqrt(squaredChord(from.vector, vectorOf(centreOf(cell))));
      const toBox = Math.sqrt(Math.max(0, squaredChordToBox(from, cell, 32)));
      expect(chord - toBox).toBeLessThan(1e-4);
    }),
  );
});

test('the bound of a box is the distance to its nearest point', () => {
  const someBits = fc.integer({ min: 8, max: 24 });
  fc.assert(
    fc.property(place, place, someBits, (claim, other, bits) => {
      const corner = centreOf(prefixOf(cellOf(other), bits));
      const [west, south] = [corner.longitude - 180 / 2 ** 16, corner.latitude - 90 / 2 ** 16];
      const [width, height] = [360 / 2 ** Math.ceil(bits / 2), 180 / 2 ** Math.floor(bits / 2)];
      const from = viewpointOf(claim);
      fc.pre(claim.longitude < west || claim.longitude > west + width);
      const along = Array.from({ length: 401 }, (_, i) => i / 400);
      const edges = along.flatMap((it) => [
        { latitude: south + it * height, longitude: west },
        { latitude: south + it * height, longitude: west + width },
      ]);
      const nearest = Math.min(...edges.map((it) => squaredChord(from.vector, vectorOf(it))));
      const bound = squaredChordToBox(from, prefixOf(cellOf(other), bits), bits);
      expect(bound).toBeLessThanOrEqual(nearest);
      expect(nearest - bound).toBeLessThan((height / 400 / 57) ** 2 + 1e-11);
    }),
    { numRuns: 200 },
  );
});

test('a claim in a box is no distance from it, and one due north or south as far as the latitudes say', () => {
  const cell = cellOf({ latitude: 50, longitude: 8 });
  const { latitude, longitude } = centreOf(cell);
  const toCell = (claim: { latitude: number; longitude: number }) => squaredChordToBox(viewpointOf(claim), cell, 32);
  expect(toCell({ latitude, longitude })).toBeLessThan(0);
  for (const north of [1, -1]) {
    const edge = { latitude: latitude + (north * 90) / 2 ** 16, longitude };
    const claim = { latitude: latitude + 3 * north, longitude };
    expect(toCell(claim)).toBeCloseTo(squaredChord(vectorOf(claim), vectorOf(edge)), 11);
  }
});

test('a place keeps its cell: leaves, roots and draws that were logged rest on it', () => {
  const cells = new Map([
    [[50, 8], 3_493_301_072],
    [[-33.9, 151.2], 3_101_675_619],
    [[40.7, -74], 1_707_834_372],
    [[-90, -180], 1],
    [[90, 180], 1_431_655_765],
    [[0, 179.9], 3_937_052_834],
    // It rounds to the antimeridian.
    [[0, 179.99999999999997], 1_073_741_824],
    [[0, -1e-9], 1_789_569_706],
    [[0, 0], 3_221_225_472],
  ] as [[number, number], number][]);
  for (const [[latitude, longitude], cell] of cells) expect(cellOf({ latitude, longitude })).toBe(cell);
});
