import { column, columnsOf, number, type RecordOf, text } from '../db/columns.ts';
import type { Reader, Tx } from '../db/driver.ts';
import type { Account } from './accounts.ts';
import type { Unit } from './amounts.ts';

const fields = {
  /** What it is for, such as `reading:12:0:<challenger>`. There is one transfer for each reason. A repeat changes nothing. */
  reason: text,
  unit: column<Unit>(),
  from: column<Account>('from_account'),
  to: column<Account>('to_account'),
  /** Millionths. Zero is stored too, because its memo tells why nothing was earned. */
  amount: number,
  /** A sentence for the owners of both accounts. */
  memo: text,
  at: column<number>('created_at'),
};
export type Transfer = RecordOf<typeof fields>;
const transfer = columnsOf(fields);
/**
 * Sums whole points and the rest separately, and as texts. A sum over many rows exceeds what a number can hold exactly, and
 * what SQLite can add.
 */
const sumOf = (amount: string): string =>
  `CAST(coalesce(sum((${amount}) / 1000000), 0) AS TEXT) AS whole, CAST(coalesce(sum((${amount}) % 1000000), 0) AS TEXT) AS rest`;
type Sum = { whole: string; rest: string };
export const exactly = ({ whole, rest }: Sum): bigint => BigInt(whole) * 1_000_000n + BigInt(rest);

const list = (group: string, count: number): string => Array.from({ length: count }, () => group).join(', ');

/** Inserts transfers. Returns the reasons that were not there before. */
export const insertTransfers = async (tx: Tx, transfers: readonly Transfer[]): Promise<Set<string>> => {
  const rows = await tx.all<{ reason: string }>(
    `INSERT INTO ledger_transfer (${transfer.names}) VALUES ${list(`(${transfer.marks})`, transfers.length)}
     ON CONFLICT (reason) DO NOTHING RETURNING reason`,
    transfers.flatMap(transfer.values),
  );
  return new Set(rows.map((row) => row.reason));
};

/** Called only in the transaction that inserted them. A committed transfer is never deleted. */
export const withdrawTransfers = (tx: Tx, reasons: readonly string[]) =>
  tx.run(`DELETE FROM ledger_transfer WHERE reason IN (${list('?', reasons.length)})`, reasons);

export const findTransfers = async (reader: Reader, reasons: readonly string[]): Promise<Map<string, Transfer>> => {
  if (reasons.length === 0) return new Map();
  const sql = `SELECT ${transfer.names} FROM ledger_transfer WHERE reason IN (${list('?', reasons.length)})`;
  return new Map((await transfer.list(reader, sql, reasons)).map((it) => [it.reason, it]));
};

export interface Change {
  account: Account;
  unit: Unit;
  /** Several transfers may add up to more than a number holds exactly. */
  amount: bigint;
}

export const credit = (tx: Tx, changes: readonly Change[]) =>
  tx.run(
    `INSERT INTO ledger_account (account, unit, balance) VALUES ${list('(?, ?, CAST(? AS BIGINT))', changes.length)}
     ON CONFLICT (account, unit) DO UPDATE SET balance = ledger_account.balance + excluded.balance`,
    changes.flatMap((it) => [it.account, it.unit, String(it.amount)]),
  );

/** Returns false and takes nothing if the account holds less than the amount. */
export const debit = async (tx: Tx, { account, unit, amount }: Change): Promise<boolean> =>
  (await tx.run(
    `UPDATE ledger_account SET balance = balance - CAST(? AS BIGINT)
     WHERE account = ? AND unit = ? AND balance >= CAST(? AS BIGINT)`,
    [String(amount), account, unit, String(amount)],
  )) === 1;

export const readBalance = async (reader: Reader, account: Account, unit: Unit): Promise<bigint> => {
  const row = await reader.get<{ balance: string }>(
    'SELECT CAST(balance AS TEXT) AS balance FROM ledger_account WHERE account = ? AND unit = ?',
    [account, unit],
  );
  return BigInt(row?.balance ?? 0);
};

export const sumReceived = async (reader: Reader, account: Account, unit: Unit, since: number): Promise<bigint> => {
  const [sum] = await reader.all<Sum>(
    `SELECT ${sumOf('amount')} FROM ledger_transfer
     WHERE to_account = ? AND unit = ? AND created_at >= ?`,
    [account, unit, since],
  );
  return exactly(sum as Sum);
};

/**
 * Transfers of an account before `before`, newest first. Senders and receivers have separate indexes, so each side is asked
 * for a page of its own. The index of senders leaves the network out. The database uses it only if the condition says so too.
 */
export const readHistory = (
  reader: Reader,
  account: Account,
  unit: Unit,
  before: { at: number; reason: string },
  limit: number,
): Promise<Transfer[]> => {
  const side = (column: string, also = '') =>
    `SELECT * FROM (SELECT ${transfer.names} FROM ledger_transfer
      WHERE ${column} = ?${also} AND unit = ? AND (created_at, reason) < (?, ?)
      ORDER BY created_at DESC, reason DESC LIMIT ?) AS ${column}`;
  const page = [account, unit, before.at, before.reason, limit];
  return transfer.list(
    reader,
    `${side('from_account', " AND from_account <> 'network'")} UNION ALL ${side('to_account')} ORDER BY created_at DESC, reason DESC LIMIT ?`,
    [...page, ...page, limit],
  );
};

/** Accounts whose balance is not the sum of their transfers or is below zero, and the network's account if it has a balance. */
export const findUnbalanced = async (reader: Reader) => {
  const rows = await reader.all<{ account: string; unit: string; kept: string; whole: string; rest: string }>(
    `SELECT account, unit, CAST(sum(kept) AS TEXT) AS kept, ${sumOf('kept - moved')} FROM (
       SELECT account, unit, balance AS kept, 0 AS moved FROM ledger_account
       UNION ALL SELECT to_account, unit, 0, amount FROM ledger_transfer
       UNION ALL SELECT from_account, unit, 0, -amount FROM ledger_transfer
     ) AS line GROUP BY account, unit
     HAVING (account <> 'network' AND sum((kept - moved) / 1000000) * 1000000 + sum((kept - moved) % 1000000) <> 0)
         OR sum(kept) < 0 OR (account = 'network' AND sum(kept) <> 0)`,
  );
  return rows.map(({ account, unit, kept, ...off }) => ({ account, unit, balance: BigInt(kept), off: exactly(off) }));
};

export const sumBalances = (reader: Reader) =>
  reader.all<Sum & { unit: Unit }>(`SELECT unit, ${sumOf('balance')} FROM ledger_account GROUP BY unit ORDER BY unit`);

export const sumIssued = (reader: Reader) =>
  reader.all<Sum & { unit: Unit }>(
    `SELECT unit, ${sumOf("CASE WHEN from_account = 'network' THEN amount ELSE -amount END")}
     FROM ledger_transfer WHERE from_account = 'network' OR to_account = 'network' GROUP BY unit ORDER BY unit`,
  );

/**
 * Adds to what the network paid on a day. Returns the new amounts. Rows are always locked in the same order, so there is no
 * deadlock.
 */
export const addRewards = async (
  tx: Tx,
  day: string,
  amounts: ReadonlyMap<string, number>,
): Promise<Map<string, number>> => {
  const ordered = [...amounts].sort(([a], [b]) => (a < b ? -1 : 1));
  const rows = await tx.all<{ who: string; amount: number }>(
    `INSERT INTO reward_day (day, who, amount) VALUES ${list('(?, ?, ?)', ordered.length)}
     ON CONFLICT (day, who) DO UPDATE SET amount = reward_day.amount + excluded.amount RETURNING who, amount`,
    ordered.flatMap(([who, amount]) => [day, who, amount]),
  );
  return new Map(rows.map((it) => [it.who, it.amount]));
};

export const readRewards = async (reader: Reader, day: string, who: readonly string[]): Promise<number> => {
  const row = await reader.get<{ sum: number }>(
    `SELECT CAST(coalesce(sum(amount), 0) AS BIGINT) AS sum FROM reward_day
     WHERE day = ? AND who IN (${list('?', who.length)})`,
    [day, ...who],
  );
  return Number(row?.sum ?? 0);
};

/** Subtracts from what was counted on a day. Does nothing for counts that were deleted already. */
export const takeRewards = async (tx: Tx, day: string, amounts: ReadonlyMap<string, number>): Promise<void> => {
  for (const [who, amount] of [...amounts].sort(([a], [b]) => (a < b ? -1 : 1)))
    await tx.run('UPDATE reward_day SET amount = amount - ? WHERE day = ? AND who = ?', [amount, day, who]);
};

export const deleteRewardsBefore = (tx: Tx, day: string) => tx.run('DELETE FROM reward_day WHERE day < ?', [day]);
