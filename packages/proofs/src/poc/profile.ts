import { withUnit } from '../number-words.ts';
import type { Profile } from '../proof-type.ts';
import { decodeAsk, encodeAsk, maxRateKhps, type PocAsk } from './ask.ts';

const unit = 'kH/s';

/** An example to copy from: a prover claims how many hashes a second it computes, and challengers set it puzzles. */
export const profile: Profile<PocAsk> = {
  id: 'poc',
  attributeId: 'poc-v1',
  title: 'proof of compute',
  label: 'Compute',
  isExample: true,
  challengers: { usual: 3, least: 3, most: 5 },
  fields: [
    {
      kind: 'number',
      name: 'rateKhps',
      label: `Hash rate, ${unit}`,
      hint: 'Passes from 75 % of it',
      min: 1,
      max: maxRateKhps,
      isWhole: true,
      unit,
      option: { flags: '--hash-rate <khps>', doc: 'what it should compute (default: as claimed)' },
      claims: () => ['hash_rate'],
    },
  ],
  encode: encodeAsk,
  decode: (info) => decodeAsk(info),
  claims: [{ name: 'hash_rate', min: 0, max: maxRateKhps, unit }],
  settings: [
    {
      env: 'POC_PASS_PERCENT',
      name: 'pass_percent',
      doc: 'A hash rate is verified if the median of the readings reaches this share of what was asked.',
      min: 1,
      max: 100,
      fallback: '75',
    },
  ],
  words: {
    question: 'does the prover compute as fast as it says?',
    how: 'One after another they set the prover puzzles that only hashing solves, and time the answers; the median counts.',
    claims: `A hash rate in ${unit}.`,
    asked: ({ rate_khps }) => `${rate_khps} ${unit}`,
    found: (verified, { rate_khps }) => (verified === 'inconclusive' ? undefined : withUnit(Number(rate_khps), unit)),
    reading: ({ nonces }) => `${Array.isArray(nonces) ? nonces.length : 0} puzzles solved`,
    examples: ['--prover honest-worker --watch'],
  },
  rules: async () => (await import('./rules.ts')).poc,
};
