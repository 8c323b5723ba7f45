import { withUnit } from '../number-words.ts';
import { isFailure, type JudgeInput, type ProofType, type Verdict } from '../proof-type.ts';
import type { PocAsk } from './ask.ts';
import { profile } from './profile.ts';
import { countSolved, difficultyFor } from './puzzles.ts';
import { counterSignedText, PocSeries } from './series.ts';

/** The longest that a round may take: the handshake, the puzzles and the prover's signature. */
const roundMs = 10_000;

/** The hash rate: how many hashes the right answers take on average, divided by the time they took. */
const rateOf = ({ seed, nonces, elapsed_us }: PocSeries, bits: number): number =>
  (countSolved(seed, nonces, bits) * 2 ** bits * 1000) / elapsed_us;

const judge = ({ ask, readings, asked, settings }: JudgeInput<PocAsk, PocSeries>): Verdict => {
  const bits = difficultyFor(ask.rateKhps);
  const rates = readings
    .flatMap(({ series }) => (isFailure(series) ? [] : [Number(rateOf(series, bits).toFixed(1))]))
    .sort((a, b) => a - b);
  const median = rates[rates.length >> 1] ?? 0;
  const result = { rate_khps: String(median), challengers_used: String(rates.length) };
  const detail = { rates_khps: rates, bits };
  if (rates.length < Math.max(1, asked - ask.tolerance))
    return { verified: 'inconclusive', reason: `Only ${rates.length} of ${asked} measured.`, result, detail };
  const needed = (ask.rateKhps * Number(settings.pass_percent ?? 75)) / 100;
  return {
    verified: median >= needed ? 'true' : 'false',
    reason: `The median of ${rates.length} readings is ${withUnit(median, 'kH/s', 1)}; ${withUnit(needed, 'kH/s', 1)} are needed.`,
    result,
    detail,
  };
};

export const poc: ProofType<PocAsk, PocSeries> = {
  ...profile,
  parameters: ({ rateKhps }) => ({ rate_khps: String(rateKhps) }),
  schedule: 'sequential',
  attemptMs: (ask) => ask.challengers * roundMs,
  cost: () => ({ mbps: 0, bytes: 64 * 1024 }),
  series: PocSeries,
  counterSigned: (about, { seed, nonces, prover_counter_signature }) => ({
    text: counterSignedText(about, seed, nonces),
    signature: prover_counter_signature,
  }),
  judge,
  measured: ({ challengers_used }) => Number(challengers_used ?? 0),
  scenario: async () => (await import('./scenario.ts')).scenario,
  probe: async () => (await import('./probe.ts')).probe,
};
