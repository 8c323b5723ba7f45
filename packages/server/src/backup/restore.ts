import { chmod, copyFile, mkdir, mkdtemp, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { type Blobs, openFileBlobs } from '../campaign/blobs.ts';
import { openS3Blobs } from '../campaign/s3-blobs.ts';
import type { Config } from '../config/config.ts';
import type { Db, Row } from '../db/driver.ts';
import { migrations } from '../db/migrations.ts';
import { type DbOptions, openDb } from '../db/open.ts';
import { type Manifest, photoFile, readManifest, tableFile } from './manifest.ts';
import { tablesOf } from './snapshot.ts';
import { readTable } from './table-files.ts';

type Target = Pick<Config, 'dataDir' | 'database' | 'photo'>;

const isEmpty = async (folder: string) => (await readdir(folder).catch(() => [])).length === 0;

/** Restores a backup. Nothing is overwritten: the data directory, and a PostgreSQL database, must be empty. */
export async function restore(config: Target, folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const dataDir = resolve(config.dataDir);
  if (!(await isEmpty(dataDir)))
    throw new Error(`${dataDir} is not empty, and nothing is overwritten: set TRIGPOINT_DATA_DIR to a new one.`);
  await mkdir(dirname(dataDir), { recursive: true });
  // The data directory is made beside its place and then moved there. So a restore that is interrupted leaves no half of it.
  const draft = await mkdtemp(join(dirname(dataDir), `.${basename(dataDir)}-restoring-`));
  try {
    await restoreRows({ ...config.database, dataDir: draft }, folder, manifest);
    const { s3 } = config.photo;
    await restorePhotos(
      s3 ? openS3Blobs(s3, Date.now) : await openFileBlobs(join(draft, 'photos')),
      draft,
      folder,
      manifest,
    );
    for (const name of Object.keys(manifest.files)) {
      await mkdir(dirname(join(draft, name)), { recursive: true, mode: 0o700 });
      await copyFile(join(folder, 'files', name), join(draft, name));
      await chmod(join(draft, name), 0o600);
    }
    await rmdir(dataDir).catch(() => {});
    await rename(draft, dataDir);
    return manifest;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

async function restoreRows(options: DbOptions, folder: string, manifest: Manifest): Promise<void> {
  const tables = tablesOf(manifest.schema);
  const db = await openDb({ ...options, migrations: migrations.filter(({ id }) => id <= manifest.schema) });
  try {
    for (const table of tables)
      if (await db.get(`SELECT 1 AS one FROM ${table} LIMIT 1`))
        throw new Error(`The database already has rows in "${table}", and nothing is overwritten: name an empty one.`);
    try {
      for (const table of tables) await insertAll(db, table, readTable(tableFile(folder, table)));
      if (db.dialect === 'postgres' && tables.includes('log_entry')) await db.get(advanceSequence);
    } catch (error) {
      // A PostgreSQL database cannot be thrown away like a folder. So the restored rows are deleted again, children first.
      await db.write(async (tx) => {
        for (const table of tables.toReversed()) await tx.run(`DELETE FROM ${table}`);
      });
      throw error;
    }
  } finally {
    await db.close();
  }
}

/** PostgreSQL does not advance a sequence for rows that bring their own numbers, so it is set here. */
const advanceSequence = `SELECT setval(pg_get_serial_sequence('log_entry', 'seq'), coalesce(max(seq), 0) + 1, false) AS next
  FROM log_entry`;

const batchRows = 200;

async function insertAll(db: Db, table: string, rows: AsyncIterable<Row>): Promise<void> {
  let batch: Row[] = [];
  const insert = async () => {
    const taken = batch;
    batch = [];
    await db.write(async (tx) => {
      for (const row of taken) {
        const names = Object.keys(row);
        const places = names.map(() => '?').join(', ');
        await tx.run(
          `INSERT INTO ${table} (${names.join(', ')}) VALUES (${places})`,
          names.map((name) => row[name] ?? null),
        );
      }
    });
  };
  for await (const row of rows) {
    batch.push(row);
    if (batch.length >= batchRows) await insert();
  }
  await insert();
}

async function restorePhotos(blobs: Blobs, draft: string, folder: string, manifest: Manifest): Promise<void> {
  const passing = join(draft, '.photo');
  for (const key of manifest.photos) {
    await copyFile(photoFile(folder, key), passing);
    await blobs.keep(key, passing);
  }
  await rm(passing, { force: true });
}
