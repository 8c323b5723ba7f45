import type { Reader, Tx } from '../db/driver.ts';
import { type Account, network } from './accounts.ts';
import type { Unit } from './amounts.ts';
import {
  type Change,
  credit,
  debit,
  findTransfers,
  insertTransfers,
  readBalance,
  readHistory,
  type Transfer,
  withdrawTransfers,
} from './store.ts';

export { findTransfers, type Transfer };

/** `repeated` is true if the transfer was there before, and nothing moved. */
export type Posted = Transfer & { repeated: boolean };

/** An account holds too little. Nothing was moved or stored. The caller decides what to tell the person. */
export class InsufficientBalance extends Error {
  override readonly name = 'InsufficientBalance';
  readonly account: Account;
  readonly unit: Unit;

  constructor({ account, unit, amount }: Change) {
    super(`${account} holds less than ${amount} millionths of ${unit}`);
    this.account = account;
    this.unit = unit;
  }
}

/** A reason was used before for another transfer. */
export class ReasonReused extends Error {
  override readonly name = 'ReasonReused';
}

/**
 * Moves amounts inside the caller's transaction: all of them, or none if it throws InsufficientBalance. If a reason was used
 * before, nothing moves for it, and the transfer is returned as it was stored.
 */
export async function post(tx: Tx, transfers: readonly Transfer[]): Promise<Map<string, Posted>> {
  if (transfers.length === 0) return new Map();
  checkTransfers(transfers);
  // Rows are always locked in the same order (reasons, then accounts), so that parallel payments to the same people do not
  // deadlock.
  const ordered = transfers.toSorted((a, b) => (a.reason < b.reason ? -1 : 1));
  const inserted = await insertTransfers(tx, ordered);
  const known = ordered.filter((it) => !inserted.has(it.reason));
  const repeated = await findTransfers(tx, reasonsOf(known));
  for (const it of known) checkSame(it, repeated.get(it.reason) ?? it);
  await apply(
    tx,
    ordered.filter((it) => inserted.has(it.reason)),
  );
  return new Map(
    ordered.map((it) => [it.reason, { ...(repeated.get(it.reason) ?? it), repeated: !inserted.has(it.reason) }]),
  );
}

export async function transfer(tx: Tx, it: Transfer): Promise<Posted> {
  const posted = (await post(tx, [it])).get(it.reason);
  if (!posted) throw new Error(`The transfer ${it.reason} was not posted`);
  return posted;
}

export const balance = (reader: Reader, account: Account, unit: Unit = 'POINTS'): Promise<bigint> =>
  account === network
    ? Promise.reject(new Error('The network keeps no balance: ask for what it has issued'))
    : readBalance(reader, account, unit);

export interface Entry {
  reason: string;
  /** Above zero: received. Below: paid. Zero: the memo says why. */
  amount: number;
  counterpart: Account;
  memo: string;
  at: number;
}

/** One account's entries, newest first. `before` is the last entry of the previous page. */
export async function history(
  reader: Reader,
  account: Account,
  page: { unit?: Unit; limit: number; before?: Pick<Entry, 'at' | 'reason'> | undefined },
): Promise<Entry[]> {
  const { unit = 'POINTS', limit, before = { at: Number.MAX_SAFE_INTEGER, reason: '' } } = page;
  const transfers = await readHistory(reader, account, unit, before, limit);
  return transfers.map(({ reason, from, to, amount, memo, at }) => ({
    reason,
    amount: to === account || amount === 0 ? amount : -amount,
    counterpart: to === account ? from : to,
    memo,
    at,
  }));
}

/**
 * Changes the balances. The network has no row, because every payment of every node would wait for it. What it issued is
 * computed.
 */
async function apply(tx: Tx, transfers: readonly Transfer[]): Promise<void> {
  const net = new Map<string, Change>();
  const add = (account: Account, unit: Unit, amount: bigint) => {
    if (account === network) return;
    const key = `${account} ${unit}`;
    net.set(key, { account, unit, amount: (net.get(key)?.amount ?? 0n) + amount });
  };
  for (const { from, to, unit, amount } of transfers) {
    add(from, unit, -BigInt(amount));
    add(to, unit, BigInt(amount));
  }
  const changes = [...net].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, change]) => change);
  const done: Change[] = [];
  for (const run of runsOf(changes.filter(({ amount }) => amount !== 0n))) {
    const [first] = run;
    if (first && first.amount < 0n) {
      if (!(await debit(tx, { ...first, amount: -first.amount }))) {
        await undo(tx, transfers, done);
        throw new InsufficientBalance({ ...first, amount: -first.amount });
      }
    } else {
      await credit(tx, run);
    }
    done.push(...run);
  }
}

/** Neighbouring accounts that receive share one statement. An account that pays has a statement of its own. */
function runsOf(changes: readonly Change[]): Change[][] {
  const runs: Change[][] = [];
  for (const change of changes) {
    const last = runs.at(-1);
    if (change.amount > 0n && last?.[0] && last[0].amount > 0n) last.push(change);
    else runs.push([change]);
  }
  return runs;
}

async function undo(tx: Tx, transfers: readonly Transfer[], done: readonly Change[]): Promise<void> {
  for (const change of done) {
    if (change.amount < 0n) await credit(tx, [{ ...change, amount: -change.amount }]);
    else await debit(tx, change);
  }
  await withdrawTransfers(tx, reasonsOf(transfers));
}

const reasonsOf = (transfers: readonly Transfer[]): string[] => transfers.map((it) => it.reason);

function checkTransfers(transfers: readonly Transfer[]): void {
  for (const { reason, from, to, amount } of transfers) {
    if (!reason) throw new TypeError('A transfer needs a reason');
    if (from === to) throw new TypeError(`${reason}: ${from} cannot pay itself`);
    if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`${reason}: ${amount} cannot be moved`);
  }
  if (new Set(reasonsOf(transfers)).size < transfers.length) {
    throw new TypeError('Two transfers of one batch have the same reason');
  }
}

/** The same reason for another transfer is a mistake of the caller, not a repeat. */
function checkSame(given: Transfer, known: Transfer): void {
  for (const field of ['unit', 'from', 'to', 'amount'] as const) {
    if (given[field] !== known[field]) {
      throw new ReasonReused(`${given.reason} was posted before with ${field} ${known[field]}, not ${given[field]}`);
    }
  }
}
