/** What is counted. Both in whole millionths, so that no sum depends on floating point. */
export type Unit = 'POINTS' | 'FUEL';

const MILLION = 1_000_000;

/** The largest amount of POINTS that is counted exactly: 2^53 − 1 millionths, about nine thousand million. */
export const MAX_POINTS = Math.floor(Number.MAX_SAFE_INTEGER / MILLION);

/** To the nearest millionth. Undefined for what cannot be counted: negative, not finite, or more than MAX_POINTS. */
export const toMillionths = (points: number): number | undefined =>
  points >= 0 && points <= MAX_POINTS ? Math.round(points * MILLION) : undefined;

export const fromMillionths = (amount: number): number => amount / MILLION;
