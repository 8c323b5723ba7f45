import type { Reader, Tx } from '../db/driver.ts';

/** A deletion that has not ended after this long was interrupted, and anyone may finish it. */
const removalMs = 10 * 60_000;

/**
 * Counts one more photo that names the blob. Returns false while its bytes are being deleted; the caller tries again shortly.
 * The count decides whether bytes are kept, so it changes in the same transaction as the photo.
 */
export const holdBlob = async (tx: Tx, key: string): Promise<boolean> => {
  const changed = await tx.run(
    `INSERT INTO blob (key, refs, removing_at) VALUES (?, 1, 0)
     ON CONFLICT (key) DO UPDATE SET refs = blob.refs + 1 WHERE blob.removing_at = 0`,
    [key],
  );
  return changed === 1;
};

export const releaseBlob = (tx: Tx, key: string) => tx.run('UPDATE blob SET refs = refs - 1 WHERE key = ?', [key]);

/** Blobs that no photo names and that nobody else is deleting. */
export const listUnused = async (db: Reader, now: number): Promise<string[]> => {
  const rows = await db.all<{ key: string }>('SELECT key FROM blob WHERE refs = 0 AND removing_at < ? LIMIT 1000', [
    now - removalMs,
  ]);
  return rows.map(({ key }) => key);
};

/** Returns true to one caller only, who may then delete the bytes. */
export const startRemoval = async (tx: Tx, key: string, now: number): Promise<boolean> =>
  (await tx.run('UPDATE blob SET removing_at = ? WHERE key = ? AND refs = 0 AND removing_at < ?', [
    now,
    key,
    now - removalMs,
  ])) === 1;

export const endRemoval = (tx: Tx, key: string) =>
  tx.run('DELETE FROM blob WHERE key = ? AND refs = 0 AND removing_at > 0', [key]);
