import { checkAsk, wholeOf, wordOf } from '../ask.ts';
import { checkNumber } from '../claims.ts';
import { type Ask, isFailure, type JudgeInput, type ProofType, type Verdict } from '../proof-type.ts';
import { distinct, shuffle } from '../shuffle.ts';
import { decodeWords, encodeWords } from '../words.ts';
import { CountSeries } from './transcript.ts';

/**
 * The smallest proof type there can be, to copy from: a prover claims `cores`, challengers count them, the median counts.
 * It is not in the registry. Adding a type is a folder like this one and its line there; the tests show that it is.
 */
const layout = [
  ['proverRegistry', 'address'],
  ['prover', 'address'],
  ['isIPv6', 'bool'],
  ['challengers', 'uint256'],
  ['tolerance', 'uint256'],
] as const;

const judge = ({ ask, claims, readings, asked }: JudgeInput<Ask, CountSeries>): Verdict => {
  const counts = readings.flatMap(({ series }) => (isFailure(series) ? [] : [series.cores])).sort((a, b) => a - b);
  const result = { cores: String(counts[counts.length >> 1] ?? ''), challengers_used: String(counts.length) };
  if (counts.length < Math.max(1, asked - ask.tolerance))
    return { verified: 'inconclusive', reason: `Only ${counts.length} of ${asked} counted.`, result, detail: counts };
  const enough = Number(result.cores) >= Number(claims.cores);
  const reason = `${result.cores} cores were counted, ${claims.cores} are claimed.`;
  return { verified: enough ? 'true' : 'false', reason, result, detail: counts };
};

export const cores: ProofType<Ask, CountSeries> = {
  id: 'cores',
  attributeId: 'cores-v1',
  title: 'proof of cores',
  schedule: 'parallel',
  checkClaims: (claims) => checkNumber(claims, 'cores', 1, 4096),
  encode: (ask) => {
    checkAsk(ask);
    return encodeWords(layout, {
      ...ask,
      challengers: wordOf('challengers', ask.challengers),
      tolerance: wordOf('tolerance', ask.tolerance),
    });
  },
  decode: (info) => {
    const words = decodeWords(layout, info);
    const ask = { ...words, challengers: wholeOf(words.challengers), tolerance: wholeOf(words.tolerance) };
    checkAsk(ask);
    return ask;
  },
  parameters: () => ({}),
  attemptMs: () => 5_000,
  choose: (ask, eligible, seed) =>
    distinct(shuffle(seed, eligible))
      .slice(0, ask.challengers)
      .map(({ id }) => id),
  series: CountSeries,
  judge,
  probe: async () => (await import('./probe.ts')).probe,
};
