/** The units of the ledger. Both are counted in whole millionths, so that no sum depends on floating point. */
export type Unit = 'POINTS' | 'FUEL';

const MILLION = 1_000_000;

/** The largest amount that moves at once: 2^53 − 1 millionths, about nine thousand million POINTS. Balances may be larger. */
export const MAX_POINTS = Math.floor(Number.MAX_SAFE_INTEGER / MILLION);

/** Rounds to the nearest millionth. Undefined if the amount is negative, not finite, or more than MAX_POINTS. */
export const toMillionths = (points: number): number | undefined =>
  points >= 0 && points <= MAX_POINTS ? Math.round(points * MILLION) : undefined;

/** The amount as a number for JSON. Above 2^53 millionths it is rounded; `pointsText` has all digits. */
export const fromMillionths = (amount: number | bigint): number => Number(amount) / MILLION;

/** All digits of an amount, such as 12.5 or -0.000001. */
export const pointsText = (amount: number | bigint): string => {
  const exact = BigInt(amount);
  const size = exact < 0n ? -exact : exact;
  const rest = String(size % 1_000_000n)
    .padStart(6, '0')
    .replace(/0+$/, '');
  return `${exact < 0n ? '-' : ''}${size / 1_000_000n}${rest === '' ? '' : `.${rest}`}`;
};

/** Reads a text such as 12.5 as millionths. Undefined if it is no such text, or more than can move at once. */
export const readPoints = (text: string): number | undefined => {
  const [, whole, rest = ''] = /^(0|[1-9]\d{0,15})(?:\.(\d{1,6}))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const amount = BigInt(whole) * 1_000_000n + BigInt(rest.padEnd(6, '0'));
  return amount <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(amount) : undefined;
};
