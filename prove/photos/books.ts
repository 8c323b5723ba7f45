import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brokenInvariants, type Db } from '@trigpoint/server';

const filesIn = async (dir: string): Promise<string[]> =>
  (await readdir(dir, { recursive: true, withFileTypes: true }))
    .filter((it) => it.isFile())
    .map((it) => join(it.parentPath, it.name));

/** Photos, places, rewards, fuel and bytes on disk must tell one story. */
export const checkBooks = async (db: Db, dataDir: string): Promise<string[]> => {
  const violations = await brokenInvariants(db);
  const campaigns = await db.all(
    `SELECT c.*, (SELECT count(*) FROM photo p WHERE p.campaign_id = c.id AND (p.state <> 'rejected' OR p.paid = 1)) AS held,
       (SELECT coalesce(sum(reward), 0) FROM photo p WHERE p.campaign_id = c.id AND p.paid = 1) AS earned,
       (SELECT balance FROM ledger_account a WHERE a.account = 'campaign:' || c.id AND a.unit = 'POINTS') AS escrow
     FROM campaign c`,
  );
  for (const it of campaigns) {
    if (it.taken !== it.held) violations.push(`${it.name}: ${it.taken} places taken, ${it.held} photos hold one`);
    if (it.paid !== it.earned) violations.push(`${it.name}: paid ${it.paid}, photos earned ${it.earned}`);
    if (it.escrow !== Number(it.total_rewards) - Number(it.paid)) violations.push(`${it.name}: ${it.escrow} in escrow`);
    if (Number(it.paid) > Number(it.total_rewards)) violations.push(`${it.name} paid too much`);
    if (Number(it.taken) > Number(it.max_submissions)) violations.push(`${it.name} accepted too many`);
  }

  const unpaid = await db.all(
    `SELECT p.id, p.paid, t.reason FROM photo p LEFT JOIN ledger_transfer t ON t.reason = 'photo:' || p.id
     WHERE (p.paid = 1 AND t.reason IS NULL) OR (p.paid = 0 AND t.reason IS NOT NULL)`,
  );
  for (const it of unpaid) violations.push(`photo ${it.id}: paid ${it.paid}, in the ledger ${it.reason}`);
  const fuel = await db.all(
    `SELECT p.id, p.state FROM photo p LEFT JOIN ledger_transfer t ON t.reason = 'photo-fuel-back:' || p.id
     WHERE p.paid = 0 AND p.fuel > 0 AND (p.state = 'rejected') <> (t.reason IS NOT NULL)
       AND NOT (p.state = 'rejected' AND p.received_at < ?)`,
    // The refill of a new day has brought back what was spent before.
    [new Date().setUTCHours(0, 0, 0, 0)],
  );
  for (const it of fuel) violations.push(`photo ${it.id} is ${it.state}, but its fuel is elsewhere`);

  const photos = await db.all<{ id: string; state: string; original_key: string; thumbnail_key: string }>(
    `SELECT id, state, original_key, thumbnail_key FROM photo WHERE original_key IS NOT NULL`,
  );
  const refs = new Map<string, number>();
  for (const it of photos)
    for (const key of [it.original_key, it.thumbnail_key]) refs.set(key, (refs.get(key) ?? 0) + 1);
  const kept = new Map<string, string>();
  for (const path of await filesIn(join(dataDir, 'photos'))) kept.set(path.split('/').at(-1) as string, path);
  for (const { id, state, original_key, thumbnail_key } of photos)
    for (const key of [original_key, thumbnail_key]) {
      const path = kept.get(key);
      const bytes = path && (await readFile(path));
      if (state === 'ready' && !bytes) violations.push(`photo ${id} is ready without the bytes of ${key}`);
      if (bytes && createHash('sha256').update(bytes).digest('hex') !== key.slice(0, 64))
        violations.push(`the bytes of ${key} are others`);
    }
  const rows = await db.all<{ key: string; refs: number }>('SELECT key, refs FROM blob');
  for (const it of rows)
    if (it.refs !== (refs.get(it.key) ?? 0))
      violations.push(`${it.key} counts ${it.refs}, named by ${refs.get(it.key) ?? 0}`);
  for (const key of kept.keys()) if (!refs.has(key)) violations.push(`nobody knows of the bytes of ${key}`);
  return violations;
};

/** Lists what must be gone after clearing up: half-done uploads, and whatever they had written. */
export const checkCleared = async (db: Db, dataDir: string): Promise<string[]> => {
  const open = await db.all(`SELECT id, state FROM photo WHERE state IN ('received', 'processing')`);
  const spooled = await filesIn(join(dataDir, 'spool'));
  return [
    ...open.map((it) => `photo ${it.id} is still ${it.state}`),
    ...spooled.map((path) => `left in the spool: ${path}`),
  ];
};
