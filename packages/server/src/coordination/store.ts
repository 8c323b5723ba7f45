import type { Reader, Row, Tx } from '../db/driver.ts';

export interface AttemptRow {
  readonly challengeId: string;
  readonly attempt: number;
  readonly seed: string;
  readonly eligibleHash: string;
  readonly leftOut: readonly string[];
  readonly startedAt: number;
  readonly endsAt: number;
}

export const insertAttempt = (tx: Tx, it: AttemptRow) =>
  tx.run(
    `INSERT INTO attempt (challenge_id, attempt, seed, eligible_hash, left_out, started_at, ends_at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
    [it.challengeId, it.attempt, it.seed, it.eligibleHash, JSON.stringify(it.leftOut), it.startedAt, it.endsAt],
  );

export const findAttempts = async (db: Reader, challengeId: string): Promise<AttemptRow[]> =>
  (await db.all('SELECT * FROM attempt WHERE challenge_id = ? ORDER BY attempt', [challengeId])).map((row) => ({
    challengeId: row.challenge_id as string,
    attempt: row.attempt as number,
    seed: row.seed as string,
    eligibleHash: row.eligible_hash as string,
    leftOut: JSON.parse(row.left_out as string),
    startedAt: row.started_at as number,
    endsAt: row.ends_at as number,
  }));

export const keepEligibleSet = (tx: Tx, hash: string, candidates: string, now: number) =>
  tx.run('INSERT INTO eligible_set (hash, candidates, created_at) VALUES (?, ?, ?) ON CONFLICT (hash) DO NOTHING', [
    hash,
    candidates,
    now,
  ]);

export const findEligibleSet = async (db: Reader, hash: string): Promise<string | undefined> =>
  (await db.get('SELECT candidates FROM eligible_set WHERE hash = ?', [hash]))?.candidates as string | undefined;

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

const refusalFromRow = (row: Row): RefusalRow => ({
  id: row.id as string,
  challengeId: row.challenge_id as string,
  attempt: row.attempt as number,
  agentId: row.agent_id as string,
  code: row.code as string,
  reason: row.reason as string,
  at: row.at as number,
});

export const listRefusals = async (db: Reader, challengeId: string): Promise<RefusalRow[]> =>
  (await db.all('SELECT * FROM refusal WHERE challenge_id = ? ORDER BY at, id LIMIT 1000', [challengeId])).map(
    refusalFromRow,
  );

export const refusalsOf = async (db: Reader, agentId: string, limit: number): Promise<RefusalRow[]> =>
  (await db.all('SELECT * FROM refusal WHERE agent_id = ? ORDER BY at DESC LIMIT ?', [agentId, limit])).map(
    refusalFromRow,
  );
