import type { KeyType, PhotoReview, PhotoState } from '@trigpoint/protocol';
import { column, columnsOf, flag, number, optional, type RecordOf, recordsBy, text } from '../db/columns.ts';
import type { Reader, Row, Tx, Value } from '../db/driver.ts';
import type { Person } from './store.ts';

const submitted = {
  id: text,
  campaignId: text,
  state: column<PhotoState>(),
  review: column<PhotoReview>(),
  reason: text,
  sha256: text,
  idempotencyKey: optional<string>(),
  latitude: number,
  longitude: number,
  accuracyM: optional<number>(),
  capturedAt: optional<number>(),
  reward: number,
  fuel: number,
  paid: flag,
  nearDuplicateOf: optional<string>(),
  receivedAt: number,
  createdAt: number,
  /** When it was first in the feed. */
  visibleAt: optional<number>(),
};

const read = { originalKey: text, thumbnailKey: text, format: text, width: number, height: number, thumbhash: text };
/** What is known of a photo once it has been read. */
export type Picture = RecordOf<typeof read>;

export type Photo = RecordOf<typeof submitted> & {
  readonly submitter: Person;
  readonly picture: Picture | undefined;
};

const photos = columnsOf(submitted);
const pictures = columnsOf(read);
const submitters = columnsOf({ keyType: column<KeyType>(), publicKey: text });

const photoFromRow = (row: Row): Photo => ({
  ...photos.read(row),
  submitter: submitters.read(row),
  picture: row.original_key === null ? undefined : pictures.read(row),
});

type PostedPhoto = { [K in keyof Picture]: Picture[K] } & {
  id: string;
  createdAt: number;
  visibleAt: number;
  latitude: number;
  longitude: number;
  centreLatitude: number | null;
  centreLongitude: number | null;
};

/** Returns whether it was inserted. It is not if the person sent the same bytes or used the same idempotency key before. */
export const insertPhoto = async (tx: Tx, it: Photo, dueAt: number): Promise<boolean> => {
  const changed = await tx.run(
    `INSERT INTO photo (${photos.names}, ${submitters.names}, shown, due_at)
     VALUES (${photos.marks}, ${submitters.marks}, 0, ?) ON CONFLICT DO NOTHING`,
    [...photos.values(it), ...submitters.values(it.submitter), dueAt],
  );
  return changed === 1;
};

export const markProcessing = (tx: Tx, id: string, dueAt: number) =>
  tx.run(`UPDATE photo SET state = 'processing', due_at = ? WHERE id = ? AND state = 'received'`, [dueAt, id]);

export const renewUpload = (tx: Tx, id: string, dueAt: number) =>
  tx.run(`UPDATE photo SET due_at = ? WHERE id = ? AND state IN ('received', 'processing')`, [dueAt, id]);

/** Names the blobs before their bytes are stored, so that they can be deleted after a crash. */
export const namePicture = async (
  tx: Tx,
  id: string,
  it: Picture,
  dhash: string,
  nearDuplicateOf: string | undefined,
) =>
  tx.run(
    `UPDATE photo SET ${pictures.assignments}, dhash = ?, near_duplicate_of = ?
     WHERE id = ? AND state = 'processing' AND original_key IS NULL`,
    [...pictures.values(it), dhash, nearDuplicateOf ?? null, id],
  );

export const markReady = (tx: Tx, id: string, accepted: boolean, now: number) =>
  tx.run(
    `UPDATE photo SET state = 'ready', review = ?, shown = ?, paid = ?, created_at = ?, visible_at = ?
     WHERE id = ? AND state = 'processing' AND original_key IS NOT NULL`,
    [accepted ? 'accepted' : 'pending', Number(accepted), Number(accepted), now, accepted ? now : null, id],
  );

export const markAccepted = (tx: Tx, id: string, now: number) =>
  tx.run(
    `UPDATE photo SET review = 'accepted', shown = 1, paid = 1, visible_at = ?
     WHERE id = ? AND state = 'ready' AND review = 'pending'`,
    [now, id],
  );

/** What may be rejected. An upload that fails rejects its photo only while nothing came of it. */
const rejectable = { unfinished: "state IN ('received', 'processing')", any: "state <> 'rejected'" };
export type Rejectable = keyof typeof rejectable;

/**
 * Rejects a photo. Returns it as it was, or undefined if it cannot be rejected any more. The caller releases the blobs of its
 * picture.
 */
export const markRejected = async (
  tx: Tx,
  id: string,
  reason: string,
  which: Rejectable,
): Promise<Photo | undefined> => {
  // A review that accepts it may run at the same time. It is waited for: whether the photo was paid decides what is given back.
  const row = await tx.get(`SELECT * FROM photo WHERE id = ? AND ${rejectable[which]} ${tx.forUpdate}`, [id]);
  if (!row) return undefined;
  const changed = await tx.run(
    `UPDATE photo SET state = 'rejected', review = 'rejected', shown = 0, reason = ?, original_key = NULL,
       thumbnail_key = NULL, idempotency_key = NULL WHERE id = ? AND ${rejectable[which]}`,
    [reason, id],
  );
  return changed === 1 ? photoFromRow(row) : undefined;
};

export const findPhoto = (db: Reader, id: string) =>
  recordsBy(photoFromRow).find(db, 'SELECT * FROM photo WHERE id = ?', [id]);

export const findByIdempotencyKey = (db: Reader, { keyType, publicKey }: Person, key: string) => {
  const sql = 'SELECT * FROM photo WHERE key_type = ? AND public_key = ? AND idempotency_key = ?';
  return recordsBy(photoFromRow).find(db, sql, [keyType, publicKey, key]);
};

/** The difference hashes of the person's latest photos in this campaign. */
export const listHashes = (db: Reader, campaignId: string, who: Person) =>
  db.all<{ id: string; dhash: string }>(
    `SELECT id, dhash FROM photo WHERE campaign_id = ? AND key_type = ? AND public_key = ? AND dhash IS NOT NULL
       AND state <> 'rejected' ORDER BY received_at DESC LIMIT 1000`,
    [campaignId, who.keyType, who.publicKey],
  );

export interface FeedPage {
  since: number;
  /** Only photos that were first shown after this time. */
  visibleSince: number | undefined;
  before: { at: number; id: string } | undefined;
  skip: number;
  limit: number;
}

/** Who looks at a feed, and by which session. */
export interface Viewer extends Person {
  readonly tokenHash: string;
  /** Present for a caller with an API key, who has no session. */
  readonly scopes?: readonly string[];
}

/**
 * The feed is read from the index photo_feed. The same statement checks whether the session is still active and whether this
 * viewer may see the campaign. So a feed that has photos, as most do, costs one query.
 */
const bySession = `SELECT c.id FROM session s, campaign c
      WHERE s.token_hash = ? AND s.state = 'active' AND s.expires_at > ? AND c.name = ?
        AND (c.is_active = 1 OR (c.creator_key_type = s.key_type AND c.creator_public_key = s.public_key))`;
/** For callers with an API key, which was looked up just before. */
const byKey = `SELECT c.id FROM campaign c
      WHERE c.name = ? AND (c.is_active = 1 OR (c.creator_key_type = ? AND c.creator_public_key = ?))`;

const feedOf = (
  andAlso: string,
  visible = bySession,
) => `SELECT p.id, p.original_key AS "originalKey", p.thumbnail_key AS "thumbnailKey", p.format, p.width,
    p.height, p.thumbhash, p.created_at AS "createdAt", coalesce(p.visible_at, p.created_at) AS "visibleAt",
    p.latitude, p.longitude,
    o.latitude AS "centreLatitude", o.longitude AS "centreLongitude"
  FROM photo p JOIN campaign o ON o.id = p.campaign_id
  WHERE p.campaign_id = (${visible})
    AND p.shown = 1${andAlso} AND p.created_at > ? AND (p.created_at, p.id) < (?, ?)
  ORDER BY p.created_at DESC, p.id DESC LIMIT ? OFFSET ?`;

export const feedSql = feedOf('');

/** At most this many new photos are sorted for one page. A caller that wants more asks again with the newest of them. */
const mostFresh = 10_000;

/**
 * Photos that were first shown after a time are found by an index of their own, and then sorted like all others. The photos
 * of the moment of the ten-thousandth photo are all included, so that none of that moment is missed later.
 */
const freshOf = (visible = bySession) => `WITH fresh AS MATERIALIZED (SELECT f.id FROM photo f
    WHERE f.campaign_id = (SELECT id FROM campaign WHERE name = ?) AND f.shown = 1 AND f.visible_at > ?
      AND f.visible_at <= coalesce((SELECT l.visible_at FROM photo l
        WHERE l.campaign_id = (SELECT id FROM campaign WHERE name = ?) AND l.shown = 1 AND l.visible_at > ?
        ORDER BY l.visible_at LIMIT 1 OFFSET ${mostFresh - 1}), ${Number.MAX_SAFE_INTEGER}))
  ${feedOf(' AND p.id IN (SELECT id FROM fresh)', visible)}`;
const freshSql = freshOf();
const [feedByKeySql, freshByKeySql] = [feedOf('', byKey), freshOf(byKey)];

const never = Number.MAX_SAFE_INTEGER;

export const listFeed = (
  db: Reader,
  campaign: string,
  viewer: Viewer,
  now: number,
  { since, visibleSince, before, skip, limit }: FeedPage,
): Promise<PostedPhoto[]> => {
  const isKey = viewer.scopes !== undefined;
  const visible = isKey ? [campaign, viewer.keyType, viewer.publicKey] : [viewer.tokenHash, now, campaign];
  const page = [...visible, since, before?.at ?? never, before?.id ?? '', limit, skip];
  if (visibleSince === undefined) return db.all<PostedPhoto>(isKey ? feedByKeySql : feedSql, page);
  return db.all<PostedPhoto>(isKey ? freshByKeySql : freshSql, [
    campaign,
    visibleSince,
    campaign,
    visibleSince,
    ...page,
  ]);
};

export interface SubmissionSearch {
  campaignId?: string | undefined;
  submitter?: Person | undefined;
  photoId?: string | undefined;
  state?: PhotoState | undefined;
  review?: PhotoReview | undefined;
  before?: { at: number; id: string } | undefined;
  limit: number;
}

export const listSubmissions = async (
  db: Reader,
  search: SubmissionSearch,
): Promise<(Photo & { campaignName: string })[]> => {
  const conditions: [string, ...Value[]][] = [];
  if (search.campaignId) conditions.push(['p.campaign_id = ?', search.campaignId]);
  if (search.submitter)
    conditions.push(['p.key_type = ? AND p.public_key = ?', search.submitter.keyType, search.submitter.publicKey]);
  if (search.photoId) conditions.push(['p.id = ?', search.photoId]);
  if (search.state) conditions.push(['p.state = ?', search.state]);
  if (search.review) conditions.push(['p.review = ?', search.review]);
  if (search.before) conditions.push(['(p.received_at, p.id) < (?, ?)', search.before.at, search.before.id]);
  const rows = await db.all(
    `SELECT p.*, c.name AS campaign_name FROM photo p JOIN campaign c ON c.id = p.campaign_id
     WHERE ${conditions.map(([text]) => text).join(' AND ')} ORDER BY p.received_at DESC, p.id DESC LIMIT ?`,
    [...conditions.flatMap(([, ...values]) => values), search.limit],
  );
  return rows.map((row) => ({ ...photoFromRow(row), campaignName: row.campaign_name as string }));
};

/** Uploads that their process did not finish in time. With a `dueBefore` in the far future: all unfinished uploads. */
export const listInterrupted = (db: Reader, dueBefore: number) =>
  db.all<{ id: string }>(
    `SELECT id FROM photo WHERE state IN ('received', 'processing') AND due_at < ? ORDER BY due_at LIMIT 1000`,
    [dueBefore],
  );
