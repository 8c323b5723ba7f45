import type { Identity } from '@trigpoint/proofs';
import type { Reader, Tx } from '../db/driver.ts';
import { inList, rowList } from '../db/lists.ts';
import { type AgentKey, keyValues } from './store.ts';

/** Stores what an agent signed. If the same text comes again, its newest signature is stored. */
export const keepDescription = (tx: Tx, agent: AgentKey, hash: string, identity: Identity, at: number) =>
  tx.run(
    `INSERT INTO description (hash, proof_type, role, agent_id, body, kept_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (hash) DO UPDATE SET body = excluded.body, replaced_at = NULL`,
    [hash, ...keyValues(agent), JSON.stringify(identity), at],
  );

const ofAgent = 'proof_type = ? AND role = ? AND agent_id = ?';

/**
 * Marks older descriptions of an agent as replaced. Deletes those replaced before `forgetBefore`, which no draw needs any
 * more.
 */
export const replaceDescriptions = async (
  tx: Tx,
  agent: AgentKey,
  { newest, at, forgetBefore }: { newest: string; at: number; forgetBefore: number },
): Promise<void> => {
  const key = keyValues(agent);
  const replace = `UPDATE description SET replaced_at = ? WHERE ${ofAgent} AND hash <> ? AND replaced_at IS NULL`;
  await tx.run(replace, [at, ...key, newest]);
  await tx.run(`DELETE FROM description WHERE ${ofAgent} AND replaced_at < ?`, [...key, forgetBefore]);
};

/** Deletes all descriptions of at least one agent that took no part in any challenge. Nothing refers to them. */
export const forgetDescriptions = (tx: Tx, agents: readonly AgentKey[]) => {
  const { marks, values } = rowList('(?, ?, ?)', agents.map(keyValues));
  return tx.run(`DELETE FROM description WHERE (proof_type, role, agent_id) IN (VALUES ${marks})`, values);
};

/** How many descriptions of an agent came since a time. */
export const countDescriptions = async (db: Reader, agent: AgentKey, since: number): Promise<number> => {
  const sql = `SELECT COUNT(*) AS n FROM description WHERE ${ofAgent} AND kept_at > ?`;
  return Number((await db.get(sql, [...keyValues(agent), since]))?.n);
};

export const findDescriptions = async (db: Reader, hashes: readonly string[]): Promise<Map<string, Identity>> => {
  if (hashes.length === 0) return new Map();
  const { marks, values } = inList(hashes);
  const rows = await db.all(`SELECT hash, body FROM description WHERE hash IN (${marks})`, values);
  return new Map(rows.map((row) => [row.hash as string, JSON.parse(row.body as string)]));
};
