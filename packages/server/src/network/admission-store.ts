import { column, columnsOf, number, type RecordOf, text } from '../db/columns.ts';
import type { Reader, Tx } from '../db/driver.ts';

export type AdmissionStatus = 'candidate' | 'admitted' | 'set_aside';

const decision = {
  status: column<AdmissionStatus>(),
  reason: text,
  since: number,
  /** The newest block at that time. Null if it is not known, and for `arrival` and `change`, which do not ask the chain. */
  sinceBlock: column<number | null>(),
  /** An operator's key, or the rule: `arrival`, `file`, `mesh`, `probation`, `change` or `open`. */
  by: column<string>('decided_by'),
};
/** Whether a challenger may be drawn, since when, who said so and why. */
export type Admission = RecordOf<typeof decision>;

const terms = {
  /** `latitude,longitude`. */
  place: text,
  owner: text,
  /** The IP address that it must be reached at; empty for any. */
  endpoint: text,
};
/** What a decision holds for. An empty text stands for what the challenger states when it comes next. */
export type Terms = RecordOf<typeof terms>;

const key = { proofType: text, id: text };
/** `changes` counts the decisions about this challenger. */
const decided = { ...decision, ...terms, changes: number };
export type AdmissionRow = RecordOf<typeof key & typeof decided>;

const admissions = columnsOf({ ...key, ...decided });

/** Locks the row, so that the second of two parallel decisions sees the first. */
export const findAdmission = (tx: Tx, proofType: string, id: string) =>
  admissions.find(tx, `SELECT * FROM admission WHERE proof_type = ? AND id = ? ${tx.forUpdate}`, [proofType, id]);

export const keepAdmission = (tx: Tx, it: AdmissionRow) =>
  tx.run(
    `INSERT INTO admission (${admissions.names}) VALUES (${admissions.marks})
     ON CONFLICT (proof_type, id) DO UPDATE SET ${columnsOf(decided).replacements}`,
    admissions.values(it),
  );

/** The challengers that one rule or key decided about. Those of the rule `arrival` still wait for a decision. */
export const listDecidedBy = (db: Reader, by: string): Promise<AdmissionRow[]> =>
  admissions.list(db, 'SELECT * FROM admission WHERE decided_by = ? ORDER BY proof_type, id', [by]);

export const pageAdmissions = async (
  db: Reader,
  proofType: string,
  status: AdmissionStatus | undefined,
  skip: number,
  limit: number,
) => {
  const where = `WHERE proof_type = ? ${status === undefined ? '' : 'AND status = ?'}`;
  const values = status === undefined ? [proofType] : [proofType, status];
  const sql = `SELECT * FROM admission ${where} ORDER BY since DESC, id LIMIT ? OFFSET ?`;
  const found = await admissions.list(db, sql, [...values, limit, skip]);
  const counted = await db.get(`SELECT COUNT(*) AS total FROM admission ${where}`, values);
  return { admissions: found, total: Number(counted?.total) };
};
