import { type Ask, AskError } from './proof-type.ts';

/** More would be one challenge using up a network; 100 readings already fix a place or a rate. */
export const maxChallengers = 100;

const zeroAddress = /^0x0{40}$/;

/** What holds for every challenge, whatever its type. Throws `AskError` naming the field. */
export function checkAsk(ask: Ask): void {
  if (zeroAddress.test(ask.prover)) throw new AskError('prover is the zero address');
  checkWhole('challengers', ask.challengers, 1, maxChallengers);
  checkWhole('tolerance', ask.tolerance, 0, ask.challengers - 1);
}

export function checkWhole(name: string, value: number, min: number, max: number): void {
  if (!Number.isSafeInteger(value) || value < min || value > max) {
    throw new AskError(`${name} is ${value}, and must be a whole number from ${min} to ${max}`);
  }
}

/** Numbers on chain may be as large as 2^256; what does not fit a number is out of every range we know. */
export const wholeOf = (value: bigint): number =>
  value > BigInt(Number.MAX_SAFE_INTEGER) ? Number.POSITIVE_INFINITY : Number(value);

export function wordOf(name: string, value: number): bigint {
  if (!Number.isSafeInteger(value)) throw new AskError(`${name} is ${value}, and must be a whole number`);
  return BigInt(value);
}
