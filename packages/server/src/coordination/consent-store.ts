import type { Reader, Tx } from '../db/driver.ts';

export interface ConsentRow {
  readonly challengeId: string;
  /** As signed. */
  readonly text: string;
  readonly signature: string;
  readonly at: number;
}

export const insertConsent = (tx: Tx, it: ConsentRow) =>
  tx.run('INSERT INTO consent (challenge_id, text, signature, at) VALUES (?, ?, ?, ?)', [
    it.challengeId,
    it.text,
    it.signature,
    it.at,
  ]);

export const findConsent = async (db: Reader, challengeId: string): Promise<ConsentRow | undefined> => {
  const row = await db.get('SELECT text, signature, at FROM consent WHERE challenge_id = ?', [challengeId]);
  return row && { challengeId, text: row.text as string, signature: row.signature as string, at: row.at as number };
};
