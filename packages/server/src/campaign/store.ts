import type { CampaignStatus, KeyType } from '@trigpoint/protocol';
import type { Db, Reader, Row, Tx, Value } from '../db/driver.ts';

/** Whoever creates, submits or is paid. */
export interface Person {
  readonly keyType: KeyType;
  readonly publicKey: string;
}

export interface Box {
  south: number;
  north: number;
  west: number;
  east: number;
}

export interface Campaign {
  id: string;
  name: string;
  description: string;
  type: 'individual' | 'group' | 'task';
  tags: readonly string[];
  latitude: number | undefined;
  longitude: number | undefined;
  radiusKm: number;
  box: Box | undefined;
  bannerUrl: string | undefined;
  posterUrl: string | undefined;
  currency: string;
  totalRewards: number;
  rewardPerTask: number;
  fuelRequired: number;
  startsAt: number;
  endsAt: number;
  maxSubmissions: number;
  isActive: boolean;
  review: boolean;
  proofMaxAgeMs: number | undefined;
  creator: Person;
  fundedBy: string;
  idempotencyKey: string | undefined;
  requestHash: string;
  revision: number;
  taken: number;
  promised: number;
  paid: number;
  createdAt: number;
}

const orUndefined = <T extends Value>(value: Value | undefined) => (value ?? undefined) as T | undefined;

export const campaignFromRow = (row: Row): Campaign => ({
  id: row.id as string,
  name: row.name as string,
  description: row.description as string,
  type: row.type as Campaign['type'],
  tags: JSON.parse(row.tags as string),
  latitude: orUndefined<number>(row.latitude),
  longitude: orUndefined<number>(row.longitude),
  radiusKm: row.radius_km as number,
  box:
    row.south === null
      ? undefined
      : {
          south: row.south as number,
          north: row.north as number,
          west: row.west as number,
          east: row.east as number,
        },
  bannerUrl: orUndefined<string>(row.banner_url),
  posterUrl: orUndefined<string>(row.poster_url),
  currency: row.currency as string,
  totalRewards: row.total_rewards as number,
  rewardPerTask: row.reward_per_task as number,
  fuelRequired: row.fuel_required as number,
  startsAt: row.starts_at as number,
  endsAt: row.ends_at as number,
  maxSubmissions: row.max_submissions as number,
  isActive: row.is_active === 1,
  review: row.review === 1,
  proofMaxAgeMs: orUndefined<number>(row.proof_max_age_ms),
  creator: { keyType: row.creator_key_type as KeyType, publicKey: row.creator_public_key as string },
  fundedBy: row.funded_by as string,
  idempotencyKey: orUndefined<string>(row.idempotency_key),
  requestHash: row.request_hash as string,
  revision: row.revision as number,
  taken: row.taken as number,
  promised: row.promised as number,
  paid: row.paid as number,
  createdAt: row.created_at as number,
});

/** What an edit may change, as columns. */
const editable = (it: Campaign): Record<string, Value> => ({
  description: it.description,
  tags: JSON.stringify(it.tags),
  latitude: it.latitude ?? null,
  longitude: it.longitude ?? null,
  radius_km: it.radiusKm,
  south: it.box?.south ?? null,
  north: it.box?.north ?? null,
  west: it.box?.west ?? null,
  east: it.box?.east ?? null,
  banner_url: it.bannerUrl ?? null,
  poster_url: it.posterUrl ?? null,
  total_rewards: it.totalRewards,
  reward_per_task: it.rewardPerTask,
  fuel_required: it.fuelRequired,
  starts_at: it.startsAt,
  ends_at: it.endsAt,
  max_submissions: it.maxSubmissions,
  is_active: Number(it.isActive),
  review: Number(it.review),
  proof_max_age_ms: it.proofMaxAgeMs ?? null,
});

/** Whether it was inserted: a name, or the creator's idempotency key, may be taken. */
export const insertCampaign = async (tx: Tx, it: Campaign): Promise<boolean> => {
  const columns: Record<string, Value> = {
    ...editable(it),
    id: it.id,
    name: it.name,
    type: it.type,
    currency: it.currency,
    creator_key_type: it.creator.keyType,
    creator_public_key: it.creator.publicKey,
    funded_by: it.fundedBy,
    idempotency_key: it.idempotencyKey ?? null,
    request_hash: it.requestHash,
    revision: it.revision,
    taken: 0,
    promised: 0,
    paid: 0,
    created_at: it.createdAt,
  };
  const names = Object.keys(columns);
  const inserted = await tx.run(
    `INSERT INTO campaign (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')}) ON CONFLICT DO NOTHING`,
    Object.values(columns),
  );
  if (inserted === 1) await insertTags(tx, it);
  return inserted === 1;
};

const insertTags = async (tx: Tx, { id, tags }: Campaign) => {
  for (const tag of new Set(tags)) await tx.run('INSERT INTO campaign_tag (tag, campaign_id) VALUES (?, ?)', [tag, id]);
};

/** False when someone else changed it meanwhile, or places and rewards given away no longer fit. */
export const updateCampaign = async (tx: Tx, it: Campaign): Promise<boolean> => {
  const columns = editable(it);
  const changed = await tx.run(
    `UPDATE campaign SET ${Object.keys(columns)
      .map((name) => `${name} = ?`)
      .join(', ')}, revision = revision + 1
     WHERE id = ? AND revision = ? AND taken <= ? AND promised <= ?`,
    [...Object.values(columns), it.id, it.revision, it.maxSubmissions, it.totalRewards],
  );
  if (changed !== 1) return false;
  await tx.run('DELETE FROM campaign_tag WHERE campaign_id = ?', [it.id]);
  await insertTags(tx, it);
  return true;
};

export const findCampaign = async (db: Reader, name: string): Promise<Campaign | undefined> => {
  const row = await db.get('SELECT * FROM campaign WHERE name = ?', [name]);
  return row && campaignFromRow(row);
};

export const findCampaignById = async (db: Reader, id: string): Promise<Campaign | undefined> => {
  const row = await db.get('SELECT * FROM campaign WHERE id = ?', [id]);
  return row && campaignFromRow(row);
};

export const findByIdempotencyKey = async (db: Reader, creator: Person, key: string): Promise<Campaign | undefined> => {
  const row = await db.get(
    'SELECT * FROM campaign WHERE creator_key_type = ? AND creator_public_key = ? AND idempotency_key = ?',
    [creator.keyType, creator.publicKey, key],
  );
  return row && campaignFromRow(row);
};

/**
 * Takes a place and its reward, if the campaign is open, both are left, and reward and fuel are still what the photo
 * was promised: the statement itself decides races.
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

const contains = (text: string) => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;

export const searchCampaigns = async (db: Db, search: CampaignSearch): Promise<Campaign[]> => {
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
  if (search.name !== undefined) demand('name = ?', search.name);
  if (search.text) {
    const pattern = contains(search.text);
    demand(`lower(name) LIKE ? ESCAPE '\\' OR lower(description) LIKE ? ESCAPE '\\'`, pattern, pattern);
  }
  if (search.tag) demand('id IN (SELECT campaign_id FROM campaign_tag WHERE tag = ?)', search.tag);
  if (near) {
    demand('south <= ? AND north >= ?', near.latitude, near.latitude);
    const turns = [near.longitude, near.longitude - 360, near.longitude + 360];
    demand(turns.map(() => '(west <= ? AND east >= ?)').join(' OR '), ...turns.flatMap((it) => [it, it]));
  }
  if (search.status) {
    const condition = statusConditions[search.status];
    demand(condition, ...Array<number>(condition.split('?').length - 1).fill(now));
  }
  if (before) demand('(created_at, id) < (?, ?)', before.at, before.id);
  const rows = await db.all(
    `SELECT * FROM campaign WHERE ${conditions.join(' AND ')} ORDER BY created_at DESC, id DESC LIMIT ?`,
    [...params, search.limit],
  );
  return rows.map(campaignFromRow);
};
