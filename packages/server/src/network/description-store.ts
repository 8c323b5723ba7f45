import type { Identity } from '@trigpoint/proofs';
import type { Reader, Tx } from '../db/driver.ts';
import { inList } from '../db/lists.ts';
import type { Agent } from './store.ts';

type Key = Pick<Agent, 'proofType' | 'role' | 'id'>;

/** Stores what an agent signed. If the same text comes again, its newest signature is stored. */
export const keepDescription = (tx: Tx, { proofType, role, id }: Key, hash: string, identity: Identity, at: number) =>
  tx.run(
    `INSERT INTO description (hash, proof_type, role, agent_id, body, kept_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (hash) DO UPDATE SET body = excluded.body, replaced_at = NULL`,
    [hash, proofType, role, id, JSON.stringify(identity), at],
  );

const ofAgent = 'proof_type = ? AND role = ? AND agent_id = ?';

/**
 * Marks older descriptions of an agent as replaced. Deletes those replaced before `forgetBefore`, which no draw needs any
 * more.
 */
export const replaceDescriptions = async (
  tx: Tx,
  { proofType, role, id }: Key,
  { newest, at, forgetBefore }: { newest: string; at: number; forgetBefore: number },
): Promise<void> => {
  const agent = [proofType, role, id];
  await tx.run(`UPDATE description SET replaced_at = ? WHERE ${ofAgent} AND hash <> ? AND replaced_at IS NULL`, [
    at,
    ...agent,
    newest,
  ]);
  await tx.run(`DELETE FROM description WHERE ${ofAgent} AND replaced_at < ?`, [...agent, forgetBefore]);
};

/** Deletes all descriptions of an agent that took no part in any challenge. Nothing refers to them. */
export const forgetDescriptions = (tx: Tx, { proofType, role, id }: Key) =>
  tx.run(`DELETE FROM description WHERE ${ofAgent}`, [proofType, role, id]);

/** How many descriptions of an agent came since a time. */
export const countDescriptions = async (db: Reader, { proofType, role, id }: Key, since: number): Promise<number> => {
  const row = await db.get(`SELECT COUNT(*) AS n FROM description WHERE ${ofAgent} AND kept_at > ?`, [
    proofType,
    role,
    id,
    since,
  ]);
  return Number(row?.n);
};

export const findDescriptions = async (db: Reader, hashes: readonly string[]): Promise<Map<string, Identity>> => {
  if (hashes.length === 0) return new Map();
  const { marks, values } = inList(hashes);
  const rows = await db.all(`SELECT hash, body FROM description WHERE hash IN (${marks})`, values);
  return new Map(rows.map((row) => [row.hash as string, JSON.parse(row.body as string)]));
};
