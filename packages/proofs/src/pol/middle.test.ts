import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unitVectors, vectorsKm } from '../geo.ts';
import { middleOf } from './middle.ts';

/** The definition, pair by pair. */
const plainMiddle = (vectors: Float64Array, share: readonly number[]): number => {
  const losses = share.map((_, a) =>
    share.reduce((sum, p, b) => {
      const km = vectorsKm(vectors, a, vectors, b);
      return sum + (p * km) / (km + 150);
    }, 0),
  );
  return losses.indexOf(Math.min(...losses));
};

const degrees = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true });
/** Crowds within some km as well as places all over the world, antipodes and equal places among them. */
const places = fc
  .tuple(
    fc.constantFrom(0.001, 0.1, 3, 180),
    fc.array(
      fc.record({ latitude: degrees(1), longitude: degrees(1), p: fc.double({ min: 0, max: 1, noNaN: true }) }),
      {
        minLength: 1,
        maxLength: 40,
      },
    ),
    fc.boolean(),
  )
  .map(([scale, all, again]) => {
    const spread = all.map(({ latitude, longitude, p }) => ({
      latitude: Math.max(-90, Math.min(90, scale * latitude)),
      longitude: scale * longitude,
      p,
    }));
    return again ? [...spread, ...spread] : spread;
  });

test('the middle is the place with the least expected loss, the first of equals, however it is found', () => {
  fc.assert(
    fc.property(places, (all) => {
      const share = all.map(({ p }) => p);
      const vectors = unitVectors(all);
      expect(middleOf(vectors, share)).toBe(plainMiddle(vectors, share));
    }),
    { numRuns: 300 },
  );
});
