import { decodeWords, encodeWords } from '../abi.ts';
import { checkAsk, checkWhole, wholeOf, wordOf } from '../ask.ts';
import type { Ask } from '../proof-type.ts';

/** What a challenge of compute asks: does this prover compute this many hashes a second? */
export interface PocAsk extends Ask {
  /** Thousands of SHA-256 hashes a second. */
  readonly rateKhps: number;
}

/** A hundred million hashes a second: more than a probe in JavaScript can reach. */
export const maxRateKhps = 100_000;

const layout = [
  ['proverRegistry', 'address'],
  ['prover', 'address'],
  ['isIPv6', 'bool'],
  ['challengers', 'uint256'],
  ['tolerance', 'uint256'],
  ['rateKhps', 'uint256'],
] as const;

const check = (ask: PocAsk): PocAsk => {
  checkAsk(ask);
  checkWhole('rateKhps', ask.rateKhps, 1, maxRateKhps);
  return ask;
};

export const encodeAsk = (ask: PocAsk): `0x${string}` =>
  encodeWords(layout, {
    ...check(ask),
    challengers: wordOf('challengers', ask.challengers),
    tolerance: wordOf('tolerance', ask.tolerance),
    rateKhps: wordOf('rateKhps', ask.rateKhps),
  });

export const decodeAsk = (info: string): PocAsk => {
  const words = decodeWords(layout, info);
  return check({
    ...words,
    challengers: wholeOf(words.challengers),
    tolerance: wholeOf(words.tolerance),
    rateKhps: wholeOf(words.rateKhps),
  });
};
