import type { Reader, Tx } from '../db/driver.ts';
import { endVisitsAt } from '../network/visit-store.ts';

export const renewNode = (tx: Tx, nodeId: string, now: number, leaseUntil: number) =>
  tx.run(
    `INSERT INTO node (id, started_at, lease_until) VALUES (?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET lease_until = excluded.lease_until`,
    [nodeId, now, leaseUntil],
  );

/** A node that ends, or has been silent for long: its agents are where they were last seen, and connected no more. */
export const releaseNode = async (tx: Tx, nodeId: string, lastAlive: number): Promise<void> => {
  await endVisitsAt(tx, nodeId, lastAlive);
  await tx.run(`UPDATE agent SET node_id = '', last_alive = ? WHERE node_id = ?`, [lastAlive, nodeId]);
  await tx.run('DELETE FROM node WHERE id = ?', [nodeId]);
};

export const findNodes = async (db: Reader, leaseUntilBefore: number): Promise<{ id: string; leaseUntil: number }[]> =>
  (await db.all('SELECT id, lease_until FROM node WHERE lease_until < ?', [leaseUntilBefore])).map((row) => ({
    id: row.id as string,
    leaseUntil: row.lease_until as number,
  }));

export const hasOtherNodes = async (db: Reader, nodeId: string, now: number): Promise<boolean> =>
  (await db.get('SELECT 1 AS one FROM node WHERE id <> ? AND lease_until > ? LIMIT 1', [nodeId, now])) !== undefined;

/** How many agents each node that is alive has. */
export const agentsByNode = async (db: Reader, now: number): Promise<Record<string, number>> =>
  Object.fromEntries(
    (
      await db.all(
        `SELECT n.id, COUNT(a.id) AS agents FROM node n LEFT JOIN agent a ON a.node_id = n.id
         WHERE n.lease_until > ? GROUP BY n.id`,
        [now],
      )
    ).map((row) => [row.id as string, Number(row.agents)]),
  );

export interface Connected {
  readonly proofType: string;
  readonly role: string;
  readonly id: string;
  readonly connectionId: string;
}

/** Who the database says is connected to a node. */
export const connectedTo = async (db: Reader, nodeId: string): Promise<Connected[]> =>
  (await db.all('SELECT proof_type, role, id, connection_id FROM agent WHERE node_id = ?', [nodeId])).map((row) => ({
    proofType: row.proof_type as string,
    role: row.role as string,
    id: row.id as string,
    connectionId: row.connection_id as string,
  }));
