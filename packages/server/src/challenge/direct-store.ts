import { column, columnsOf, type RecordOf, text } from '../db/columns.ts';
import type { Reader, Tx } from '../db/driver.ts';

const fields = {
  challengeId: text,
  /** The request as it is signed; the challenge's id is its hash. */
  text,
  /** The payer's; '' where the service wrote the text for it. */
  signature: text,
  /** Who knows the nonce; `none` where a block decides. */
  nonceBy: column<'payer' | 'service' | 'none'>(),
  /** '' where a block decides. */
  nonceHash: text,
  /** '' until the payer tells it. */
  nonce: text,
};
export interface DirectRow extends RecordOf<typeof fields> {
  /** Where the log has the acceptance; null until it is public. */
  readonly acceptanceIndex: number | null;
}
const columns = columnsOf(fields);

export const insertDirect = (tx: Tx, it: RecordOf<typeof fields>) =>
  tx.run(`INSERT INTO direct_request (${columns.names}) VALUES (${columns.marks})`, columns.values(it));

/** Undefined for a request on a chain. */
export const findDirect = async (db: Reader, challengeId: string): Promise<DirectRow | undefined> => {
  const row = await db.get('SELECT * FROM direct_request WHERE challenge_id = ?', [challengeId]);
  return row && { ...columns.read(row), acceptanceIndex: row.acceptance_index as number | null };
};

/** The acceptance is public: from now on the nonce may be told. */
export const openForNonce = (tx: Tx, challengeId: string, acceptanceIndex: number) =>
  tx.run('UPDATE direct_request SET acceptance_index = ? WHERE challenge_id = ?', [acceptanceIndex, challengeId]);

/** Takes the nonce in once. */
export const tellNonce = (tx: Tx, challengeId: string, nonce: string) =>
  tx.run(`UPDATE direct_request SET nonce = ? WHERE challenge_id = ? AND nonce = '' AND acceptance_index IS NOT NULL`, [
    nonce,
    challengeId,
  ]);
