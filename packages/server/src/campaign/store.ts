import { earthRadiusKm } from '@trigpoint/proofs';
import type { CampaignStatus, KeyType } from '@trigpoint/protocol';
import { column, columnsOf, flag, json, number, optional, type RecordOf, recordsBy, text } from '../db/columns.ts';
import { aside, type Db, positionIn, type Reader, type Tx, type Value } from '../db/driver.ts';

/** Somebody who creates campaigns, submits photos or is paid. */
export interface Person {
  readonly keyType: KeyType;
  readonly publicKey: string;
}

/** What people decide about a campaign. An edit may change it. */
const editable = {
  description: text,
  tags: json<readonly string[]>(),
  latitude: optional<number>(),
  longitude: optional<number>(),
  radiusKm: number,
  bannerUrl: optional<string>(),
  posterUrl: optional<string>(),
  totalRewards: number,
  rewardPerTask: number,
  fuelRequired: number,
  startsAt: number,
  endsAt: number,
  maxSubmissions: number,
  isActive: flag,
  review: flag,
  proofMaxAgeMs: optional<number>(),
  proofMinWithstands: optional<number>(),
};

export type CampaignTerms = RecordOf<typeof editable>;

const fixed = {
  id: text,
  name: text,
  type: column<'individual' | 'group' | 'task'>(),
  currency: text,
  fundedBy: text,
  idempotencyKey: optional<string>(),
  requestHash: text,
  revision: number,
  taken: number,
  promised: number,
  paid: number,
  createdAt: number,
};

const corners = { south: number, north: number, west: number, east: number };
export type Box = RecordOf<typeof corners>;

export type Campaign = RecordOf<typeof editable & typeof fixed> & {
  readonly box: Box | undefined;
  readonly creator: Person;
};

const terms = columnsOf(editable);
const rest = columnsOf(fixed);
const boxes = columnsOf(corners);
const creators = columnsOf({
  keyType: column<KeyType>('creator_key_type'),
  publicKey: column<string>('creator_public_key'),
});

const campaigns = recordsBy(
  (row): Campaign => ({
    ...terms.read(row),
    ...rest.read(row),
    box: row.south === null ? undefined : boxes.read(row),
    creator: creators.read(row),
  }),
);

const boxValues = ({ box }: Campaign): Value[] => (box ? boxes.values(box) : [null, null, null, null]);

/** Returns whether it was inserted. It is not if the name or the creator's idempotency key was used before. */
export const insertCampaign = async (tx: Tx, it: Campaign): Promise<boolean> => {
  const inserted = await tx.run(
    `INSERT INTO campaign (${terms.names}, ${rest.names}, ${boxes.names}, ${creators.names})
     VALUES (${terms.marks}, ${rest.marks}, ${boxes.marks}, ${creators.marks}) ON CONFLICT DO NOTHING`,
    [...terms.values(it), ...rest.values(it), ...boxValues(it), ...creators.values(it.creator)],
  );
  if (inserted === 1) await insertTags(tx, it);
  return inserted === 1;
};

const insertTags = async (tx: Tx, { id, tags }: Campaign) => {
  for (const tag of new Set(tags)) await tx.run('INSERT INTO campaign_tag (tag, campaign_id) VALUES (?, ?)', [tag, id]);
};

/** Returns false if the campaign was changed meanwhile, or if more places or rewards are given away than the new terms have. */
export const updateCampaign = async (tx: Tx, it: Campaign): Promise<boolean> => {
  const changed = await tx.run(
    `UPDATE campaign SET ${terms.assignments}, ${boxes.assignments}, revision = revision + 1
     WHERE id = ? AND revision = ? AND taken <= ? AND promised <= ?`,
    [...terms.values(it), ...boxValues(it), it.id, it.revision, it.maxSubmissions, it.totalRewards],
  );
  if (changed !== 1) return false;
  await tx.run('DELETE FROM campaign_tag WHERE campaign_id = ?', [it.id]);
  await insertTags(tx, it);
  return true;
};

export const findCampaign = (db: Reader, name: string) =>
  campaigns.find(db, 'SELECT * FROM campaign WHERE name = ?', [name]);

export const findCampaignById = (db: Reader, id: string) =>
  campaigns.find(db, 'SELECT * FROM campaign WHERE id = ?', [id]);

export const findByIdempotencyKey = (db: Reader, creator: Person, key: string) =>
  campaigns.find(
    db,
    'SELECT * FROM campaign WHERE creator_key_type = ? AND creator_public_key = ? AND idempotency_key = ?',
    [creator.keyType, creator.publicKey, key],
  );

/**
 * Takes a place and its reward, if the campaign is open, both are left, and reward and fuel are still what the photo was
 * promised. One statement does it all, so parallel photos cannot take the same place.
 */
export const takePlace = async (
  tx: Tx,
  photo: { campaignId: string; reward: number; fuel: number },
  now: number,
): Promise<boolean> =>
  (await tx.run(
    `UPDATE campaign SET taken = taken + 1, promised = promised + reward_per_task
     WHERE id = ? AND is_active = 1 AND starts_at <= ? AND ends_at > ? AND reward_per_task = ? AND fuel_required = ?
       AND taken < max_submissions AND promised + reward_per_task <= total_rewards`,
    [photo.campaignId, now, now, photo.reward, photo.fuel],
  )) === 1;

export const giveBackPlace = (tx: Tx, id: string, reward: number) =>
  tx.run('UPDATE campaign SET taken = taken - 1, promised = promised - ? WHERE id = ?', [reward, id]);

export const countPaid = (tx: Tx, id: string, reward: number) =>
  tx.run('UPDATE campaign SET paid = paid + ? WHERE id = ?', [reward, id]);

export interface CampaignSearch {
  viewer: Person;
  name?: string | undefined;
  text?: string | undefined;
  tag?: string | undefined;
  near?: { latitude: number; longitude: number } | undefined;
  status?: CampaignStatus | undefined;
  mine: boolean;
  before?: { at: number; id: string } | undefined;
  limit: number;
  now: number;
}

const isFull = '(taken >= max_submissions OR promised + reward_per_task > total_rewards)';
const statusConditions: Record<CampaignStatus, string> = {
  inactive: 'is_active = 0',
  ended: 'is_active = 1 AND ends_at <= ?',
  scheduled: 'is_active = 1 AND ends_at > ? AND starts_at > ?',
  full: `is_active = 1 AND ends_at > ? AND starts_at <= ? AND ${isFull}`,
  live: `is_active = 1 AND ends_at > ? AND starts_at <= ? AND NOT ${isFull}`,
};

/** PostgreSQL answers with an error where a result would be too small for a number. Smaller degrees and kilometres count as 0. */
const tiny = 1e-9;
const orNothing = (expression: string) => `CASE WHEN abs(${expression}) < ${tiny} THEN 0 ELSE ${expression} END`;

export const searchCampaigns = (db: Db, search: CampaignSearch): Promise<Campaign[]> => {
  const conditions: string[] = [];
  const params: Value[] = [];
  const demand = (condition: string, ...values: Value[]) => {
    conditions.push(`(${condition})`);
    params.push(...values);
  };
  const { viewer, near, before, now } = search;
  const own = 'creator_key_type = ? AND creator_public_key = ?';
  if (search.mine) demand(own, viewer.keyType, viewer.publicKey);
  else demand(`is_active = 1 OR (${own})`, viewer.keyType, viewer.publicKey);
  if (search.name !== undefined) {
    // Anybody can give a campaign the id of another as its name. Whoever asks by that id means the other.
    const isNoId = 'NOT EXISTS (SELECT 1 FROM campaign other WHERE other.id = ?)';
    demand(`id = ? OR (name = ? AND ${isNoId})`, search.name, search.name, search.name);
  }
  if (search.text) {
    const text = search.text.toLowerCase();
    demand(`${positionIn(db)}(lower(name), ?) > 0 OR ${positionIn(db)}(lower(description), ?) > 0`, text, text);
  }
  if (search.tag) demand('id IN (SELECT campaign_id FROM campaign_tag WHERE tag = ?)', search.tag);
  if (near) {
    demand('south <= ? AND north >= ?', near.latitude, near.latitude);
    const turns = [near.longitude, near.longitude - 360, near.longitude + 360];
    demand(turns.map(() => '(west <= ? AND east >= ?)').join(' OR '), ...turns.flatMap((it) => [it, it]));
    // A box is far larger than its circle. Without this, whoever makes many campaigns beside a city has each search there read all.
    const latitude = `radians(${orNothing('latitude')})`;
    const apart = orNothing('longitude - CAST(? AS DOUBLE PRECISION)');
    const cosine = `sin(${latitude}) * CAST(? AS DOUBLE PRECISION)
      + cos(${latitude}) * CAST(? AS DOUBLE PRECISION) * cos(radians(${apart}))`;
    const north = Math.abs(near.latitude) < tiny ? 0 : near.latitude * (Math.PI / 180);
    demand(
      `radius_km >= ${Math.PI * earthRadiusKm - 1} OR ${cosine} >= cos(${orNothing('radius_km')} / ${earthRadiusKm}) - 1e-9`,
      ...[Math.sin(north), Math.cos(north), near.longitude, near.longitude],
    );
  }
  if (search.status) {
    const condition = statusConditions[search.status];
    demand(condition, ...Array<number>(condition.split('?').length - 1).fill(now));
  }
  if (before) demand('(created_at, id) < (?, ?)', before.at, before.id);
  // There is no index for these conditions, so all campaigns may be read.
  const isSearch = search.text || near || search.status;
  return campaigns.list(
    isSearch ? aside(db) : db,
    `SELECT * FROM campaign WHERE ${conditions.join(' AND ')} ORDER BY created_at DESC, id DESC LIMIT ?`,
    [...params, search.limit],
  );
};
