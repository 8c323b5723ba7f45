import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import type { Db } from './driver.ts';
import { type DbOptions, openDb } from './open.ts';
import { TEST_DATABASE_URL, temporarySchema } from './temporary-postgres.ts';
import { copyPostgres, copySqlite } from './testing-templates.ts';

/**
 * Runs the same tests on every driver. `empty()` tells where a database without tables is, `fresh()` where one is that has
 * them (for tests that open it several times or in another process); `open()` opens one that has them. All are removed
 * after the last test.
 */
export interface Place {
  empty(): Promise<DbOptions>;
  fresh(): Promise<DbOptions>;
  open(): Promise<Db>;
}

export function eachDriver(name: string, body: (place: Place) => void): void {
  describe(`${name} (sqlite)`, () => body(place(undefined)));
  const url = process.env[TEST_DATABASE_URL];
  const title = `${name} (postgres)${url ? '' : ': skipped, no DATABASE_URL is set and no PostgreSQL starts here'}`;
  describe.skipIf(!url)(title, () => body(place(url ?? '')));
}

function place(url: string | undefined): Place {
  const cleanups: (() => Promise<unknown> | unknown)[] = [];
  afterAll(async () => {
    for (const clean of cleanups.reverse()) await clean();
  });
  const folder = (): string => {
    const dataDir = mkdtempSync(join(tmpdir(), 'trigpoint-db-'));
    cleanups.push(() => rmSync(dataDir, { recursive: true, force: true }));
    return dataDir;
  };
  const inPostgres = ({ url: databaseUrl, drop }: { url: string; drop(): Promise<void> }): DbOptions => {
    cleanups.push(drop);
    return { dataDir: folder(), databaseUrl };
  };
  const empty = async () => (url === undefined ? { dataDir: folder() } : inPostgres(await temporarySchema(url)));
  const fresh = async () => {
    if (url !== undefined) return inPostgres((await copyPostgres(url)) ?? (await temporarySchema(url)));
    const dataDir = folder();
    copySqlite(dataDir);
    return { dataDir };
  };
  return {
    empty,
    fresh,
    async open() {
      const db = await openDb(await fresh());
      cleanups.push(() => db.close());
      return db;
    },
  };
}
