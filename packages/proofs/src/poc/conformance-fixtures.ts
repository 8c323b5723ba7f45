import type { Fixtures } from '../conformance.ts';
import { asks, common, eligible, inputOf } from '../conformance-fixtures.ts';
import type { PocAsk } from './ask.ts';
import { difficultyFor, tryNonces } from './puzzles.ts';
import { mostPuzzles, type PocSeries } from './series.ts';

/** The series of a prover that really solved the puzzles of this ask, in this time. */
const solvedIn = (ask: PocAsk, elapsedMs: number): PocSeries => {
  const seed = new Uint8Array(32).fill(7);
  const nonces = Array.from({ length: mostPuzzles }, (_, i) => tryNonces(seed, i, difficultyFor(ask.rateKhps), 0, 1e6));
  return {
    seed: '07'.repeat(32),
    nonces: nonces.map((it) => it ?? 0),
    elapsed_us: elapsedMs * 1000,
    prover_counter_signature: '0x',
  };
};

const ask: PocAsk = { ...common, rateKhps: 2 };
const honest = solvedIn(ask, 400);

export const fixtures: Fixtures<PocAsk, PocSeries> = {
  asks: asks.flatMap((it) => [
    { ...it, rateKhps: 1 },
    { ...it, rateKhps: 100_000 },
  ]),
  eligible,
  honest: inputOf(ask, { hash_rate: '2' }, honest),
  lying: inputOf(ask, { hash_rate: '2' }, { ...honest, elapsed_us: 4_000_000 }),
  lies: [
    { ...honest, elapsed_us: 1 },
    { ...honest, elapsed_us: 60_000_000 },
    { ...honest, nonces: [] },
    { ...honest, nonces: honest.nonces.map((it) => it + 1) },
  ],
};
