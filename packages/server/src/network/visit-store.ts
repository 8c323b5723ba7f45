import type { Reader, Tx } from '../db/driver.ts';
import type { Agent } from './store.ts';

export interface Visit {
  readonly since: number;
  /** Undefined while the visit lasts. */
  readonly until: number | undefined;
}

type Key = Pick<Agent, 'proofType' | 'role' | 'id'>;
const ofAgent = 'proof_type = ? AND role = ? AND agent_id = ?';
const keyOf = ({ proofType, role, id }: Key) => [proofType, role, id];

/** At most this many visits of an agent are read, the newest ones. */
const mostVisits = 5_000;

export const endVisit = (tx: Tx, agent: Key, at: number) =>
  tx.run(`UPDATE visit SET until = ? WHERE ${ofAgent} AND until IS NULL`, [at, ...keyOf(agent)]);

/** Begins a visit. A visit that has not ended yet ends now, because the new connection replaces the old one. */
export const beginVisit = async (tx: Tx, agent: Key, at: number): Promise<void> => {
  await endVisit(tx, agent, at);
  await tx.run(
    `INSERT INTO visit (proof_type, role, agent_id, since) VALUES (?, ?, ?, ?)
     ON CONFLICT (proof_type, role, agent_id, since) DO UPDATE SET until = NULL`,
    [...keyOf(agent), at],
  );
};

/** Makes the last visit go on, after another node ended it too early. */
export const resumeVisit = (tx: Tx, agent: Key) =>
  tx.run(`UPDATE visit SET until = NULL WHERE ${ofAgent} AND since = (SELECT MAX(since) FROM visit WHERE ${ofAgent})`, [
    ...keyOf(agent),
    ...keyOf(agent),
  ]);

/** Ends the visits of all agents whose rows name this node. */
export const endVisitsAt = (tx: Tx, nodeId: string, at: number) =>
  tx.run(
    `UPDATE visit SET until = ? WHERE until IS NULL AND EXISTS (SELECT 1 FROM agent a WHERE a.node_id = ? AND a.node_id <> ''
       AND a.proof_type = visit.proof_type AND a.role = visit.role AND a.id = visit.agent_id)`,
    [at, nodeId],
  );

export const visitsSince = async (db: Reader, agent: Key, since: number): Promise<Visit[]> =>
  (
    await db.all(
      `SELECT since, until FROM visit WHERE ${ofAgent} AND (until IS NULL OR until > ?) ORDER BY since DESC LIMIT ?`,
      [...keyOf(agent), since, mostVisits],
    )
  )
    .map((row) => ({ since: row.since as number, until: (row.until ?? undefined) as number | undefined }))
    .reverse();

export const forgetVisits = (tx: Tx, endedBefore: number) => tx.run('DELETE FROM visit WHERE until < ?', [endedBefore]);
