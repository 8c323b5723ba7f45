import { expect, test } from 'vitest';
import { possibleLiars } from './never-verified.ts';
import { ruleOfRates } from './pob/counting.ts';
import { profile as pob } from './pob/profile.ts';
import { count, rule } from './pol/counting.ts';
import { profile as pol } from './pol/profile.ts';
import type { Ask } from './proof-type.ts';

const asks = Array.from({ length: 24 }, (_, i) => i + 1).flatMap((challengers) =>
  Array.from({ length: challengers }, (_, tolerance) => ({ challengers, tolerance })),
);
const said = (it: string | undefined) => it !== undefined;

test('pol: an ask is said to be hopeless exactly when the best answers of those who need not drop out do not verify it', () => {
  const claim = { latitude: 50, longitude: 8 };
  for (const { challengers, tolerance } of asks) {
    const answers = Array.from({ length: challengers - tolerance }, (_, i) => ({
      id: String(i),
      place: { latitude: 50 + i / 1000, longitude: 8 },
      rttMs: 0.1,
    }));
    const counted = count(claim, answers, { near: challengers, lookouts: 0 }, 25);
    const { verified } = rule(counted, { acceptableKm: 1_500, needed: challengers - tolerance });
    const why = pol.whyNeverVerified?.({ challengers, tolerance } as Ask as never);
    expect([challengers, tolerance, said(why)]).toEqual([challengers, tolerance, verified !== 'true']);
  }
});

test('pob: an ask is said to be hopeless exactly when the best rounds of those who need not drop out do not verify it', () => {
  for (const { challengers: asked, tolerance } of asks) {
    const measured = Array<number>(asked - tolerance).fill(100);
    const { verified } = ruleOfRates({ asked, measured, frauds: 0, threshold: 90, most: 110 });
    const why = pob.whyNeverVerified?.({ challengers: asked, tolerance } as Ask as never);
    expect([asked, tolerance, said(why)]).toEqual([asked, tolerance, verified !== 'true']);
  }
});

test('the sentence says what to ask instead', () => {
  const why = (challengers: number, tolerance: number, liars?: number) =>
    pol.whyNeverVerified?.({ challengers, tolerance, ...(liars === undefined ? {} : { liars }) } as Ask as never);
  expect(why(3, 0)).toMatch(/Ask at least 4\.$/);
  expect(why(100, 96)).toMatch(/4 may answer, and 34 answers are needed .* Let at most 66 drop out\.$/);
  expect(why(8, 90)).toMatch(/ 0 may answer, and 3 answers are needed .* Let at most 5 drop out\.$/);
  expect(why(8, 2, 99)).toMatch(/^100 answers are needed .* only 8 challengers are asked\. Ask more challengers/);
  expect(why(8, 2)).toBeUndefined();
});

test('a third of those asked may lie, and nobody among two', () => {
  expect([1, 2, 3, 5, 6, 12, 20, 21].map((n) => possibleLiars(n))).toEqual([0, 0, 1, 1, 2, 4, 6, 7]);
});
