import { type Column, columnsOf, number, type RecordOf, text } from '../db/columns.ts';
import type { Tx } from '../db/driver.ts';

const words: Column<readonly string[]> = { read: (value) => String(value).split(' '), write: (it) => it.join(' ') };
/** `place` is `latitude,longitude`. */
const fields = { proofType: text, id: text, place: text, owner: text, networks: words, admittedAt: number };
export type Grown = RecordOf<typeof fields>;
const admissions = columnsOf(fields);

/** Takes the next step of a proof type, if it is due. Returns true on one node only. */
export const takeStep = async (tx: Tx, proofType: string, now: number, nextAt: number): Promise<boolean> => {
  const begin = 'INSERT INTO probation_step (proof_type, next_at) VALUES (?, 0) ON CONFLICT (proof_type) DO NOTHING';
  await tx.run(begin, [proofType]);
  const take = 'UPDATE probation_step SET next_at = ? WHERE proof_type = ? AND next_at <= ?';
  return (await tx.run(take, [nextAt, proofType, now])) === 1;
};

/**
 * Those that probation admitted since a time. Locks the row of the proof type, so that the second of two admissions sees the
 * first.
 */
export const grownSince = async (tx: Tx, proofType: string, since: number): Promise<Grown[]> => {
  await tx.get(`SELECT next_at FROM probation_step WHERE proof_type = ? ${tx.forUpdate}`, [proofType]);
  const sql = 'SELECT * FROM probation_admission WHERE proof_type = ? AND admitted_at > ?';
  return admissions.list(tx, sql, [proofType, since]);
};

export const keepGrown = (tx: Tx, it: Grown) =>
  tx.run(`INSERT INTO probation_admission (${admissions.names}) VALUES (${admissions.marks})`, admissions.values(it));
