import { Check } from '@trigpoint/schema';
import { expect, test } from 'vitest';
import { type Mischief, testIo, testParty, testTask } from '../loopback-fixtures.ts';
import { type Failure, isFailure } from '../proof-type.ts';
import { testListener, testPath } from '../testing-loopback.ts';
import type { PocAsk } from './ask.ts';
import { probe } from './probe.ts';
import { countSolved, difficultyFor } from './puzzles.ts';
import { counterSignedText, mostPuzzles, PocSeries } from './series.ts';

const prover = testParty();
const challenger = testParty();
const ask = { rateKhps: 20 } as PocAsk;

const measure = async (mischief: Mischief, { signs = true } = {}): Promise<PocSeries | Failure> => {
  const listener = await testListener();
  const path = await testPath(listener, mischief);
  const task = testTask<PocAsk>(prover, challenger, path, { ask, proofType: 'poc', budgetMs: 9_000 });
  const signer = testIo(prover);
  const proverIo = {
    ...signer,
    sign: (text: string) => signer.sign(signs || !text.includes('answers') ? text : 'something else'),
  };
  const [series] = await Promise.all([
    probe.challenge(task, { ...testIo(challenger), listener }),
    probe.prove(task, proverIo),
  ]);
  if (!isFailure(series))
    expect(
      await testIo(challenger).verify(
        prover,
        counterSignedText(task, series.seed, series.nonces),
        series.prover_counter_signature,
      ),
    ).toBe(true);
  return series;
};

const solvedAll = (series: PocSeries | Failure): PocSeries => {
  if (isFailure(series)) throw new Error(`${series.failure}: ${series.detail}`);
  expect(Check(PocSeries, series)).toBe(true);
  expect(countSolved(series.seed, series.nonces, difficultyFor(ask.rateKhps))).toBe(mostPuzzles);
  return series;
};

test('a prover solves the puzzles and signs its answers', async () => {
  solvedAll(await measure((datagram) => [{ datagram, delayMs: 0 }]));
});

test('a path that loses every third datagram costs time and no answers', async () => {
  let n = 0;
  const series = solvedAll(await measure((datagram) => (n++ % 3 === 2 ? [] : [{ datagram, delayMs: 5 }])));
  expect(series.elapsed_us).toBeGreaterThan(5_000);
});

test('a prover that signs something else is refused', async () => {
  expect(await measure((datagram) => [{ datagram, delayMs: 0 }], { signs: false })).toMatchObject({
    failure: 'refused',
  });
});
