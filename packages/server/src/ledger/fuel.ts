import type { Reader, Tx } from '../db/driver.ts';
import { iso } from '../times.ts';
import { type Account, network } from './accounts.ts';
import { credit, findTransfers, insertTransfers } from './store.ts';
import { balance, type Posted, type Transfer, transfer } from './transfers.ts';

type FuelMove = Pick<Transfer, 'reason' | 'amount' | 'memo' | 'at'> & { readonly account: Account };

export interface FuelRules {
  /** Millionths that every key has at first. Once a day it is refilled to this amount. */
  capacity: number;
}

/** `perDay` is in whole FUEL, as FUEL_PER_DAY has it. */
export const fuelRules = (perDay: number): FuelRules => ({ capacity: perDay * 1_000_000 });

/** The reason of the refill of a UTC day. The first use of a day posts the refill, so idle keys cost nothing. */
const refillReason = (account: Account, at: number) => `fuel:${dayOf(at)}:${account}`;
const dayOf = (at: number): string => iso(at).slice(0, 10);

/** Whether fuel that was spent then comes back with a refill, so that giving it back as well would give it twice. */
export const isRefilled = (spentAt: number, now: number): boolean => dayOf(spentAt) !== dayOf(now);

/** Takes fuel for one submission, after the day's refill. Throws InsufficientBalance if too little is left. */
export async function spendFuel(tx: Tx, rules: FuelRules, { account, ...spent }: FuelMove): Promise<Posted> {
  await refill(tx, rules, account, spent.at);
  return transfer(tx, { ...spent, unit: 'FUEL', from: account, to: network });
}

/**
 * Posts the refill at the first use of a day. It is not an ordinary transfer: of two uses at the same time the second one would
 * compute another amount for the same reason.
 */
async function refill(tx: Tx, rules: FuelRules, account: Account, at: number): Promise<void> {
  const reason = refillReason(account, at);
  if ((await findTransfers(tx, [reason])).has(reason)) return;
  const amount = Math.max(0, rules.capacity - Number(await balance(tx, account, 'FUEL')));
  const memo = 'Daily refill.';
  const isFirst = await insertTransfers(tx, [{ reason, unit: 'FUEL', from: network, to: account, amount, memo, at }]);
  if (isFirst.has(reason)) await credit(tx, [{ account, unit: 'FUEL', amount: BigInt(amount) }]);
}

/** Gives back the fuel of a rejected submission, once. */
export const returnFuel = (tx: Tx, { account, ...given }: FuelMove): Promise<Posted> =>
  transfer(tx, { ...given, unit: 'FUEL', from: network, to: account });

/** What a key can spend now, including a refill that is due. */
export async function fuelOf(reader: Reader, rules: FuelRules, account: Account, at: number): Promise<number> {
  const reason = refillReason(account, at);
  const held = Number(await balance(reader, account, 'FUEL'));
  return (await findTransfers(reader, [reason])).has(reason) ? held : Math.max(held, rules.capacity);
}
