import { DatabaseSync } from '@photostructure/sqlite';
import pg from 'pg';

/** Where the rows are: the file of the embedded database, or the address of a PostgreSQL. */
export type Place = { file: string } | { url: string };

const columns = `id, campaign_id, key_type, public_key, state, review, shown, reason, sha256, latitude, longitude, reward, fuel,
  paid, original_key, thumbnail_key, format, width, height, thumbhash, dhash, received_at, created_at, due_at`;

const values = (number: string, hash: (salt: string) => string, hex: (text: string) => string) => `
  ${hex(number)}, ?, 'ethereum', '0x' || ${hash('u')}, 'ready', 'accepted', 1, '', ${hash('s')}, 52.5, 13.4, 1000000, 1000000,
  1, ${hash('o')} || '.jpg', ${hash('t')} || '.webp', 'jpeg', 4032, 3024, 'HBkSHYSIeHiPiHh8eJd4eTN0EEQG', '0f0f0f0f0f0f0f0f',
  1600000000000 + ${number} * 1000, 1600000000000 + ${number} * 1000, 0`;

/** Photos of one campaign, a second apart, made by the database itself. */
export const fill = async (place: Place, campaignId: string, count: number): Promise<void> => {
  if ('file' in place) {
    const db = new DatabaseSync(place.file);
    // Indexes over random values are written at random places. With less memory each row would write pages again that were
    // written before.
    db.exec('PRAGMA busy_timeout = 60000; PRAGMA cache_size = -8000000; PRAGMA synchronous = OFF');
    const random = () => 'lower(hex(randomblob(32)))';
    const row = values('n', random, (n) => `printf('%024x', ${n}) || substr(lower(hex(randomblob(4))), 1, 8)`);
    db.prepare(
      `WITH RECURSIVE line (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM line WHERE n < ?)
       INSERT INTO photo (${columns}) SELECT ${row} FROM line`,
    ).run(count, campaignId);
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    db.close();
    return;
  }
  const client = new pg.Client({ connectionString: place.url });
  await client.connect();
  const random = (salt: string) => `md5('${salt}a' || $2 || n) || md5('${salt}b' || $2 || n)`;
  const row = values('n', random, (n) => `lpad(to_hex(${n}), 24, '0') || substr(md5($2), 1, 8)`).replace('?', '$2');
  await client.query(
    `INSERT INTO photo (${columns}) SELECT ${row} FROM generate_series(1::bigint, $1::bigint) AS line (n)`,
    [count, campaignId],
  );
  await client.query('VACUUM ANALYZE photo');
  await client.end();
};
