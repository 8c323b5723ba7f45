import { describe, expect, test } from 'vitest';
import { runProof } from './catalogue.ts';

/** These end every challenge within a bound. On a starved machine none does, so their tests are among `measuringTests`. */
export const boundInTime: readonly string[] = ['cluster'];

/** Fixed, so that a red run is red again; `npm run prove` draws a fresh seed each time. */
const seed = 1;

export const testSmall = (ids: readonly string[]): void => {
  describe('every promise holds at small size', () => {
    test.for(ids)('%s', { timeout: 240_000 }, async (id, { skip }) => {
      const { tried, violations, skipped } = await runProof(id, { seed, small: true, log: () => {} });
      if (skipped) skip(skipped);
      expect(violations.slice(0, 20)).toEqual([]);
      expect(tried).toBeGreaterThan(0);
    });
  });
};
