import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { migrations } from '../db/migrations.ts';
import { hashFile, type TableSum } from './table-files.ts';

/** The list of what a backup contains. It is written last, so a folder without it is not a backup. */
export interface Manifest {
  readonly format: 1;
  readonly made_at: string;
  readonly dialect: 'sqlite' | 'postgres';
  readonly schema: number;
  readonly tables: Readonly<Record<string, TableSum>>;
  /** Blob keys are the SHA-256 of their bytes. */
  readonly photos: readonly string[];
  /** Photos that a row names but that were not found, such as one that was rejected meanwhile. */
  readonly missing: readonly string[];
  /** Other files of the data directory, with their SHA-256. */
  readonly files: Readonly<Record<string, string>>;
}

export const manifestFile = (folder: string) => join(folder, 'manifest.json');
export const tableFile = (folder: string, table: string) => join(folder, 'tables', `${table}.jsonl`);
export const photoFile = (folder: string, key: string) => join(folder, 'photos', key.slice(0, 2), key);

/** Reads a backup's manifest and checks every file against it, so that no restore begins that cannot be finished. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(manifestFile(folder), 'utf8').catch(() => undefined);
  if (text === undefined) throw new Error(`${folder} is no complete backup: it has no manifest.json.`);
  const manifest = JSON.parse(text) as Manifest;
  if (manifest.format !== 1) throw new Error(`${folder} has format ${manifest.format}; this version reads format 1.`);
  const newest = migrations.at(-1)?.id ?? 0;
  if (manifest.schema > newest)
    throw new Error(
      `${folder} was made with schema ${manifest.schema}, and this version of Trigpoint knows schemas up to ${newest}: use the version that made it.`,
    );
  // A name that leads out of the folder would have a restore write anywhere.
  for (const name of Object.keys(manifest.files))
    if (name.split('/').some((part) => ['', '.', '..'].includes(part)))
      throw new Error(`${folder} names "${name}", which is no file of a data directory.`);
  for (const key of manifest.photos)
    if (!/^[0-9a-f]{64}[\w.-]*$/.test(key)) throw new Error(`${folder} names "${key}", which is no photo.`);
  const expected: (readonly [path: string, sha256: string])[] = [
    ...Object.entries(manifest.tables).map(([name, { sha256 }]) => [tableFile(folder, name), sha256] as const),
    ...manifest.photos.map((key) => [photoFile(folder, key), key.slice(0, 64)] as const),
    ...Object.entries(manifest.files).map(([name, sha256]) => [join(folder, 'files', name), sha256] as const),
  ];
  for (const [path, sha256] of expected)
    if ((await hashFile(path).catch(() => '')) !== sha256) throw new Error(`${path} is missing or altered.`);
  return manifest;
}
