import { closeSync, existsSync, openSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from './driver.ts';
import { lockDataDir } from './lock.ts';
import { appliedMigration, applyMigrations, migrations } from './migrations.ts';
import { openPostgres, type PostgresOptions } from './postgres.ts';
import type { Migration } from './schema/migration.ts';
import { openSqlite } from './sqlite.ts';

export interface DbOptions extends PostgresOptions {
  dataDir: string;
  /** PostgreSQL when given, otherwise one file in the data directory. */
  databaseUrl?: string | undefined;
  /** For tests of migrations. */
  migrations?: readonly Migration[];
}

export const sqliteFile = (dataDir: string) => join(dataDir, 'trigpoint.db');

/** Opens the configured database, ready for use: locked against a second process (SQLite) and migrated. */
export async function openDb(options: DbOptions, now: () => number = Date.now): Promise<Db> {
  return options.databaseUrl ? openShared(options.databaseUrl, options, now) : openEmbedded(options, now);
}

async function openShared(url: string, options: DbOptions, now: () => number): Promise<Db> {
  const db = await openPostgres(url, options);
  try {
    await applyMigrations(db, now(), options.migrations);
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}

async function openEmbedded(options: DbOptions, now: () => number): Promise<Db> {
  const { dataDir, migrations: known = migrations } = options;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const lock = await lockDataDir(dataDir);
  const file = sqliteFile(dataDir);
  const isNew = !existsSync(file);
  // SQLite gives its other files the same permissions.
  if (isNew) closeSync(openSync(file, 'a', 0o600));
  const db = await openSqlite(file);
  const release = async () => {
    await db.close();
    lock.release();
  };
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= release();
    return closing;
  };
  try {
    const applied = await appliedMigration(db, known);
    if (!isNew && applied > 0 && applied < (known.at(-1)?.id ?? 0)) await db.copyTo(`${file}.schema-${applied}`);
    await applyMigrations(db, now(), known);
    return { ...db, close };
  } catch (error) {
    await close();
    throw error;
  }
}
