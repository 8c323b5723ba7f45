import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDb, sqliteFile } from './open.ts';
import { administer } from './temporary-postgres.ts';

/** Databases with tables and nothing in them, which tests copy: to copy one takes a fifth of what all migrations take. */
const SQLITE_TEMPLATE = 'TRIGPOINT_TEST_SQLITE_TEMPLATE';
const POSTGRES_TEMPLATE = 'TRIGPOINT_TEST_POSTGRES_TEMPLATE';

const databaseAt = (server: string, database: string): string => {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
};

/** Makes the templates for the processes that this one starts. Returns what removes them. */
export async function makeTemplates(server: string | undefined): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'trigpoint-template-'));
  await (await openDb({ dataDir })).close();
  process.env[SQLITE_TEMPLATE] = dataDir;
  const database = server === undefined ? undefined : await makePostgresTemplate(server);
  return async () => {
    rmSync(dataDir, { recursive: true });
    if (server !== undefined && database !== undefined) await administer(server, `DROP DATABASE ${database}`);
  };
}

/** Undefined where the account may not create databases. Tests then migrate each of theirs in a schema. */
async function makePostgresTemplate(server: string): Promise<string | undefined> {
  const database = `template_${randomBytes(8).toString('hex')}`;
  try {
    await administer(server, `CREATE DATABASE ${database}`);
  } catch {
    return undefined;
  }
  await (await openDb({ dataDir: '', databaseUrl: databaseAt(server, database), poolSize: 1 })).close();
  process.env[POSTGRES_TEMPLATE] = database;
  return database;
}

/** Puts a migrated database into an empty folder, where there is a template. */
export const copySqlite = (dataDir: string): void => {
  const template = process.env[SQLITE_TEMPLATE];
  if (template !== undefined) copyFileSync(sqliteFile(template), sqliteFile(dataDir));
};

/** A migrated database of its own; undefined where there is no template. */
export async function copyPostgres(server: string): Promise<{ url: string; drop(): Promise<void> } | undefined> {
  const template = process.env[POSTGRES_TEMPLATE];
  if (template === undefined) return undefined;
  const database = `test_${randomBytes(8).toString('hex')}`;
  const copy = `CREATE DATABASE ${database} TEMPLATE ${template}`;
  // PostgreSQL 15 writes every page into its log unless it is told otherwise; older ones copy files and know no strategies.
  await administer(server, `${copy} STRATEGY file_copy`).catch(() => administer(server, copy));
  return {
    url: databaseAt(server, database),
    drop: () => administer(server, `DROP DATABASE ${database} WITH (FORCE)`),
  };
}
