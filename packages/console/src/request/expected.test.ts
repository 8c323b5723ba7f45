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

test('more challengers than there are: the page says how many are possible, and no figure of what cannot be', () => {
  expect(drawnOf({ challengers: 13, seats: 30 }, 12)).toBeUndefined();
  expect(requestWords.impossible(13, 12)).toMatch(
    /^13 challengers cannot be drawn now\. Connected and admitted: 12\. Ask for at most 12\./,
  );
  expect(requestWords.tooFew(12)).toMatch(/^Only 12 .* Ask fewer/);
  expect(requestWords.tooMany(12)).toBe('not possible now: 12 may be drawn');
});

test('where nobody may be drawn, nobody is told to ask fewer', () => {
  for (const told of [requestWords.tooFew(0), requestWords.impossible(8, 0)]) {
    expect(told).toMatch(/^No challenger is connected that may be drawn\./);
    expect(told).not.toMatch(/fewer|at most 0|Only 0/);
  }
});
