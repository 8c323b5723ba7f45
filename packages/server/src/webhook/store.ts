import type { WebhookKind } from '@trigpoint/protocol';
import { column, columnsOf, json, number, optional, type RecordOf, text } from '../db/columns.ts';
import type { Db, Reader, Tx } from '../db/driver.ts';
import { hourMs } from '../times.ts';

const webhookFields = {
  id: text,
  owner: text,
  network: text,
  url: text,
  kinds: json<readonly WebhookKind[]>(),
  state: column<'on' | 'paused' | 'failing'>(),
  secret: text,
  previousSecret: text,
  previousUntil: number,
  createdAt: number,
  leaseUntil: number,
  quietUntil: number,
  failures: number,
};
export type Webhook = RecordOf<typeof webhookFields>;
const webhooks = columnsOf(webhookFields);

const deliveryFields = {
  id: text,
  webhookId: text,
  kind: text,
  body: text,
  state: column<'waiting' | 'delivered' | 'given_up'>(),
  tries: number,
  answer: text,
  createdAt: number,
  dueAt: number,
  giveUpAt: number,
  endedAt: optional<number>(),
};
export type Delivery = RecordOf<typeof deliveryFields>;
const deliveries = columnsOf(deliveryFields);

/**
 * Leases and pauses end within a minute, and a message is due within four hours. A time further ahead was written before the
 * clock was set back, and counts as over. These limits are longer, because the clocks of nodes differ.
 */
const mostAheadMs = 120_000;
const mostDueAheadMs = 5 * hourMs;

export const insertWebhook = (tx: Tx, it: Webhook) =>
  tx.run(`INSERT INTO webhook (${webhooks.names}) VALUES (${webhooks.marks})`, webhooks.values(it));

/** How many webhooks there are: of a key, from a network, or in all. */
export const countWebhooks = async (
  reader: Reader,
  of: Partial<Pick<Webhook, 'owner' | 'network'>>,
): Promise<number> => {
  const conditions = Object.keys(of).map((name) => `AND ${name} = ?`);
  const row = await reader.get(
    `SELECT count(*) AS n FROM webhook WHERE 1 = 1 ${conditions.join(' ')}`,
    Object.values(of),
  );
  return Number(row?.n);
};

export const listWebhooks = async (reader: Reader, owner: string): Promise<(Webhook & { waiting: number })[]> => {
  const rows = await reader.all(
    `SELECT ${webhooks.names}, (SELECT count(*) FROM delivery d WHERE d.webhook_id = webhook.id AND d.state = 'waiting') AS waiting
     FROM webhook WHERE owner = ? ORDER BY created_at, id`,
    [owner],
  );
  return rows.map((row) => ({ ...webhooks.read(row), waiting: Number(row.waiting) }));
};

/** The webhooks of these keys that are switched on. */
export const listOpen = (reader: Reader, owners: readonly string[]): Promise<Webhook[]> => {
  const marks = owners.map(() => '?').join(', ');
  const sql = `SELECT ${webhooks.names} FROM webhook WHERE owner IN (${marks}) AND state = 'on' ORDER BY id`;
  return webhooks.list(reader, sql, owners);
};

/** Webhooks that are told about agents and whose owner has one, by their ids, after `after`. */
export const listTelling = (reader: Reader, after: string, limit: number): Promise<Webhook[]> =>
  webhooks.list(
    reader,
    `SELECT ${webhooks.names} FROM webhook WHERE id > ? AND state = 'on' AND kinds LIKE '%"agent.%'
       AND EXISTS (SELECT 1 FROM agent a WHERE a.owner = webhook.owner) ORDER BY id LIMIT ?`,
    [after, limit],
  );

export const findWebhook = (reader: Reader, id: string): Promise<Webhook | undefined> =>
  webhooks.find(reader, `SELECT ${webhooks.names} FROM webhook WHERE id = ?`, [id]);

/** Changes a webhook of this owner. Returns false if it belongs to somebody else or does not exist. */
export const changeWebhook = async (
  tx: Tx,
  { id, owner }: Pick<Webhook, 'id' | 'owner'>,
  { kinds, state }: Partial<Pick<Webhook, 'kinds' | 'state'>>,
): Promise<boolean> =>
  (await tx.run(
    `UPDATE webhook SET kinds = coalesce(?, kinds), state = coalesce(?, state), quiet_until = 0, failures = 0
     WHERE id = ? AND owner = ?`,
    [kinds === undefined ? null : JSON.stringify(kinds), state ?? null, id, owner],
  )) === 1;

export const replaceSecret = async (
  tx: Tx,
  { id, owner }: Pick<Webhook, 'id' | 'owner'>,
  secret: string,
  previousUntil: number,
): Promise<boolean> =>
  (await tx.run(
    'UPDATE webhook SET previous_secret = secret, previous_until = ?, secret = ? WHERE id = ? AND owner = ?',
    [previousUntil, secret, id, owner],
  )) === 1;

export const deleteWebhook = async (tx: Tx, { id, owner }: Pick<Webhook, 'id' | 'owner'>): Promise<boolean> => {
  if ((await tx.run('DELETE FROM webhook WHERE id = ? AND owner = ?', [id, owner])) !== 1) return false;
  await tx.run('DELETE FROM delivery WHERE webhook_id = ?', [id]);
  await tx.run('DELETE FROM told_agent WHERE webhook_id = ?', [id]);
  return true;
};

export const insertDelivery = (tx: Tx, it: Delivery) =>
  tx.run(`INSERT INTO delivery (${deliveries.names}) VALUES (${deliveries.marks})`, deliveries.values(it));

/** The deliveries of a webhook, newest first. If `before` is given, only older ones. */
export const listDeliveries = (
  reader: Reader,
  webhookId: string,
  limit: number,
  before: string | undefined,
): Promise<Delivery[]> => {
  const after =
    before === undefined
      ? ''
      : 'AND (created_at, id) < (SELECT created_at, id FROM delivery WHERE id = ? AND webhook_id = ?)';
  return deliveries.list(
    reader,
    `SELECT ${deliveries.names} FROM delivery WHERE webhook_id = ? ${after} ORDER BY created_at DESC, id DESC LIMIT ?`,
    [webhookId, ...(before === undefined ? [] : [before, webhookId]), limit],
  );
};

export const replayDelivery = async (
  tx: Tx,
  { id, webhookId }: Pick<Delivery, 'id' | 'webhookId'>,
  at: number,
  giveUpAt: number,
): Promise<boolean> =>
  (await tx.run(
    `UPDATE delivery SET state = 'waiting', due_at = ?, give_up_at = ?, ended_at = NULL WHERE id = ? AND webhook_id = ?`,
    [at, giveUpAt, id, webhookId],
  )) === 1;

/**
 * Webhooks that have a message due, those that have waited longest first. Each gets a lease, so that one node at a time
 * delivers to it.
 */
export const leaseDue = (db: Db, at: number, leaseUntil: number, limit: number): Promise<Webhook[]> => {
  const ahead = [at + 1, at + mostAheadMs];
  const waiting = `SELECT 1 FROM delivery d WHERE d.webhook_id = w.id AND d.state = 'waiting'`;
  const lease = `UPDATE webhook SET lease_until = ? WHERE id IN (
      SELECT w.id FROM webhook w
      WHERE w.state = 'on' AND w.lease_until NOT BETWEEN ? AND ? AND w.quiet_until NOT BETWEEN ? AND ?
      AND (EXISTS (${waiting} AND d.due_at <= ?) OR EXISTS (${waiting} AND d.due_at > ?))
      ORDER BY CASE WHEN w.lease_until > ? THEN 0 ELSE w.lease_until END LIMIT ? ${db.skipLocked})
    RETURNING ${webhooks.names}`;
  const values = [leaseUntil, ...ahead, ...ahead, at, at + mostDueAheadMs, at, limit];
  return db.write((tx) => webhooks.list(tx, lease, values));
};

export const nextDue = async (reader: Reader, webhookId: string, at: number): Promise<Delivery | undefined> => {
  // Two queries, because with OR SQLite would read all messages that wait for the webhook.
  const first = (when: string, time: number) =>
    deliveries.find(
      reader,
      `SELECT ${deliveries.names} FROM delivery WHERE webhook_id = ? AND state = 'waiting' AND due_at ${when} ?
       ORDER BY due_at, created_at, id LIMIT 1`,
      [webhookId, time],
    );
  return (await first('<=', at)) ?? (await first('>', at + mostDueAheadMs));
};

/**
 * Stores the result of a try. A delivery that was replayed meanwhile has another `dueAt`; it is not changed and is tried
 * again.
 */
export const noteTry = (tx: Tx, it: Delivery, dueBefore: number) =>
  tx.run(
    `UPDATE delivery SET state = ?, tries = ?, answer = ?, due_at = ?, ended_at = ?
     WHERE id = ? AND state = 'waiting' AND due_at = ?`,
    [it.state, it.tries, it.answer, it.dueAt, it.endedAt ?? null, it.id, dueBefore],
  );

/** Whether a message arrived at the webhook since a time. */
export const hasDelivered = async (reader: Reader, webhookId: string, since: number): Promise<boolean> =>
  (await reader.get(
    `SELECT 1 AS found FROM delivery WHERE webhook_id = ? AND state = 'delivered' AND ended_at >= ?
     ORDER BY created_at DESC, id DESC LIMIT 1`,
    [webhookId, since],
  )) !== undefined;

export const endLeases = (tx: Tx) => tx.run('UPDATE webhook SET lease_until = 0 WHERE lease_until > 0');

/** Ends the lease of a webhook, and pauses it until `quietUntil`. The end of its lease says when it last had a turn. */
export const releaseWebhook = (
  tx: Tx,
  it: Pick<Webhook, 'id' | 'leaseUntil' | 'state' | 'quietUntil' | 'failures'>,
  at: number,
) =>
  tx.run(
    `UPDATE webhook SET lease_until = ?, quiet_until = ?, failures = ?,
     state = CASE WHEN state = 'on' THEN ? ELSE state END WHERE id = ? AND lease_until = ?`,
    [at, it.quietUntil, it.failures, it.state, it.id, it.leaseUntil],
  );

/** Deletes deliveries that ended before a time, and those that still wait but were to be given up before that time. */
export const forgetDeliveries = async (tx: Tx, before: number): Promise<void> => {
  await tx.run(`DELETE FROM delivery WHERE state <> 'waiting' AND ended_at < ?`, [before]);
  await tx.run(`DELETE FROM delivery WHERE state = 'waiting' AND give_up_at < ?`, [before]);
};

/** How many deliveries wait for a webhook. Counts to `most`. */
export const countWaiting = async (reader: Reader, webhookId: string, most: number): Promise<number> => {
  const row = await reader.get<{ n: number }>(
    `SELECT count(*) AS n FROM (SELECT 1 FROM delivery WHERE webhook_id = ? AND state = 'waiting' LIMIT ?) AS counted`,
    [webhookId, most],
  );
  return Number(row?.n ?? 0);
};

/** The webhooks with more than `most` waiting deliveries. */
export const listOverfull = async (reader: Reader, most: number): Promise<string[]> => {
  const rows = await reader.all<{ webhook_id: string }>(
    `SELECT webhook_id FROM delivery WHERE state = 'waiting' GROUP BY webhook_id HAVING count(*) > ?`,
    [most],
  );
  return rows.map((it) => it.webhook_id);
};

/**
 * Gives up waiting deliveries except the `kept` newest. It changes a limited number at a time, so that others do not wait
 * long.
 */
export const giveUpOldest = (tx: Tx, webhookId: string, kept: number, answer: string, at: number) =>
  tx.run(
    `UPDATE delivery SET state = 'given_up', answer = ?, ended_at = ? WHERE id IN (
       SELECT id FROM delivery WHERE webhook_id = ? AND state = 'waiting'
       ORDER BY created_at DESC, id DESC LIMIT 5000 OFFSET ?)`,
    [answer, at, webhookId, kept],
  );

/** What the webhook was last told about each agent: whether it is online. */
export const toldOnline = async (reader: Reader, webhookId: string): Promise<Map<string, boolean>> => {
  const rows = await reader.all<{ agent: string; is_online: number }>(
    'SELECT agent, is_online FROM told_agent WHERE webhook_id = ?',
    [webhookId],
  );
  return new Map(rows.map((it) => [it.agent, it.is_online === 1]));
};

/**
 * Stores that the webhook is told about an agent. `before` is what it was told last. Returns false if another node was
 * faster.
 */
export const noteOnline = async (
  tx: Tx,
  webhookId: string,
  agent: string,
  isOnline: boolean,
  before: boolean | undefined,
): Promise<boolean> =>
  before === undefined
    ? (await tx.run(
        'INSERT INTO told_agent (webhook_id, agent, is_online) VALUES (?, ?, ?) ON CONFLICT (webhook_id, agent) DO NOTHING',
        [webhookId, agent, Number(isOnline)],
      )) === 1
    : (await tx.run('UPDATE told_agent SET is_online = ? WHERE webhook_id = ? AND agent = ? AND is_online = ?', [
        Number(isOnline),
        webhookId,
        agent,
        Number(before),
      ])) === 1;
