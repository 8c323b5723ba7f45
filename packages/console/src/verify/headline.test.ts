import { readFileSync } from 'node:fs';
import type { Evidence } from '@trigpoint/proofs';
import { expect, test } from 'vitest';
import { verdictSays } from './headline.ts';

const evidence = (name: string) =>
  JSON.parse(
    readFileSync(new URL(`../../../client/fixtures/evidence-${name}.json`, import.meta.url), 'utf8'),
  ) as Evidence;

test('the verdict of a file is told with prover and place, because no page around it says them', () => {
  expect(verdictSays(evidence('1'))).toBe('honest-frankfurt is within 211\u00a0km of Frankfurt');
  expect(verdictSays(evidence('2'))).toBe('liar-sydney is not in Sydney');
  expect(verdictSays(evidence('wording-3-pol'))).toBe('honest-frankfurt is inside the EU');
  expect(verdictSays(evidence('wording-4-pob'))).toMatch(/^[\d.]+ of 20\u00a0Mbit\/s down$/);
});
