import { withstands } from '@trigpoint/proofs';
import { describe, expect, test } from 'vitest';
import { seeded } from './proof.ts';
import { tryRates } from './verdicts/bandwidth.ts';
import { tryDraws } from './verdicts/draws.ts';
import { type Outcome, tryCase } from './verdicts/location.ts';
import { locationPlants, ratePlants } from './verdicts/plants.ts';

const broken = (attempt: (i: number) => Outcome): string => {
  for (let i = 0; i < 5_000; i++) {
    const { problem } = attempt(i);
    if (problem) return problem;
  }
  return 'nothing';
};

describe('the proof of verdicts sees it when', () => {
  const random = seeded(1);

  test.for(Object.entries(locationPlants))('%s', { timeout: 240_000 }, ([, { apply, breaks }]) => {
    expect(broken((i) => tryCase(random.fork(i), i % 2 === 0, apply))).toMatch(breaks);
  });

  test('a result states that it withstands twice as many agents', () => {
    const problems = Array.from(
      { length: 15 },
      (_, i) => tryDraws(random.fork(i), 30, (it) => 2 * withstands(it)).problem,
    );
    expect(problems.join()).toMatch(/agents .* won \d+ of 30 times/);
  });

  test.for(Object.entries(ratePlants))('%s', ([, { apply, breaks }]) => {
    expect(broken((i) => tryRates(random.fork(i), i % 2 === 0, apply))).toMatch(breaks);
  });
});
