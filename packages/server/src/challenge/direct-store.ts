import { column, columnsOf, optional, type RecordOf, text } from '../db/columns.ts';
import type { Reader, Tx } from '../db/driver.ts';
import { onceColumns } from '../db/once.ts';

const fields = {
  challengeId: text,
  /** The request as it is signed; the challenge's id is its hash. */
  text,
  /** The payer's signature; '' if the service wrote the text. */
  signature: text,
  /** Who chose the nonce; `none` if the seed is made from a block. */
  nonceBy: column<'payer' | 'service' | 'none'>(),
  /** '' if the seed is made from a block. */
  nonceHash: text,
  /** '' until the payer tells it. */
  nonce: text,
  /** The caller that sent the Idempotency-Key, as key type and key. */
  keyOf: optional<string>(),
  ...onceColumns,
};
const columns = columnsOf(fields);
/** The index of the acceptance in the log is null until it is public. */
const requests = columnsOf({ ...fields, acceptanceIndex: column<number | null>() });
export type DirectRow = ReturnType<typeof requests.read>;

/** Returns 0 if the request, or another request of this payer with the same Idempotency-Key, was stored before. */
export const insertDirect = (tx: Tx, it: RecordOf<typeof fields>) =>
  tx.run(
    `INSERT INTO direct_request (${columns.names}) VALUES (${columns.marks}) ON CONFLICT DO NOTHING`,
    columns.values(it),
  );

/** Undefined for a request on a chain. */
export const findDirect = (db: Reader, challengeId: string): Promise<DirectRow | undefined> =>
  requests.find(db, 'SELECT * FROM direct_request WHERE challenge_id = ?', [challengeId]);

export const findByIdempotencyKey = (db: Reader, payer: string, key: string): Promise<DirectRow | undefined> =>
  requests.find(db, 'SELECT * FROM direct_request WHERE key_of = ? AND idempotency_key = ?', [payer, key]);

/** Notes that the acceptance is public. From now on the nonce may be told. */
export const openForNonce = (tx: Tx, challengeId: string, acceptanceIndex: number) =>
  tx.run('UPDATE direct_request SET acceptance_index = ? WHERE challenge_id = ?', [acceptanceIndex, challengeId]);

/** Stores the nonce, if the acceptance is public and no nonce was stored before. */
export const tellNonce = (tx: Tx, challengeId: string, nonce: string) =>
  tx.run(`UPDATE direct_request SET nonce = ? WHERE challenge_id = ? AND nonce = '' AND acceptance_index IS NOT NULL`, [
    nonce,
    challengeId,
  ]);
