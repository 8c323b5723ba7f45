import type { KeyType } from '@trigpoint/protocol';
import type { Reader, Row, Value } from '../db/driver.ts';
import { inList } from '../db/lists.ts';
import type { Task } from './tasks.ts';

const fromRow = (row: Row): Task => ({
  challengeId: row.challenge_id as string,
  attempt: row.attempt as number,
  proofType: row.proof_type as string,
  info: row.info as `0x${string}`,
  prover: {
    id: row.prover_id as string,
    keyType: row.prover_key_type as KeyType,
    publicKey: row.prover_public_key as string,
    claims: JSON.parse(row.prover_claims as string),
  },
  challenger: {
    id: row.challenger_id as string,
    keyType: row.key_type as KeyType,
    publicKey: row.public_key as string,
    claims: JSON.parse(row.claims as string),
    udpAddress: row.udp_address as string,
    udpPort: row.udp_port as number,
  },
  context: JSON.parse(row.context as string),
  token: row.token as string,
  tag: row.tag as string,
  dueAt: row.due_at as number | null,
});

/**
 * Tasks given out that still have time. `which` narrows a (assignment), c (challenge), p (prover), m (challenger). The first
 * condition on the state is that of the indexes of open work. Without it the database would not use them.
 */
const openTasks = (db: Reader, now: number, which: string, values: readonly Value[], limit: number): Promise<Row[]> =>
  db.all(
    `SELECT a.challenge_id, a.attempt, a.challenger_id, a.token, a.tag, a.context, a.asked_at, a.due_at, c.proof_type, c.info,
       c.prover_id, c.prover_claims, p.key_type AS prover_key_type, p.public_key AS prover_public_key,
       p.node_id AS prover_node, m.key_type, m.public_key, m.claims, m.udp_address, m.udp_port, m.node_id
     FROM assignment a
     JOIN challenge c ON c.id = a.challenge_id AND c.attempt = a.attempt
     JOIN agent p ON p.proof_type = c.proof_type AND p.role = 'prover' AND p.id = c.prover_id
     JOIN agent m ON m.proof_type = c.proof_type AND m.role = 'challenger' AND m.id = a.challenger_id
     WHERE a.state IN ('asked', 'waiting') AND a.state = 'asked' AND a.due_at > ? AND c.due_at IS NOT NULL AND a.context <> ''
       AND ${which}
     ORDER BY a.asked_at LIMIT ?`,
    [now, ...values, limit],
  );

/** The open tasks of an agent that has connected again. */
export const tasksOf = async (
  db: Reader,
  agent: { readonly proofType: string; readonly role: 'prover' | 'challenger'; readonly id: string },
  now: number,
  limit: number,
): Promise<Task[]> => {
  const which = agent.role === 'challenger' ? 'a.challenger_id = ?' : 'c.prover_id = ?';
  const rows = await openTasks(db, now, `c.proof_type = ? AND ${which}`, [agent.proofType, agent.id], limit);
  return rows.map(fromRow);
};

export interface TaskOnNode {
  readonly task: Task;
  /** Which agents of the task are connected to the node. */
  readonly roles: readonly ('prover' | 'challenger')[];
}

const onNode = '(p.node_id = ? OR m.node_id = ?)';

const forNode = (rows: readonly Row[], nodeId: string): TaskOnNode[] =>
  rows.map((row) => ({
    task: fromRow(row),
    roles: [
      ...(row.node_id === nodeId ? (['challenger'] as const) : []),
      ...(row.prover_node === nodeId ? (['prover'] as const) : []),
    ],
  }));

/** Tasks of these challenges whose agents are connected to this node. */
export const tasksOnNode = async (
  db: Reader,
  nodeId: string,
  challengeIds: readonly string[],
  now: number,
  limit: number,
): Promise<TaskOnNode[]> => {
  const { marks, values } = inList(challengeIds);
  const which = `a.challenge_id IN (${marks}) AND ${onNode}`;
  return forNode(await openTasks(db, now, which, [...values, nodeId, nodeId], limit), nodeId);
};

/** The tasks that any node gave out before a time, and whose agents are connected to this node. */
export const openTasksOnNode = async (
  db: Reader,
  nodeId: string,
  askedBefore: number,
  now: number,
  limit: number,
): Promise<TaskOnNode[]> =>
  forNode(await openTasks(db, now, `a.asked_at <= ? AND ${onNode}`, [askedBefore, nodeId, nodeId], limit), nodeId);
