import { checkAsk, wholeOf, wordOf } from '../ask.ts';
import { type Ask, AskError } from '../proof-type.ts';
import { decodeWords, encodeWords } from '../words.ts';

/** What a challenge of location asks: is this prover at this place? */
export interface PolAsk extends Ask {
  /** Degrees. On chain they are integers of 1e-18 degree. */
  readonly latitude: number;
  readonly longitude: number;
}

const layout = [
  ['proverRegistry', 'address'],
  ['prover', 'address'],
  ['isIPv6', 'bool'],
  ['challengers', 'uint256'],
  ['tolerance', 'uint256'],
  ['latitude', 'int256'],
  ['longitude', 'int256'],
] as const;

export function encodeAsk(ask: PolAsk): `0x${string}` {
  checkPolAsk(ask);
  return encodeWords(layout, {
    proverRegistry: ask.proverRegistry,
    prover: ask.prover,
    isIPv6: ask.isIPv6,
    challengers: wordOf('challengers', ask.challengers),
    tolerance: wordOf('tolerance', ask.tolerance),
    latitude: toAttoDegrees(ask.latitude),
    longitude: toAttoDegrees(ask.longitude),
  });
}

export function decodeAsk(info: string): PolAsk {
  const words = decodeWords(layout, info);
  const ask: PolAsk = {
    proverRegistry: words.proverRegistry,
    prover: words.prover,
    isIPv6: words.isIPv6,
    challengers: wholeOf(words.challengers),
    tolerance: wholeOf(words.tolerance),
    latitude: fromAttoDegrees(words.latitude),
    longitude: fromAttoDegrees(words.longitude),
  };
  checkPolAsk(ask);
  return ask;
}

function checkPolAsk(ask: PolAsk): void {
  checkAsk(ask);
  checkDegrees('latitude', ask.latitude, 90);
  checkDegrees('longitude', ask.longitude, 180);
}

function checkDegrees(name: string, degrees: number, limit: number): void {
  if (!(Math.abs(degrees) <= limit))
    throw new AskError(`${name} is ${degrees}, and must be from -${limit} to ${limit}`);
}

/** By the decimal digits a person wrote: 12.34 becomes 12340000000000000000, without the noise of a product of doubles. */
function toAttoDegrees(degrees: number): bigint {
  const [digits = '0', exponent = '0'] = degrees.toExponential().split('e');
  const [whole = '0', fraction = ''] = digits.replace('-', '').split('.');
  const shift = Number(exponent) - fraction.length + 18;
  const mantissa = BigInt(whole + fraction);
  const atto = shift >= 0 ? mantissa * 10n ** BigInt(shift) : mantissa / 10n ** BigInt(-shift);
  return degrees < 0 ? -atto : atto;
}

/** Through the decimal text, because that is rounded once; dividing two doubles rounds twice. */
function fromAttoDegrees(atto: bigint): number {
  const digits = (atto < 0n ? -atto : atto).toString().padStart(19, '0');
  const degrees = Number(`${digits.slice(0, -18)}.${digits.slice(-18)}`);
  return atto < 0n ? -degrees : degrees;
}
