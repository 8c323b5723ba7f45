import type { Reader, Tx } from '../db/driver.ts';
import { type Account, network } from './accounts.ts';
import { credit, findTransfers, insertTransfers } from './store.ts';
import { balance, type Transfer, transfer } from './transfers.ts';

export interface FuelRules {
  /** Millionths every key has at first and is refilled to once a day. */
  capacity: number;
}

/** `perDay` is in whole FUEL, as FUEL_PER_DAY has it. */
export const fuelRules = (perDay: number): FuelRules => ({ capacity: perDay * 1_000_000 });

/** Days are UTC days; the refill is booked by the first use of the day, so idle keys cost nothing. */
const refillReason = (account: Account, at: number) => `fuel:${new Date(at).toISOString().slice(0, 10)}:${account}`;

/** Takes fuel for one submission, after the day's refill. Throws InsufficientBalance where too little is left. */
export async function spendFuel(
  tx: Tx,
  rules: FuelRules,
  spent: { reason: string; account: Account; amount: number; memo: string; at: number },
): Promise<Transfer & { repeated: boolean }> {
  const { account, at } = spent;
  await refill(tx, rules, account, at);
  const { amount, memo } = spent;
  return transfer(tx, { reason: spent.reason, unit: 'FUEL', from: account, to: network, amount, memo, at });
}

/**
 * The first use of a day books the refill. It is not an ordinary transfer: of two uses at once, the second one sees another
 * balance.
 */
async function refill(tx: Tx, rules: FuelRules, account: Account, at: number): Promise<void> {
  const reason = refillReason(account, at);
  if ((await findTransfers(tx, [reason])).has(reason)) return;
  const amount = Math.max(0, rules.capacity - Number(await balance(tx, account, 'FUEL')));
  const memo = 'Daily refill.';
  const isFirst = await insertTransfers(tx, [{ reason, unit: 'FUEL', from: network, to: account, amount, memo, at }]);
  if (isFirst.has(reason)) await credit(tx, [{ account, unit: 'FUEL', amount: BigInt(amount) }]);
}

/** A rejected submission gives back what it spent, once. */
export const returnFuel = (
  tx: Tx,
  given: { reason: string; account: Account; amount: number; memo: string; at: number },
): Promise<Transfer & { repeated: boolean }> => {
  const { reason, account, amount, memo, at } = given;
  return transfer(tx, { reason, unit: 'FUEL', from: network, to: account, amount, memo, at });
};

/** What a key can spend now, a refill that is due included. */
export async function fuelOf(reader: Reader, rules: FuelRules, account: Account, at: number): Promise<number> {
  const reason = refillReason(account, at);
  const held = Number(await balance(reader, account, 'FUEL'));
  return (await findTransfers(reader, [reason])).has(reason) ? held : Math.max(held, rules.capacity);
}
