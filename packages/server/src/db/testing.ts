import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import type { Db } from './driver.ts';
import { type DbOptions, openDb } from './open.ts';
import { TEST_DATABASE_URL, temporarySchema } from './temporary-postgres.ts';

/**
 * Runs the same tests on every driver. `empty()` tells where a fresh, empty database is (for tests that open it
 * several times or in another process); `open()` opens one, migrated. All are removed after the last test.
 */
export interface Place {
  empty(): Promise<DbOptions>;
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
  const empty = async (): Promise<DbOptions> => {
    const dataDir = mkdtempSync(join(tmpdir(), 'trigpoint-db-'));
    cleanups.push(() => rmSync(dataDir, { recursive: true, force: true }));
    if (url === undefined) return { dataDir };
    const schema = await temporarySchema(url);
    cleanups.push(schema.drop);
    return { dataDir, databaseUrl: schema.url };
  };
  return {
    empty,
    async open() {
      const db = await openDb(await empty());
      cleanups.push(() => db.close());
      return db;
    },
  };
}
