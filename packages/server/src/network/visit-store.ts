import { columnsOf, number, optional, type RecordOf } from '../db/columns.ts';
import type { Reader, Tx } from '../db/driver.ts';
import { type AgentKey, keyValues } from './store.ts';

/** `until` is undefined while the visit lasts. */
const fields = { since: number, until: optional<number>() };
export type Visit = RecordOf<typeof fields>;
const visits = columnsOf(fields);

const ofAgent = 'proof_type = ? AND role = ? AND agent_id = ?';

/** At most this many visits of an agent are read, the newest ones. */
const mostVisits = 5_000;

export const endVisit = (tx: Tx, agent: AgentKey, at: number) =>
  tx.run(`UPDATE visit SET until = ? WHERE ${ofAgent} AND until IS NULL`, [at, ...keyValues(agent)]);

/** Begins a visit. A visit that has not ended yet ends now, because the new connection replaces the old one. */
export const beginVisit = async (tx: Tx, agent: AgentKey, at: number): Promise<void> => {
  await endVisit(tx, agent, at);
  await tx.run(
    `INSERT INTO visit (proof_type, role, agent_id, since) VALUES (?, ?, ?, ?)
     ON CONFLICT (proof_type, role, agent_id, since) DO UPDATE SET until = NULL`,
    [...keyValues(agent), at],
  );
};

/** Makes the last visit go on, after another node ended it too early. */
export const resumeVisit = (tx: Tx, agent: AgentKey) =>
  tx.run(`UPDATE visit SET until = NULL WHERE ${ofAgent} AND since = (SELECT MAX(since) FROM visit WHERE ${ofAgent})`, [
    ...keyValues(agent),
    ...keyValues(agent),
  ]);

/** Ends the visits of all agents whose rows name this node. */
export const endVisitsAt = (tx: Tx, nodeId: string, at: number) =>
  tx.run(
    `UPDATE visit SET until = ? WHERE until IS NULL AND EXISTS (SELECT 1 FROM agent a WHERE a.node_id = ? AND a.node_id <> ''
       AND a.proof_type = visit.proof_type AND a.role = visit.role AND a.id = visit.agent_id)`,
    [at, nodeId],
  );

export const visitsSince = async (db: Reader, agent: AgentKey, since: number): Promise<Visit[]> => {
  const sql = `SELECT since, until FROM visit WHERE ${ofAgent} AND (until IS NULL OR until > ?) ORDER BY since DESC LIMIT ?`;
  return (await visits.list(db, sql, [...keyValues(agent), since, mostVisits])).reverse();
};

export const forgetVisits = (tx: Tx, endedBefore: number) => tx.run('DELETE FROM visit WHERE until < ?', [endedBefore]);
