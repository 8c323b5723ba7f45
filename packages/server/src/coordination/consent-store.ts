import type { Identity } from '@trigpoint/proofs';
import { columnsOf, json, number, text } from '../db/columns.ts';
import type { Reader, Tx } from '../db/driver.ts';

const consents = columnsOf({
  challengeId: text,
  /** As signed. */
  text,
  signature: text,
  /** The prover's description that the consent names, and the prover's owner. */
  identity: json<Identity & { readonly owner: string }>(),
  at: number,
});
export type ConsentRow = ReturnType<typeof consents.read>;

export const insertConsent = (tx: Tx, it: ConsentRow) =>
  tx.run(`INSERT INTO consent (${consents.names}) VALUES (${consents.marks})`, consents.values(it));

export const findConsent = (db: Reader, challengeId: string): Promise<ConsentRow | undefined> =>
  consents.find(db, 'SELECT * FROM consent WHERE challenge_id = ?', [challengeId]);
