import { decodeWords, encodeWords } from '../abi.ts';
import { checkAsk, checkWhole, wholeOf, wordOf } from '../ask.ts';
import { type Ask, AskError } from '../proof-type.ts';

/** What a challenge of bandwidth asks: does this prover reach this rate? */
export interface PobAsk extends Ask {
  /** Seen from the prover: down is what it receives. */
  readonly direction: 'down' | 'up';
  readonly bandwidthMbps: number;
}

/** 1 Tbit/s. No access link is faster, so a larger number was given in the wrong unit. */
export const maxBandwidthMbps = 1_000_000;

const layout = [
  ['proverRegistry', 'address'],
  ['prover', 'address'],
  ['direction', 'uint8'],
  ['isIPv6', 'bool'],
  ['challengers', 'uint256'],
  ['bandwidthMbps', 'uint256'],
  ['tolerance', 'uint256'],
] as const;

const directions = ['down', 'up'] as const;

export function encodeAsk(ask: PobAsk): `0x${string}` {
  return encodeWords(layout, {
    ...check(ask),
    direction: BigInt(directions.indexOf(ask.direction)),
    challengers: wordOf('challengers', ask.challengers),
    bandwidthMbps: wordOf('bandwidthMbps', ask.bandwidthMbps),
    tolerance: wordOf('tolerance', ask.tolerance),
  });
}

export function decodeAsk(info: string): PobAsk {
  const words = decodeWords(layout, info);
  const direction = directions[wholeOf(words.direction)];
  if (direction === undefined) throw new AskError(`direction is ${words.direction}, and must be 0 (down) or 1 (up)`);
  return check({
    ...words,
    direction,
    challengers: wholeOf(words.challengers),
    bandwidthMbps: wholeOf(words.bandwidthMbps),
    tolerance: wholeOf(words.tolerance),
  });
}

function check(ask: PobAsk): PobAsk {
  checkAsk(ask);
  if (!directions.includes(ask.direction)) throw new AskError('direction must be "down" or "up"');
  checkWhole('bandwidthMbps', ask.bandwidthMbps, 1, maxBandwidthMbps);
  return ask;
}
