import type { Claims } from '@trigpoint/proofs';
import type { KeyType } from '@trigpoint/protocol';
import { nodeLeaseMs } from '../cluster/nodes.ts';
import { column, columnsOf, json, number, type RecordOf, text } from '../db/columns.ts';
import type { Reader, Row, Tx } from '../db/driver.ts';
import { inList } from '../db/lists.ts';
import type { Admission, AdmissionStatus } from './admission-store.ts';

export type AgentRole = 'prover' | 'challenger';

/** What never changes after an agent was first seen. */
const identity = {
  proofType: text,
  role: column<AgentRole>(),
  /** `IPv4/<publicKey>` or `IPv6/<publicKey>`. */
  id: text,
  keyType: column<KeyType>(),
  publicKey: text,
  /** The 20 bytes a payer asks for it under. */
  chainAddress: text,
  firstSeen: number,
};

/** What the newest connection says. */
const connection = {
  /** Two agents of one owner are never asked together. */
  owner: text,
  /** Hash of the description that it signed; empty for one that has not been here since there are descriptions. */
  description: text,
  projectName: text,
  projectPublicKey: text,
  claims: json<Claims>(),
  version: text,
  subnet: text,
  /** Where provers reach it; empty and 0 for provers. */
  udpAddress: text,
  udpPort: number,
  capacity: number,
  /** The node its socket is on; '' when it left. */
  nodeId: text,
  connectionId: text,
  lastAlive: number,
};

const record = {
  challenges: number,
  successes: number,
  /** How long its node vouches for it; 0 when it is not connected. */
  leaseUntil: number,
};

export interface Agent extends RecordOf<typeof identity & typeof connection & typeof record> {
  /** The newest verified result about it, named values as in consolidated_result; undefined when there is none. */
  readonly verifiedResult: Readonly<Record<string, string>> | undefined;
  /** Whether it may be drawn; undefined for provers, and for a challenger that has not said hello since there are admissions. */
  readonly admission: Admission | undefined;
  /** Since when it may be drawn; undefined where it may not. */
  readonly admittedSince: number | undefined;
}

const agents = columnsOf({ ...identity, ...connection });
const records = columnsOf(record);

const admissionColumns = `d.status AS admission_status, d.reason AS admission_reason, d.since AS admission_since,
  d.since_block AS admission_block, d.decided_by AS admission_by`;
const withAdmission = `LEFT JOIN admission d ON a.role = 'challenger' AND d.proof_type = a.proof_type AND d.id = a.id`;
const columns = `a.*, COALESCE(n.lease_until, 0) AS lease_until, ${admissionColumns}`;
const source = `FROM agent a LEFT JOIN node n ON n.id = a.node_id ${withAdmission}`;
const select = `SELECT ${columns} ${source}`;

const admissionFrom = (row: Row): Admission | undefined =>
  row.admission_status === null
    ? undefined
    : {
        status: row.admission_status as AdmissionStatus,
        reason: row.admission_reason as string,
        since: row.admission_since as number,
        sinceBlock: row.admission_block as number | null,
        by: row.admission_by as string,
      };

const fromRow = (row: Row): Agent => ({
  ...agents.read(row),
  ...records.read(row),
  lastAlive: Math.max(row.last_alive as number, (row.lease_until as number) - nodeLeaseMs),
  verifiedResult: row.verified_result === '' ? undefined : JSON.parse(row.verified_result as string),
  admission: admissionFrom(row),
  admittedSince: row.admission_status === 'admitted' ? (row.admission_since as number) : undefined,
});

/** The newest connection of an agent owns its row; an older one finds its connection id gone. */
export const upsertAgent = (tx: Tx, it: Agent) =>
  tx.run(
    `INSERT INTO agent (${agents.names}, challenges, successes) VALUES (${agents.marks}, 0, 0)
     ON CONFLICT (proof_type, role, id) DO UPDATE SET ${columnsOf(connection).replacements}`,
    agents.values(it),
  );

export const releaseAgent = (
  tx: Tx,
  key: Pick<Agent, 'proofType' | 'role' | 'id' | 'connectionId'>,
  lastAlive: number,
) =>
  tx.run(
    `UPDATE agent SET node_id = '', last_alive = ? WHERE proof_type = ? AND role = ? AND id = ? AND connection_id = ?`,
    [lastAlive, key.proofType, key.role, key.id, key.connectionId],
  );

export const reclaimAgent = (tx: Tx, key: Pick<Agent, 'proofType' | 'role' | 'id' | 'connectionId'>, nodeId: string) =>
  tx.run(`UPDATE agent SET node_id = ? WHERE proof_type = ? AND role = ? AND id = ? AND connection_id = ?`, [
    nodeId,
    key.proofType,
    key.role,
    key.id,
    key.connectionId,
  ]);

export const aliveAgents = async (db: Reader, proofType: string, role: AgentRole, now: number): Promise<Agent[]> =>
  (
    await db.all(
      `SELECT a.*, n.lease_until, ${admissionColumns} FROM node n JOIN agent a ON a.node_id = n.id ${withAdmission}
       WHERE n.lease_until > ? AND a.proof_type = ? AND a.role = ?`,
      [now, proofType, role],
    )
  ).map(fromRow);

export const findAgent = async (
  db: Reader,
  proofType: string,
  role: AgentRole,
  id: string,
): Promise<Agent | undefined> => {
  const row = await db.get(`${select} WHERE a.proof_type = ? AND a.role = ? AND a.id = ?`, [proofType, role, id]);
  return row && fromRow(row);
};

/** The hash of the description that a challenger signed last; empty where it was never here. */
export const describedBy = async (db: Reader, proofType: string, id: string): Promise<string> => {
  const key = [proofType, 'challenger', id];
  const row = await db.get('SELECT description FROM agent WHERE proof_type = ? AND role = ? AND id = ?', key);
  return (row?.description as string | undefined) ?? '';
};

/** The prover a payer asked for by its address on chain. */
export const findProver = async (
  db: Reader,
  proofType: string,
  chainAddress: string,
  family: 'IPv4' | 'IPv6',
): Promise<Agent | undefined> => {
  // One address has few rows, and nothing but the address may lead SQLite to them: it would read every prover instead.
  const rows = await db.all(`${select} WHERE a.chain_address = ? AND a.proof_type = ?`, [chainAddress, proofType]);
  return rows.map(fromRow).find((it) => it.role === 'prover' && it.id.startsWith(`${family}/`));
};

/** Those that work for an owner. An agent without one works for its own key. */
export const agentsOfOwner = async (db: Reader, owner: string): Promise<Agent[]> =>
  (await db.all(`${select} WHERE a.owner = ?`, [owner])).map(fromRow);

/** The ids of a page of agents, those who are here first, and how many there are. */
export const pageAgents = async (
  db: Reader,
  proofType: string,
  role: AgentRole,
  skip: number,
  limit: number,
): Promise<{ ids: string[]; total: number }> => {
  const count = 'SELECT COUNT(*) FROM agent WHERE proof_type = ? AND role = ?';
  const rows = await db.all(
    `SELECT a.id, (${count}) AS total FROM agent a WHERE a.proof_type = ? AND a.role = ?
     ORDER BY (CASE WHEN a.node_id = '' THEN a.last_alive ELSE 9007199254740991 END) DESC, a.id LIMIT ? OFFSET ?`,
    [proofType, role, proofType, role, limit, skip],
  );
  const counted = rows[0] ?? (await db.get(`SELECT (${count}) AS total`, [proofType, role]));
  return { ids: rows.map((row) => row.id as string), total: Number(counted?.total) };
};

/** These agents, in this order; those that are gone are left out. */
export const findAgents = async (
  db: Reader,
  proofType: string,
  role: AgentRole,
  ids: readonly string[],
): Promise<Agent[]> => {
  if (ids.length === 0) return [];
  const { marks, values } = inList(ids);
  const sql = `${select} WHERE a.proof_type = ? AND a.role = ? AND a.id IN (${marks})`;
  const found = new Map((await db.all(sql, [proofType, role, ...values])).map((row) => [row.id as string, row]));
  return ids.flatMap((id) => {
    const row = found.get(id);
    return row ? [fromRow(row)] : [];
  });
};

export const countAlive = async (db: Reader, now: number): Promise<{ proofType: string; role: string; n: number }[]> =>
  (
    await db.all(
      `SELECT a.proof_type, a.role, COUNT(*) AS n FROM node n JOIN agent a ON a.node_id = n.id
       WHERE n.lease_until > ? GROUP BY a.proof_type, a.role`,
      [now],
    )
  ).map((row) => ({ proofType: row.proof_type as string, role: row.role as string, n: Number(row.n) }));

/** The agents of a node that ended: they are where they were last seen, and connected no more. */
export const releaseAgentsOf = (tx: Tx, nodeId: string, lastAlive: number) =>
  tx.run(`UPDATE agent SET node_id = '', last_alive = ? WHERE node_id = ?`, [lastAlive, nodeId]);

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

export interface ConnectedAgent {
  readonly proofType: string;
  readonly role: string;
  readonly id: string;
  readonly connectionId: string;
}

/** Who the database says is connected to a node. */
export const connectedTo = async (db: Reader, nodeId: string): Promise<ConnectedAgent[]> =>
  (await db.all('SELECT proof_type, role, id, connection_id FROM agent WHERE node_id = ?', [nodeId])).map((row) => ({
    proofType: row.proof_type as string,
    role: row.role as string,
    id: row.id as string,
    connectionId: row.connection_id as string,
  }));

/** One more challenge on the record of each of these agents, in one statement: endings that share agents wait least. */
export const countChallenges = async (
  tx: Tx,
  proofType: string,
  role: 'prover' | 'challenger',
  ids: readonly string[],
  successes: readonly string[],
): Promise<void> => {
  if (ids.length === 0) return;
  const all = inList(ids);
  const good = successes.length === 0 ? { marks: 'NULL', values: [] } : inList(successes);
  await tx.run(
    `UPDATE agent SET challenges = challenges + 1, successes = successes + CASE WHEN id IN (${good.marks}) THEN 1 ELSE 0 END
     WHERE proof_type = ? AND role = ? AND id IN (${all.marks})`,
    [...good.values, proofType, role, ...all.values],
  );
};

/** One more challenge on a prover's record that it passed; its result is kept where the agent's page and lists find it. */
export const countVerified = (tx: Tx, proofType: string, proverId: string, result: Readonly<Record<string, string>>) =>
  tx.run(
    `UPDATE agent SET challenges = challenges + 1, successes = successes + 1, verified_result = ?
     WHERE proof_type = ? AND role = 'prover' AND id = ?`,
    [JSON.stringify(result), proofType, proverId],
  );
