import { createWriteStream } from 'node:fs';
import { copyFile, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { blobReader } from '../campaign/blobs.ts';
import { openS3Blobs } from '../campaign/s3-blobs.ts';
import type { Config } from '../config/config.ts';
import { flushToDisk } from '../flush-to-disk.ts';
import { iso } from '../times.ts';
import { type Manifest, manifestFile, photoFile, tableFile } from './manifest.ts';
import { openSnapshot, type Snapshot, tablesOf } from './snapshot.ts';
import { hashFile, writeTable } from './table-files.ts';

type Target = Pick<Config, 'dataDir' | 'database' | 'photo'>;

const dbOf = ({ dataDir, database }: Target) => ({ dataDir, ...database });

/**
 * Copies everything that the service stores into a new folder while the service runs: rows, photos, keys and the development
 * chain. The rows are of one moment. Both databases have the same format, so that a backup of one can be restored into the
 * other.
 */
export async function backUp(config: Target, folder: string, now: () => number = Date.now): Promise<Manifest> {
  if ((await readdir(folder).catch(() => [])).length > 0)
    throw new Error(`${folder} is there already: name a new one.`);
  await mkdir(join(folder, 'tables'), { recursive: true, mode: 0o700 });

  // Photos are copied once before the snapshot of the rows. So a photo that is deleted right after the snapshot is in the backup.
  const early = await openSnapshot(dbOf(config));
  const copied = new Set<string>();
  await copyPhotos(config, folder, await keysOf(early).finally(() => early.close()), copied);

  const snapshot = await openSnapshot(dbOf(config));
  try {
    const tables: Record<string, Manifest['tables'][string]> = {};
    for (const table of tablesOf(snapshot.schema))
      tables[table] = await writeTable(tableFile(folder, table), snapshot.rows(table));
    const keys = await keysOf(snapshot);
    await copyPhotos(config, folder, keys, copied);
    const wanted = new Set(keys);
    for (const key of copied) if (!wanted.has(key)) await rm(photoFile(folder, key), { force: true });
    const manifest: Manifest = {
      format: 1,
      made_at: iso(now()),
      dialect: snapshot.dialect,
      schema: snapshot.schema,
      tables,
      photos: keys.filter((key) => copied.has(key)).sort(),
      missing: keys.filter((key) => !copied.has(key)).sort(),
      files: await copyFiles(config.dataDir, folder),
    };
    await writeFile(manifestFile(folder), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });
    return manifest;
  } finally {
    await snapshot.close();
  }
}

async function keysOf(snapshot: Snapshot): Promise<string[]> {
  const keys: string[] = [];
  for await (const row of snapshot.rows('blob')) if ((row.refs as number) > 0) keys.push(row.key as string);
  return keys;
}

/** Copies photos, and adds those that were found to `copied`. Each copy is checked against the hash in its name. */
async function copyPhotos(config: Target, folder: string, keys: readonly string[], copied: Set<string>): Promise<void> {
  const { s3 } = config.photo;
  const read = s3 ? openS3Blobs(s3, Date.now) : blobReader(join(config.dataDir, 'photos'));
  for (const key of keys) {
    if (copied.has(key)) continue;
    const found = await read.open(key);
    if (!found) continue;
    const path = photoFile(folder, key);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const written = await pipeline(found.stream, createWriteStream(path, { mode: 0o600, flush: true })).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        // The photo was deleted after it was found.
        if (error.code === 'ENOENT') return false;
        throw error;
      },
    );
    if (!written) await rm(path, { force: true });
    else if ((await hashFile(path)) !== key.slice(0, 64))
      throw new Error(`The photo ${key} is damaged where it is kept.`);
    else copied.add(key);
  }
}

/** Copies other files: the keys of agents and of the log, and the journal of the development chain, which only grows. */
async function copyFiles(dataDir: string, folder: string): Promise<Record<string, string>> {
  const keys = await readdir(join(dataDir, 'keys')).catch(() => [] as string[]);
  const sums: Record<string, string> = {};
  for (const name of ['chain.jsonl', ...keys.filter((it) => it.endsWith('.json')).map((it) => `keys/${it}`)]) {
    if (!(await stat(join(dataDir, name)).catch(() => undefined))?.isFile()) continue;
    const target = join(folder, 'files', name);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await copyFile(join(dataDir, name), target);
    await flushToDisk(target);
    sums[name] = await hashFile(target);
  }
  return sums;
}
