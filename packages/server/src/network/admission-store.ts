import type { Reader, Row, Tx } from '../db/driver.ts';

export type AdmissionStatus = 'candidate' | 'admitted' | 'set_aside';

/** Whether a challenger may be drawn, since when, who said so and why. */
export interface Admission {
  readonly status: AdmissionStatus;
  readonly reason: string;
  readonly since: number;
  /** The newest block then; null without a chain, or where it could not be read. */
  readonly sinceBlock: number | null;
  /** An operator's key, or the rule: `arrival`, `file`, `mesh`, `probation`, `change` or `open`. */
  readonly by: string;
}

/** What a decision holds for. Empty texts: whatever the challenger states when it comes next. */
export interface Terms {
  /** `latitude,longitude`. */
  readonly place: string;
  readonly owner: string;
  /** The IP address that it must be reached at; empty for any. */
  readonly endpoint: string;
}

export interface AdmissionRow extends Admission, Terms {
  readonly proofType: string;
  readonly id: string;
  /** Counts the decisions about this challenger. */
  readonly changes: number;
}

const fromRow = (row: Row): AdmissionRow => ({
  proofType: row.proof_type as string,
  id: row.id as string,
  status: row.status as AdmissionStatus,
  reason: row.reason as string,
  since: row.since as number,
  sinceBlock: row.since_block as number | null,
  by: row.decided_by as string,
  place: row.place as string,
  owner: row.owner as string,
  endpoint: row.endpoint as string,
  changes: row.changes as number,
});

/** Locks the row: of two decisions at a time the second one sees the first. */
export const findAdmission = async (tx: Tx, proofType: string, id: string): Promise<AdmissionRow | undefined> => {
  const row = await tx.get(`SELECT * FROM admission WHERE proof_type = ? AND id = ? ${tx.forUpdate}`, [proofType, id]);
  return row && fromRow(row);
};

export const keepAdmission = (tx: Tx, it: AdmissionRow) =>
  tx.run(
    `INSERT INTO admission (proof_type, id, status, reason, since, since_block, decided_by, place, owner, endpoint, changes)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (proof_type, id) DO UPDATE SET status = excluded.status, reason = excluded.reason,
       since = excluded.since, since_block = excluded.since_block, decided_by = excluded.decided_by,
       place = excluded.place, owner = excluded.owner, endpoint = excluded.endpoint, changes = excluded.changes`,
    [
      it.proofType,
      it.id,
      it.status,
      it.reason,
      it.since,
      it.sinceBlock,
      it.by,
      it.place,
      it.owner,
      it.endpoint,
      it.changes,
    ],
  );

/** Those that one rule or key decided, and those that still wait for a decision. */
export const listDecidedBy = async (db: Reader, by: string): Promise<AdmissionRow[]> =>
  (await db.all('SELECT * FROM admission WHERE decided_by = ? ORDER BY proof_type, id', [by])).map(fromRow);

export const pageAdmissions = async (
  db: Reader,
  proofType: string,
  status: AdmissionStatus | undefined,
  skip: number,
  limit: number,
): Promise<{ admissions: AdmissionRow[]; total: number }> => {
  const where = `WHERE proof_type = ? ${status === undefined ? '' : 'AND status = ?'}`;
  const values = status === undefined ? [proofType] : [proofType, status];
  const rows = await db.all(`SELECT * FROM admission ${where} ORDER BY since DESC, id LIMIT ? OFFSET ?`, [
    ...values,
    limit,
    skip,
  ]);
  const counted = await db.get(`SELECT COUNT(*) AS total FROM admission ${where}`, values);
  return { admissions: rows.map(fromRow), total: Number(counted?.total) };
};
