import { expect, test } from 'vitest';
import { drawnOf } from './expected.ts';
import { requestWords } from './words.ts';

test('no more are asked than may be drawn, and whoever is left beside the challengers is a lookout', () => {
  const usual = { challengers: 8, seats: 20 };
  expect(drawnOf(usual, 17)).toEqual({ asked: 17, lookouts: 9 });
  expect(drawnOf(usual, 400)).toEqual({ asked: 20, lookouts: 12 });
  expect(drawnOf(usual, 8)).toEqual({ asked: 8, lookouts: 0 });
  expect(drawnOf(usual, 7)).toBeUndefined();
});

test('lookouts are explained with the number that is drawn', () => {
  expect(requestWords.seats(17, 9)).toBe('17 (9 of them lookouts)');
  expect(requestWords.lookouts(8, 9)).toMatch(/^Besides the 8 challengers .* up to 9\slookouts .* never verify it\.$/);
  expect(requestWords.lookouts(8, 1)).toMatch(/up to 1\slookout from/);
});
