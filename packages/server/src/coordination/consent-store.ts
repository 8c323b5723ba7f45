import type { Identity } from '@trigpoint/proofs';
import type { Reader, Tx } from '../db/driver.ts';

export interface ConsentRow {
  readonly challengeId: string;
  /** As signed. */
  readonly text: string;
  readonly signature: string;
  /** The prover's description that the consent names, and the prover's owner. */
  readonly identity: Identity & { readonly owner: string };
  readonly at: number;
}

export const insertConsent = (tx: Tx, it: ConsentRow) =>
  tx.run('INSERT INTO consent (challenge_id, text, signature, identity, at) VALUES (?, ?, ?, ?, ?)', [
    it.challengeId,
    it.text,
    it.signature,
    JSON.stringify(it.identity),
    it.at,
  ]);

export const findConsent = async (db: Reader, challengeId: string): Promise<ConsentRow | undefined> => {
  const row = await db.get('SELECT text, signature, identity, at FROM consent WHERE challenge_id = ?', [challengeId]);
  return (
    row && {
      challengeId,
      text: row.text as string,
      signature: row.signature as string,
      identity: JSON.parse(row.identity as string),
      at: row.at as number,
    }
  );
};
