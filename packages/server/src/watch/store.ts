import type { Finding, SlotResult, WatchChange } from '@trigpoint/log';
import { column, columnsOf, flag, number, text } from '../db/columns.ts';
import type { Reader, Tx } from '../db/driver.ts';
import { inList, plannedOnce } from '../db/lists.ts';
import { onceColumns } from '../db/once.ts';

/** After a slot that found a change, an extra slot is due or asked. It belongs to the window before `nextNumber`. */
type ExtraPhase = 'extra_due' | 'extra_asked';
export type Phase = 'waiting' | 'opened' | 'asked' | ExtraPhase | 'over';

const watches = columnsOf({
  id: text,
  proofType: text,
  /** Key type and key. */
  payer: text,
  /** The address family, and the address by which the prover is asked for. */
  prover: text,
  name: text,
  addedAt: number,
  phase: column<Phase>(),
  /** The first window without an outcome. */
  nextNumber: number,
  /** The id of its newest entry in the log. */
  lastEntry: text,
  dueAt: column<number | null>(),
  leaseOwner: text,
  leaseUntil: number,
  /** Whether anybody may see it. */
  isPublic: flag,
  /** The network that it was added from; '' for watches of earlier versions. */
  network: text,
  ...onceColumns,
  /** The slot that others are compared with: the id of its outcome in the log, and its challenge. '' before there is one. */
  referenceEntry: text,
  referenceChallenge: text,
});
export type WatchRow = ReturnType<typeof watches.read>;

const editions = columnsOf({
  watchId: text,
  seq: number,
  change: column<WatchChange>(),
  info: column<`0x${string}`>(),
  first: number,
  beginsAt: number,
  everyMs: number,
  until: number,
  at: number,
  /** The edition that first had the same ask. Its row has the ask. Null if it is this edition. */
  askSeq: column<number | null>(),
});
export type EditionRow = ReturnType<typeof editions.read>;

const slots = columnsOf({
  watchId: text,
  number,
  count: number,
  beginsAt: number,
  /** The edition that it belongs to. */
  seq: number,
  /** '' if the window was never begun. */
  headRoot: text,
  seedBlock: column<number | null>(),
  /** A secret until the prover is asked. */
  due: column<number | null>(),
  /** The hash of the block that its time was drawn with; '' without a chain. */
  blockHash: text,
  challengeId: text,
  /** A checkpoint that covers the entry of its beginning and was cosigned before it was asked; '' if there was none. */
  cosigned: text,
  result: column<SlotResult | ''>(),
  reason: text,
  transcript: column<number | null>(),
  /** How far from its claim the answers allow the prover to be. */
  radiusKm: column<number | null>(),
  at: number,
  /** The slot that it was compared with, and the finding. '' if it was not compared. */
  referenceEntry: text,
  referenceChallenge: text,
  finding: column<Finding | ''>(),
  /** '' without an extra slot. */
  extra: column<SlotResult | 'awaited' | ''>(),
  extraChallenge: text,
  extraFinding: column<Finding | ''>(),
  extraReason: text,
});
export type SlotRow = ReturnType<typeof slots.read>;

/** Locks all watches of this prover. Returns the log id of the newest change of any of them; '' before the first. */
export const lockProver = async (tx: Tx, prover: string): Promise<string> => {
  await tx.run(`INSERT INTO watched_prover (prover, newest_entry) VALUES (?, '') ON CONFLICT (prover) DO NOTHING`, [
    prover,
  ]);
  const row = await tx.get(`SELECT newest_entry FROM watched_prover WHERE prover = ? ${tx.forUpdate}`, [prover]);
  return row?.newest_entry as string;
};

export const setNewest = (tx: Tx, prover: string, entry: string) =>
  tx.run('UPDATE watched_prover SET newest_entry = ? WHERE prover = ?', [entry, prover]);

/** Returns 0 if the payer has used the idempotency key before. */
export const insertWatch = (tx: Tx, it: WatchRow) =>
  tx.run(`INSERT INTO watch (${watches.names}) VALUES (${watches.marks}) ON CONFLICT DO NOTHING`, watches.values(it));

export const findWatch = (db: Reader, id: string): Promise<WatchRow | undefined> =>
  watches.find(db, 'SELECT * FROM watch WHERE id = ?', [id]);

export const findByIdempotencyKey = (db: Reader, payer: string, key: string): Promise<WatchRow | undefined> =>
  watches.find(db, 'SELECT * FROM watch WHERE payer = ? AND idempotency_key = ?', [payer, key]);

/** A page of a payer's watches. It begins behind the watch `after`. */
export interface WatchPage {
  readonly limit: number;
  readonly isOpen: boolean;
  readonly after?: { readonly at: number; readonly id: string } | undefined;
}

/** Newest first. */
export const listWatches = (db: Reader, payer: string, { limit, isOpen, after }: WatchPage): Promise<WatchRow[]> =>
  watches.list(
    db,
    `SELECT * FROM watch WHERE payer = ? ${isOpen ? 'AND due_at IS NOT NULL' : ''}
     ${after ? 'AND added_at <= ? AND (added_at < ? OR id > ?)' : ''} ORDER BY added_at DESC, id LIMIT ?`,
    [payer, ...(after ? [after.at, after.at, after.id] : []), limit],
  );

/** Public watches, newest first. The page begins behind `before`. */
export const listPublic = (
  db: Reader,
  proofType: string,
  { limit, before }: { readonly limit: number; readonly before: { at: number; id: string } | undefined },
): Promise<WatchRow[]> =>
  watches.list(
    db,
    `SELECT * FROM watch WHERE is_public = 1 AND proof_type = ? ${before ? 'AND (added_at, id) < (?, ?)' : ''}
     ORDER BY added_at DESC, id DESC LIMIT ?`,
    [proofType, ...(before ? [before.at, before.id] : []), limit],
  );

/** Counts watches that are not over: those of a payer, those from a network, or all. */
export const countOpen = async (db: Reader, of: { payer?: string; network?: string }): Promise<number> => {
  const conditions = Object.keys(of).map((name) => `${name} = ? AND`);
  const values = Object.values(of);
  const row = await db.get(`SELECT COUNT(*) AS n FROM watch WHERE ${conditions.join(' ')} due_at IS NOT NULL`, values);
  return Number(row?.n);
};

/** Stores what a step changes. The lock of the prover's row protects the watch. */
export const moveWatch = (
  tx: Tx,
  { id, phase, nextNumber, lastEntry, dueAt }: Pick<WatchRow, 'id' | 'phase' | 'nextNumber' | 'lastEntry' | 'dueAt'>,
) =>
  tx.run('UPDATE watch SET phase = ?, next_number = ?, last_entry = ?, due_at = ? WHERE id = ?', [
    phase,
    nextNumber,
    lastEntry,
    dueAt,
    id,
  ]);

/** From now on slots are compared with this one. */
export const setReference = (tx: Tx, id: string, entry: string, challenge: string) =>
  tx.run('UPDATE watch SET reference_entry = ?, reference_challenge = ? WHERE id = ?', [entry, challenge, id]);

/** The times of slots after `since` that were followed by an extra slot. */
export const extraTimes = async (tx: Reader, watchId: string, since: number): Promise<number[]> =>
  (await tx.all(`SELECT due FROM watch_slot WHERE watch_id = ? AND extra <> '' AND due > ?`, [watchId, since])).map(
    (it) => it.due as number,
  );

/** Like `moveWatch`, for a step that wrote nothing into the log. */
export const setPhase = (tx: Tx, id: string, phase: Phase, dueAt: number | null) =>
  tx.run('UPDATE watch SET phase = ?, due_at = ? WHERE id = ?', [phase, dueAt, id]);

export const setPublic = (tx: Tx, id: string, isPublic: boolean) =>
  tx.run('UPDATE watch SET is_public = ? WHERE id = ?', [Number(isPublic), id]);

/** Stores the id of the newest log entry after a change was logged. */
export const setLastEntry = (tx: Tx, id: string, entry: string) =>
  tx.run('UPDATE watch SET last_entry = ? WHERE id = ?', [entry, id]);

/** Gives up the lease of a watch until `dueAt`. Does nothing if the lease was lost or the watch was moved meanwhile. */
export const release = (tx: Tx, { id, leaseOwner, phase, nextNumber }: WatchRow, dueAt: number | undefined) =>
  dueAt === undefined
    ? tx.run(`UPDATE watch SET lease_owner = '', lease_until = 0 WHERE id = ? AND lease_owner = ?`, [id, leaseOwner])
    : tx.run(
        `UPDATE watch SET lease_owner = '', lease_until = 0, due_at = ?
         WHERE id = ? AND lease_owner = ? AND phase = ? AND next_number = ? AND due_at IS NOT NULL`,
        [dueAt, id, leaseOwner, phase, nextNumber],
      );

interface WatchLease {
  readonly owner: string;
  readonly now: number;
  readonly leaseUntil: number;
  readonly limit: number;
  /** Watches that the node still works on, also if their leases have ended. */
  readonly except: readonly string[];
}

/** Gives due watches to this node under a lease. */
export const leaseDue = async (
  tx: Tx,
  skipLocked: string,
  { owner, now, leaseUntil, limit, except }: WatchLease,
): Promise<WatchRow[]> => {
  const others = except.length === 0 ? undefined : inList(except);
  // Usually nothing is due, and reading costs less than writing.
  const due = await tx.all(
    `SELECT id FROM watch WHERE due_at <= ? AND lease_until <= ? ${others ? `AND id NOT IN (${others.marks})` : ''}
     ORDER BY due_at LIMIT ${plannedOnce} ${skipLocked}`,
    [now, now, ...(others?.values ?? []), limit],
  );
  if (due.length === 0) return [];
  const { marks, values } = inList(due.map((it) => it.id as string));
  const sql = `UPDATE watch SET lease_owner = ?, lease_until = ? WHERE id IN (${marks}) RETURNING *`;
  return watches.list(tx, sql, [owner, leaseUntil, ...values]);
};

/** Inserts an edition. An ask that is the same as before is not stored again. */
export const insertEdition = (tx: Tx, it: EditionRow) =>
  tx.run(
    `INSERT INTO watch_edition (${editions.names}) VALUES (${editions.marks})`,
    editions.values(it.askSeq === null ? it : { ...it, info: '' as never }),
  );

/** All editions of a watch, in their order. */
export const listEditions = async (db: Reader, watchId: string): Promise<EditionRow[]> => {
  const rows = await editions.list(db, 'SELECT * FROM watch_edition WHERE watch_id = ? ORDER BY seq', [watchId]);
  // Editions are numbered from 0 without gaps, so the number is the index.
  return rows.map((it) => (it.askSeq === null ? it : { ...it, info: (rows[it.askSeq] as EditionRow).info }));
};

/** The first and the newest edition, which may be the same. */
export const endEditions = async (db: Reader, watchId: string): Promise<EditionRow[]> => {
  const find = async (where: string, ...values: number[]) =>
    (await editions.find(db, `SELECT * FROM watch_edition WHERE watch_id = ? ${where}`, [
      watchId,
      ...values,
    ])) as EditionRow;
  const newest = await find('ORDER BY seq DESC LIMIT 1');
  const first = newest.seq === 0 ? newest : await find('AND seq = 0');
  if (newest.seq === 0) return [newest];
  if (newest.askSeq === null) return [first, newest];
  const { info } = newest.askSeq === 0 ? first : await find('AND seq = ?', newest.askSeq);
  return [first, { ...newest, info }];
};

export const insertSlot = (tx: Tx, it: SlotRow) =>
  tx.run(`INSERT INTO watch_slot (${slots.names}) VALUES (${slots.marks})`, slots.values(it));

export const findSlot = (db: Reader, watchId: string, slot: number): Promise<SlotRow | undefined> =>
  slots.find(db, 'SELECT * FROM watch_slot WHERE watch_id = ? AND number = ?', [watchId, slot]);

export const updateSlot = (tx: Tx, it: SlotRow) =>
  tx.run(`UPDATE watch_slot SET ${slots.assignments} WHERE watch_id = ? AND number = ?`, [
    ...slots.values(it),
    it.watchId,
    it.number,
  ]);

/** Slots with numbers below `below`, newest first. */
export const newestSlots = (
  db: Reader,
  watchId: string,
  limit: number,
  below: number = Number.MAX_SAFE_INTEGER,
): Promise<SlotRow[]> =>
  slots.list(db, 'SELECT * FROM watch_slot WHERE watch_id = ? AND number < ? ORDER BY number DESC LIMIT ?', [
    watchId,
    below,
    limit,
  ]);

/** How many windows had which result. */
export const countResults = async (db: Reader, watchId: string): Promise<Record<string, number>> => {
  const rows = await db.all(
    `SELECT result, SUM(count) AS n FROM watch_slot WHERE watch_id = ? AND result <> '' GROUP BY result`,
    [watchId],
  );
  return Object.fromEntries(rows.map((it) => [it.result as string, Number(it.n)]));
};

/** The newest slot that has one of these results, or whose extra slot has one of `extras`. */
export const newestWith = (
  db: Reader,
  watchId: string,
  results: readonly SlotResult[],
  extras: readonly SlotResult[] = [],
): Promise<SlotRow | undefined> => {
  const among = (all: readonly SlotResult[]) => `IN (${all.map(() => '?').join(', ')})`;
  const also = extras.length === 0 ? '' : `OR extra ${among(extras)}`;
  return slots.find(
    db,
    `SELECT * FROM watch_slot WHERE watch_id = ? AND (result ${among(results)} ${also}) ORDER BY number DESC LIMIT 1`,
    [watchId, ...results, ...extras],
  );
};

/** A page of the slots with a result, in order: from the one that includes `from`, to those that begin before `to`. */
export const slotsBetween = (
  db: Reader,
  watchId: string,
  page: { readonly from: number; readonly to: number; readonly after: number; readonly limit: number },
): Promise<SlotRow[]> =>
  slots.list(
    db,
    `SELECT * FROM watch_slot WHERE watch_id = ? AND number > ? AND result <> '' AND begins_at < ? AND begins_at >= coalesce(
       (SELECT MAX(begins_at) FROM watch_slot WHERE watch_id = ? AND begins_at <= ?), 0) ORDER BY number LIMIT ?`,
    [watchId, page.after, page.to, watchId, page.from, page.limit],
  );

/** All changes of all watches of a prover. */
export const changesOf = async (db: Reader, prover: string): Promise<{ watchId: string; seq: number }[]> =>
  (
    await db.all(
      `SELECT watch_edition.watch_id AS watch_id, seq FROM watch_edition JOIN watch ON watch.id = watch_edition.watch_id
       WHERE prover = ?`,
      [prover],
    )
  ).map((row) => ({ watchId: row.watch_id as string, seq: row.seq as number }));

/** The times at which anybody, or one payer, added or changed watches of a prover, oldest first. Ends do not count. */
export const changeTimes = async (db: Reader, prover: string, since: number, payer?: string): Promise<number[]> =>
  (
    await db.all(
      `SELECT at FROM watch_edition JOIN watch ON watch.id = watch_edition.watch_id
       WHERE prover = ? AND at > ? AND change <> 'ended' ${payer === undefined ? '' : 'AND payer = ?'} ORDER BY at`,
      [prover, since, ...(payer === undefined ? [] : [payer])],
    )
  ).map((row) => row.at as number);

/** The newest slot that has a result; undefined before the first. */
export const lastSlot = (db: Reader, watchId: string): Promise<SlotRow | undefined> =>
  slots.find(db, `SELECT * FROM watch_slot WHERE watch_id = ? AND result <> '' ORDER BY number DESC LIMIT 1`, [
    watchId,
  ]);
