import { decodeWords, decodeWordsAndText, encodeWords, encodeWordsAndText } from '../abi.ts';
import { checkAsk, checkWhole, wholeOf, wordOf } from '../ask.ts';
import { type Ask, AskError } from '../proof-type.ts';
import { whyNoZone } from '../zones/zone-names.ts';

/** What a challenge of location asks: is this prover at this place, and in this zone? */
export interface PolAsk extends Ask {
  /** In degrees. On chain they are integers in units of 1e-18 degree. */
  readonly latitude: number;
  readonly longitude: number;
  /** The zone that the prover should be in: countries, a group of countries, or a GeoJSON polygon. */
  readonly zone?: string;
  /** The claim is verified only if the prover is within this many km of it. It can only narrow what the operator allows. */
  readonly radiusKm?: number;
  /** The verdict must hold even if this many near challengers lied. It can only be more than the rule allows for. */
  readonly liars?: number;
  /** The draw must withstand this many colluding agents. */
  readonly withstands?: number;
}

/** An ask that has any of these fields is of the second version (pol-v2). */
const later = ['zone', 'radiusKm', 'liars', 'withstands'] as const;
export const isLater = (ask: PolAsk): boolean => later.some((name) => ask[name] !== undefined);

const layout = [
  ['proverRegistry', 'address'],
  ['prover', 'address'],
  ['isIPv6', 'bool'],
  ['challengers', 'uint256'],
  ['tolerance', 'uint256'],
  ['latitude', 'int256'],
  ['longitude', 'int256'],
] as const;

/** The second version has the words of the first, three numbers, and behind them the zone. A 0 or an empty zone asks for nothing. */
const laterLayout = [...layout, ['radiusKm', 'uint256'], ['liars', 'uint256'], ['withstands', 'uint256']] as const;

export function encodeAsk(ask: PolAsk): `0x${string}` {
  const words = wordsOf(check(ask));
  if (!isLater(ask)) return encodeWords(layout, words);
  const { radiusKm = 0, liars = 0, withstands = 0, zone = '' } = ask;
  const numbers = {
    radiusKm: wordOf('radiusKm', radiusKm),
    liars: wordOf('liars', liars),
    withstands: wordOf('withstands', withstands),
  };
  return encodeWordsAndText(laterLayout, { ...words, ...numbers }, zone);
}

const wordsOf = (ask: PolAsk) => ({
  ...ask,
  challengers: wordOf('challengers', ask.challengers),
  tolerance: wordOf('tolerance', ask.tolerance),
  latitude: toAttoDegrees(ask.latitude),
  longitude: toAttoDegrees(ask.longitude),
});

export function decodeAsk(info: string): PolAsk {
  const isFirst = info.length === 2 + 64 * layout.length;
  const [words, more] = isFirst ? [decodeWords(layout, info), {}] : decodeLater(info);
  return check({
    ...words,
    challengers: wholeOf(words.challengers),
    tolerance: wholeOf(words.tolerance),
    latitude: fromAttoDegrees(words.latitude),
    longitude: fromAttoDegrees(words.longitude),
    ...more,
  });
}

function decodeLater(info: string) {
  const [{ radiusKm, liars, withstands, ...words }, zone] = decodeWordsAndText(laterLayout, info);
  const numbers = Object.entries({ radiusKm, liars, withstands }).map(
    ([name, value]) => [name, wholeOf(value)] as const,
  );
  const more: Pick<PolAsk, (typeof later)[number]> = {
    ...Object.fromEntries(numbers.filter(([, value]) => value !== 0)),
    ...(zone === '' ? {} : { zone }),
  };
  if (Object.keys(more).length === 0) throw new AskError('challengeInfo asks for nothing more than pol-v1');
  return [words, more] as const;
}

function check(ask: PolAsk): PolAsk {
  checkAsk(ask);
  checkDegrees('latitude', ask.latitude, 90);
  checkDegrees('longitude', ask.longitude, 180);
  if (ask.radiusKm !== undefined) checkWhole('radiusKm', ask.radiusKm, 1, 20_038);
  if (ask.withstands !== undefined) checkWhole('withstands', ask.withstands, 1, 1_000_000);
  // The rule allows for a third of liars anyway, so an ask must name more.
  if (ask.liars !== undefined) checkWhole('liars', ask.liars, Math.floor(ask.challengers / 3) + 1, ask.challengers - 1);
  const wrong = ask.zone === undefined ? undefined : whyNoZone(ask.zone);
  if (wrong !== undefined) throw new AskError(wrong);
  return ask;
}

function checkDegrees(name: string, degrees: number, limit: number): void {
  if (!(Math.abs(degrees) <= limit))
    throw new AskError(`${name} is ${degrees}, and must be from -${limit} to ${limit}`);
}

/**
 * Works on the decimal digits that a person wrote, so 12.34 becomes exactly 12340000000000000000. A product of doubles would be
 * off.
 */
function toAttoDegrees(degrees: number): bigint {
  const [digits = '0', exponent = '0'] = degrees.toExponential().split('e');
  const [whole = '0', fraction = ''] = digits.replace('-', '').split('.');
  const shift = Number(exponent) - fraction.length + 18;
  const mantissa = BigInt(whole + fraction);
  const atto = shift >= 0 ? mantissa * 10n ** BigInt(shift) : mantissa / 10n ** BigInt(-shift);
  return degrees < 0 ? -atto : atto;
}

/** Goes through the decimal text, because that is rounded once. Dividing two doubles would round twice. */
function fromAttoDegrees(atto: bigint): number {
  const digits = (atto < 0n ? -atto : atto).toString().padStart(19, '0');
  const degrees = Number(`${digits.slice(0, -18)}.${digits.slice(-18)}`);
  return atto < 0n ? -degrees : degrees;
}
