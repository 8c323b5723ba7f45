import fc from 'fast-check';
import { expect, test } from 'vitest';
import { atMostKm, atMostKmNumber, inKm, kmNumber } from './distances.ts';

const numberOf = (text: string) => Number(text.replaceAll(',', ''));

test('a bound is never written smaller than it is, nor otherwise once evidence has rounded it up', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 20_038, noNaN: true }), (km) => {
      expect(numberOf(atMostKmNumber(km))).toBeGreaterThanOrEqual(km);
      expect(numberOf(atMostKmNumber(km)) - numberOf(kmNumber(km))).toBeGreaterThanOrEqual(0);
      expect(atMostKmNumber(Math.ceil(km))).toBe(atMostKmNumber(km));
    }),
  );
});

test('to 1 km up to 500, to 10 above', () => {
  expect([68.6, 500, 653.4, 16_431].map(inKm)).toEqual(['69\u00a0km', '500\u00a0km', '650\u00a0km', '16,430\u00a0km']);
  expect([68.1, 500, 653.4, 16_431].map(atMostKm)).toEqual([
    '69\u00a0km',
    '500\u00a0km',
    '660\u00a0km',
    '16,440\u00a0km',
  ]);
});
