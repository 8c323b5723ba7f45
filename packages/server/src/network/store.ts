import type { Claims } from '@trigpoint/proofs';
import type { KeyType } from '@trigpoint/protocol';
import { nodeLeaseMs } from '../cluster/nodes.ts';
import { column, columnsOf, derived, json, number, type RecordOf, text } from '../db/columns.ts';
import type { Cursor } from '../db/cursors.ts';
import type { Reader, Row, Tx } from '../db/driver.ts';
import { inList, rowList } from '../db/lists.ts';
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
  /** The 20-byte address by which payers ask for the agent. */
  chainAddress: text,
  firstSeen: number,
};

/** What the newest connection says. */
const connection = {
  /** Two agents of one owner are never asked together. */
  owner: text,
  /** Hash of the description that it signed. Empty for an agent that last connected before there were descriptions. */
  description: text,
  projectName: text,
  projectPublicKey: text,
  claims: json<Claims>(),
  version: text,
  network: column<string>('subnet'),
  /** Where provers reach it; empty and 0 for provers. */
  udpAddress: text,
  udpPort: number,
  capacity: number,
  /** The node that it is connected to; '' after it left. */
  nodeId: text,
  connectionId: text,
  lastAlive: number,
  /** When it last came, went or was decided about, by the clock of the node that noted it. */
  changedAt: number,
};

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

/** What does not come from the agent itself. */
const record = {
  challenges: number,
  successes: number,
  /** When the lease of its node ends; 0 if it is not connected. */
  leaseUntil: number,
  lastAlive: derived((row) => Math.max(row.last_alive as number, (row.lease_until as number) - nodeLeaseMs)),
  /** The newest verified result about it: the named values of the result, and what was asked instead of what was estimated. */
  verifiedResult: derived<Readonly<Record<string, string>> | undefined>((row) =>
    row.verified_result === '' ? undefined : JSON.parse(row.verified_result as string),
  ),
  /** Whether it may be drawn. Undefined for provers, and for a challenger that last connected before there were admissions. */
  admission: derived(admissionFrom),
  /** Since when it may be drawn; undefined where it may not. */
  admittedSince: derived((row) => (row.admission_status === 'admitted' ? (row.admission_since as number) : undefined)),
};

export interface Agent extends RecordOf<typeof identity & typeof connection & typeof record> {}

const agents = columnsOf({ ...identity, ...connection });
const whole = columnsOf({ ...identity, ...connection, ...record });

const admissionColumns = `d.status AS admission_status, d.reason AS admission_reason, d.since AS admission_since,
  d.since_block AS admission_block, d.decided_by AS admission_by`;
const withAdmission = `LEFT JOIN admission d ON a.role = 'challenger' AND d.proof_type = a.proof_type AND d.id = a.id`;
const columns = `a.*, COALESCE(n.lease_until, 0) AS lease_until, ${admissionColumns}`;
const source = `FROM agent a LEFT JOIN node n ON n.id = a.node_id ${withAdmission}`;
const select = `SELECT ${columns} ${source}`;

const ofAgent = 'proof_type = ? AND role = ? AND id = ?';
export type AgentKey = Pick<Agent, 'proofType' | 'role' | 'id'>;
/** The newest connection of an agent. */
export type ConnectedAgent = AgentKey & Pick<Agent, 'connectionId'>;
export const keyValues = ({ proofType, role, id }: AgentKey) => [proofType, role, id];

const keys = columnsOf({ proofType: text, role: column<AgentRole>(), id: text });
/** Where an agent is connected. */
const places = columnsOf({ proofType: text, role: column<AgentRole>(), id: text, nodeId: text, connectionId: text });
const connections = columnsOf(connection);
/** The number of agents is spread over this many rows, so that first arrivals rarely wait for each other's lock. */
const countShards = 16;
const shardOf = (id: string): number => (id.charCodeAt(id.length - 1) + id.charCodeAt(id.length - 2)) % countShards;

/**
 * Stores an agent with its newest connection. Statements of an older connection then find another connection id and do
 * nothing.
 */
export const upsertAgent = async (tx: Tx, it: Agent): Promise<void> => {
  const update = () =>
    tx.run(`UPDATE agent SET ${connections.assignments} WHERE ${ofAgent}`, [
      ...connections.values(it),
      ...keyValues(it),
    ]);
  if ((await update()) === 1) return;
  const inserted = await tx.run(
    `INSERT INTO agent (${agents.names}, challenges, successes) VALUES (${agents.marks}, 0, 0)
     ON CONFLICT (proof_type, role, id) DO NOTHING`,
    agents.values(it),
  );
  // Another connection of the same agent has inserted the row a moment ago.
  if (inserted === 0) await update();
  else await countAgents(tx, it, shardOf(it.id), 1);
};

const countAgents = (tx: Tx, { proofType, role }: Pick<AgentKey, 'proofType' | 'role'>, shard: number, by: number) =>
  tx.run(
    `INSERT INTO agent_count (proof_type, role, shard, n) VALUES (?, ?, ?, ?)
     ON CONFLICT (proof_type, role, shard) DO UPDATE SET n = agent_count.n + excluded.n`,
    [proofType, role, shard, by],
  );

/**
 * Counts agents that were deleted. Call it last in a transaction, because agents that come for the first time
 * wait for the locks of these rows.
 */
export const countForgotten = async (tx: Tx, gone: readonly AgentKey[]): Promise<void> => {
  const shards = new Map<string, { of: AgentKey; shard: number; n: number }>();
  for (const of of gone) {
    const shard = shardOf(of.id);
    const name = `${of.proofType}/${of.role}/${shard}`;
    shards.set(name, { of, shard, n: (shards.get(name)?.n ?? 0) + 1 });
  }
  // Two nodes that forget at once lock the rows in the same order.
  for (const [, { of, shard, n }] of [...shards].sort(([a], [b]) => (a < b ? -1 : 1)))
    await countAgents(tx, of, shard, -n);
};

/**
 * Deletes at most `most` provers that nobody has asked about and that have been away since a time. Returns who they were.
 * `countForgotten` counts them.
 */
export const forgetUnasked = (tx: Tx, awaySince: number, most: number): Promise<AgentKey[]> =>
  forgetAway(tx, 'prover', '', awaySince, most);

/** Deletes at most `most` candidates that nobody has decided about and that have been away since a time. Returns who they were. */
export const forgetCandidates = async (tx: Tx, awaySince: number, most: number): Promise<AgentKey[]> => {
  const isUndecided = `status = 'candidate' AND decided_by = 'arrival'`;
  const isCandidate = `AND EXISTS (SELECT 1 FROM admission d
    WHERE d.proof_type = agent.proof_type AND d.id = agent.id AND ${isUndecided})`;
  const gone = await forgetAway(tx, 'challenger', isCandidate, awaySince, most);
  if (gone.length === 0) return gone;
  const { marks, values } = rowList(
    '(?, ?)',
    gone.map((it) => [it.proofType, it.id]),
  );
  await tx.run(`DELETE FROM admission WHERE (proof_type, id) IN (VALUES ${marks}) AND ${isUndecided}`, values);
  return gone;
};

const forgetAway = (tx: Tx, role: AgentRole, also: string, awaySince: number, most: number): Promise<AgentKey[]> => {
  const isAway = `role = '${role}' AND challenges = 0 AND node_id = '' AND last_alive < ?`;
  // The condition is asked twice, because an agent may come back after the inner SELECT has found it.
  return keys.list(
    tx,
    `DELETE FROM agent WHERE ${isAway} AND (proof_type, id) IN
       (SELECT proof_type, id FROM agent WHERE ${isAway} ${also} ORDER BY last_alive LIMIT CAST(? AS BIGINT))
     RETURNING ${keys.names}`,
    [awaySince, awaySince, most],
  );
};

export const releaseAgent = (tx: Tx, key: ConnectedAgent, lastAlive: number) =>
  tx.run(`UPDATE agent SET node_id = '', last_alive = ?, changed_at = ? WHERE ${ofAgent} AND connection_id = ?`, [
    ...[lastAlive, lastAlive],
    ...[...keyValues(key), key.connectionId],
  ]);

export const reclaimAgent = (tx: Tx, key: ConnectedAgent, nodeId: string, at: number) =>
  tx.run(`UPDATE agent SET node_id = ?, changed_at = ? WHERE ${ofAgent} AND connection_id = ?`, [
    ...[nodeId, at],
    ...[...keyValues(key), key.connectionId],
  ]);

/** Marks an agent as changed, for example after a decision about its admission. Locks its row. */
export const touchAgent = (tx: Tx, key: AgentKey, at: number) =>
  tx.run(`UPDATE agent SET changed_at = ? WHERE ${ofAgent}`, [at, ...keyValues(key)]);

/** CROSS JOIN makes SQLite begin with the nodes. Otherwise it would read every agent there ever was and look for its node. */
const ofLiveNodes = `FROM node n CROSS JOIN agent a`;
const isOfLiveNode = `a.node_id = n.id AND a.node_id <> '' AND n.lease_until > ?`;

export const aliveAgents = (db: Reader, proofType: string, role: AgentRole, now: number): Promise<Agent[]> =>
  whole.list(
    db,
    `SELECT a.*, n.lease_until, ${admissionColumns} ${ofLiveNodes} ${withAdmission}
     WHERE ${isOfLiveNode} AND a.proof_type = ? AND a.role = ?`,
    [now, proofType, role],
  );

interface ChangedAgent {
  readonly id: string;
  /** Whether an agent that was read before has not changed. */
  readonly isStill: (known: Agent) => boolean;
  readonly read: () => Agent;
}

/** Agents that came, went or were decided about after a time. */
export const changedAgents = async (
  db: Reader,
  proofType: string,
  role: AgentRole,
  after: number,
): Promise<ChangedAgent[]> =>
  (await db.all(`${select} WHERE a.proof_type = ? AND a.role = ? AND a.changed_at > ?`, [proofType, role, after])).map(
    (row) => ({
      id: row.id as string,
      isStill: (known) =>
        known.changedAt === row.changed_at &&
        known.connectionId === row.connection_id &&
        known.nodeId === row.node_id &&
        (known.admission?.status ?? null) === row.admission_status &&
        (known.admission?.since ?? null) === row.admission_since,
      read: () => whole.read(row),
    }),
  );

/** Where the agents that came or went after a time are connected now. */
export const movedAgents = (db: Reader, { proofType, role }: Pick<Agent, 'proofType' | 'role'>, after: number) => {
  const sql = `SELECT ${places.names} FROM agent WHERE proof_type = ? AND role = ? AND changed_at > ?`;
  return places.list(db, sql, [proofType, role, after]);
};

export const findAgent = (db: Reader, proofType: string, role: AgentRole, id: string): Promise<Agent | undefined> =>
  whole.find(db, `${select} WHERE a.proof_type = ? AND a.role = ? AND a.id = ?`, [proofType, role, id]);

/** The hash of the description that a challenger signed last; empty if it was never connected. */
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
  // One address has few rows. With more conditions SQLite would choose another index and read every prover, so the rest is
  // filtered here.
  const found = await whole.list(db, `${select} WHERE a.chain_address = ? AND a.proof_type = ?`, [
    chainAddress,
    proofType,
  ]);
  return found.find((it) => it.role === 'prover' && it.id.startsWith(`${family}/`));
};

/** The agents of an owner. An agent that names no owner has its own key as owner. */
export const agentsOfOwner = (db: Reader, owner: string): Promise<Agent[]> =>
  whole.list(db, `${select} WHERE a.owner = ?`, [owner]);

/** Orders agents in lists. Connected agents come first, then those that left, the last to leave first. */
const rank = `(CASE WHEN a.node_id = '' THEN a.last_alive ELSE 9007199254740991 END)`;
const selectPlaces = `SELECT ${rank} AS place, a.id FROM agent a WHERE a.proof_type = ? AND a.role = ?`;

/** The positions of agents in lists, after `from` agents or after a position. Skipped agents cost time, a position does not. */
const placesAfter = async (
  db: Reader,
  kind: readonly [proofType: string, role: AgentRole],
  from: number | Cursor,
  limit: number,
): Promise<Row[]> => {
  const order = `ORDER BY ${rank} DESC, a.id LIMIT ?`;
  if (typeof from === 'number') return db.all(`${selectPlaces} ${order} OFFSET ?`, [...kind, limit, from]);
  // Two statements, each a range of the index. One condition for both would read every agent of the same rank. A CAST would keep
  // SQLite from using the index.
  const equal = `${selectPlaces} AND ${rank} = ? AND a.id > ? ORDER BY a.id LIMIT ?`;
  const rows = await db.all(equal, [...kind, from.at, from.id, limit]);
  if (rows.length === limit) return rows;
  const lower = `${selectPlaces} AND ${rank} < ? ${order}`;
  return [...rows, ...(await db.all(lower, [...kind, from.at, limit - rows.length]))];
};

/** The ids of a page of agents, how many agents there are, and the position after which the next page begins, if there is one. */
export const pageAgents = async (
  db: Reader,
  proofType: string,
  role: AgentRole,
  from: number | Cursor,
  limit: number,
): Promise<{ ids: string[]; total: number; next: Cursor | undefined }> => {
  const [found, counted] = await Promise.all([
    placesAfter(db, [proofType, role], from, limit + 1),
    db.get('SELECT SUM(n) AS total FROM agent_count WHERE proof_type = ? AND role = ?', [proofType, role]),
  ]);
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return {
    ids: rows.map((row) => row.id as string),
    total: Number(counted?.total ?? 0),
    next: last && { at: Number(last.place), id: last.id as string },
  };
};

/** The agents with these ids, in this order. Agents that were deleted are left out. */
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
    return row ? [whole.read(row)] : [];
  });
};

export const countAlive = (db: Reader, now: number) =>
  columnsOf({ proofType: text, role: text, n: number }).list(
    db,
    `SELECT a.proof_type, a.role, COUNT(*) AS n ${ofLiveNodes} WHERE ${isOfLiveNode} GROUP BY a.proof_type, a.role`,
    [now],
  );

/** Marks the agents of a node that ended as not connected. */
export const releaseAgentsOf = (tx: Tx, nodeId: string, lastAlive: number, now: number) =>
  tx.run(`UPDATE agent SET node_id = '', last_alive = ?, changed_at = ? WHERE node_id = ? AND node_id <> ''`, [
    ...[lastAlive, now, nodeId],
  ]);

/** How many agents each node that is alive has. */
export const agentsByNode = async (db: Reader, now: number): Promise<Record<string, number>> =>
  Object.fromEntries(
    (
      await db.all(
        `SELECT n.id, (SELECT COUNT(*) FROM agent a WHERE a.node_id = n.id AND a.node_id <> '') AS agents
         FROM node n WHERE n.lease_until > ?`,
        [now],
      )
    ).map((row) => [row.id as string, Number(row.agents)]),
  );

/** The agents that are connected to a node according to the database. */
export const connectedTo = (db: Reader, nodeId: string): Promise<ConnectedAgent[]> =>
  places.list(db, `SELECT ${places.names} FROM agent WHERE node_id = ? AND node_id <> ''`, [nodeId]);

/**
 * Adds one challenge to the record of each of these agents. One statement does all, so that endings with common agents wait
 * least.
 */
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

/** Adds one passed challenge to a prover's record. Stores the result in the agent's row, where pages and lists read it. */
export const countVerified = (tx: Tx, proofType: string, proverId: string, result: Readonly<Record<string, string>>) =>
  tx.run(
    `UPDATE agent SET challenges = challenges + 1, successes = successes + 1, verified_result = ?
     WHERE proof_type = ? AND role = 'prover' AND id = ?`,
    [JSON.stringify(result), proofType, proverId],
  );
