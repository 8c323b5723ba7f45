import type { Reader, Row, Tx } from '../db/driver.ts';

export interface RefusalRow {
  readonly id: string;
  readonly challengeId: string;
  readonly attempt: number;
  readonly agentId: string;
  readonly code: string;
  readonly reason: string;
  readonly at: number;
}

export const insertRefusal = (tx: Tx, it: RefusalRow) =>
  tx.run('INSERT INTO refusal (id, challenge_id, attempt, agent_id, code, reason, at) VALUES (?, ?, ?, ?, ?, ?, ?)', [
    it.id,
    it.challengeId,
    it.attempt,
    it.agentId,
    it.code,
    it.reason,
    it.at,
  ]);

export const countRefusals = async (db: Reader, challengeId: string, agentId: string): Promise<number> => {
  const row = await db.get('SELECT COUNT(*) AS n FROM refusal WHERE challenge_id = ? AND agent_id = ?', [
    challengeId,
    agentId,
  ]);
  return Number(row?.n);
};

export const countRefusalsSince = async (db: Reader, agentId: string, since: number): Promise<number> => {
  const row = await db.get('SELECT COUNT(*) AS n FROM refusal WHERE agent_id = ? AND at >= ?', [agentId, since]);
  return Number(row?.n);
};

const fromRow = (row: Row): RefusalRow => ({
  id: row.id as string,
  challengeId: row.challenge_id as string,
  attempt: row.attempt as number,
  agentId: row.agent_id as string,
  code: row.code as string,
  reason: row.reason as string,
  at: row.at as number,
});

export const listRefusals = async (db: Reader, challengeId: string): Promise<RefusalRow[]> =>
  (await db.all('SELECT * FROM refusal WHERE challenge_id = ? ORDER BY at, id LIMIT 1000', [challengeId])).map(fromRow);

export const refusalsOf = async (db: Reader, agentId: string, limit: number): Promise<RefusalRow[]> =>
  (await db.all('SELECT * FROM refusal WHERE agent_id = ? ORDER BY at DESC LIMIT ?', [agentId, limit])).map(fromRow);
