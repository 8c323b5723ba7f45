import { column, columnsOf, optional, type RecordOf, text } from '../db/columns.ts';
import type { Reader, Row, Tx } from '../db/driver.ts';
import { onceColumns } from '../db/once.ts';

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
  /** Who named the request by a key: key type and key. */
  keyOf: optional<string>(),
  ...onceColumns,
};
export interface DirectRow extends RecordOf<typeof fields> {
  /** Where the log has the acceptance; null until it is public. */
  readonly acceptanceIndex: number | null;
}
const columns = columnsOf(fields);

const fromRow = (row: Row): DirectRow => ({
  ...columns.read(row),
  acceptanceIndex: row.acceptance_index as number | null,
});

/** Returns 0 where the same request, or another one of the same payer and key, was there before. */
export const insertDirect = (tx: Tx, it: RecordOf<typeof fields>) =>
  tx.run(
    `INSERT INTO direct_request (${columns.names}) VALUES (${columns.marks}) ON CONFLICT DO NOTHING`,
    columns.values(it),
  );

/** Undefined for a request on a chain. */
export const findDirect = async (db: Reader, challengeId: string): Promise<DirectRow | undefined> => {
  const row = await db.get('SELECT * FROM direct_request WHERE challenge_id = ?', [challengeId]);
  return row && fromRow(row);
};

export const findByIdempotencyKey = async (db: Reader, payer: string, key: string): Promise<DirectRow | undefined> => {
  const row = await db.get('SELECT * FROM direct_request WHERE key_of = ? AND idempotency_key = ?', [payer, key]);
  return row && fromRow(row);
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
