import { type Ask, AskError } from './proof-type.ts';

/** A challenge with more challengers would use up a whole network. 100 readings are enough for a place or a rate. */
export const maxChallengers = 100;

const zeroAddress = /^0x0{40}$/;

/** Checks what holds for asks of every type. Throws an `AskError` that names the field. */
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

/**
 * Numbers on chain go up to 2^256. A number that does not fit into a JavaScript number becomes infinity, which no range here holds.
 */
export const wholeOf = (value: bigint): number =>
  value > BigInt(Number.MAX_SAFE_INTEGER) ? Number.POSITIVE_INFINITY : Number(value);

export function wordOf(name: string, value: number): bigint {
  if (!Number.isSafeInteger(value)) throw new AskError(`${name} is ${value}, and must be a whole number`);
  return BigInt(value);
}
