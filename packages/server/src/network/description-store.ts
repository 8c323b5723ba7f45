import type { Identity } from '@trigpoint/proofs';
import type { Reader, Tx } from '../db/driver.ts';
import { inList } from '../db/lists.ts';
import type { Agent } from './store.ts';

type Key = Pick<Agent, 'proofType' | 'role' | 'id'>;

/** Keeps what an agent signed. The same text again gives the signature of now, which may be another one. */
export const keepDescription = (tx: Tx, { proofType, role, id }: Key, hash: string, identity: Identity, at: number) =>
  tx.run(
    `INSERT INTO description (hash, proof_type, role, agent_id, body, kept_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (hash) DO UPDATE SET body = excluded.body, kept_at = excluded.kept_at`,
    [hash, proofType, role, id, JSON.stringify(identity), at],
  );

/** Forgets what an agent said of itself before, unless it was so recently that a draw may still read it. */
export const forgetDescriptions = (tx: Tx, { proofType, role, id }: Key, newest: string, before: number) =>
  tx.run('DELETE FROM description WHERE proof_type = ? AND role = ? AND agent_id = ? AND kept_at < ? AND hash <> ?', [
    proofType,
    role,
    id,
    before,
    newest,
  ]);

export const findDescriptions = async (db: Reader, hashes: readonly string[]): Promise<Map<string, Identity>> => {
  if (hashes.length === 0) return new Map();
  const { marks, values } = inList(hashes);
  const rows = await db.all(`SELECT hash, body FROM description WHERE hash IN (${marks})`, values);
  return new Map(rows.map((row) => [row.hash as string, JSON.parse(row.body as string)]));
};
