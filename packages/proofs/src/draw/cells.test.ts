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
