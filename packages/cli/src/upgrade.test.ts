import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { testFolder } from '@trigpoint/proofs/testing';
import { openDb, TEST_DATABASE_URL, temporarySchema } from '@trigpoint/server';
import { migrations } from '@trigpoint/server/parts';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { serving, trigpoint } from './testing.ts';

const newest = migrations.length;
const server = process.env[TEST_DATABASE_URL];

const dir = testFolder(afterAll);

/** A database as an older version left it, with something in it that must stay. */
const makeOlder = async (dataDir: string, databaseUrl?: string): Promise<void> => {
  const db = await openDb({ dataDir, databaseUrl, migrations: migrations.slice(0, -1) });
  await db.write((tx) => tx.run("CREATE TABLE kept AS SELECT 'mine' AS word"));
  await db.close();
};
const look = async (dataDir: string, databaseUrl?: string) => {
  const db = await openDb({ dataDir, databaseUrl });
  const [row] = await db.all('SELECT max(id) AS schema, (SELECT word FROM kept) AS word FROM migration');
  await db.close();
  return row;
};
const makeNewer = async (dataDir: string, databaseUrl?: string): Promise<void> => {
  const db = await openDb({ dataDir, databaseUrl });
  const row = [newest + 1, 'from the future', 0];
  await db.write((tx) => tx.run('INSERT INTO migration (id, name, applied_at) VALUES (?, ?, ?)', row));
  await db.close();
};
const refusal = new RegExp(`^trigpoint: This database has schema ${newest + 1}, .*newer version.*\\n$`);

describe('an upgrade on the embedded database', () => {
  test('an older data directory is copied, migrated and served', { timeout: 240_000 }, async () => {
    const dataDir = join(dir, 'older');
    await makeOlder(dataDir);
    const env = { TRIGPOINT_DATA_DIR: dataDir };
    await serving(env, async (url) => expect((await fetch(`${url}/readyz`)).status).toBe(200));
    expect(await look(dataDir)).toEqual({ schema: newest, word: 'mine' });
    expect(existsSync(join(dataDir, `trigpoint.db.schema-${newest - 1}`))).toBe(true);
  });

  test('a newer one is refused with a sentence, and stays as it is', { timeout: 240_000 }, async () => {
    const dataDir = join(dir, 'newer');
    await makeNewer(dataDir);
    const refused = await trigpoint({ TRIGPOINT_DATA_DIR: dataDir, PORT: '0' })('serve');
    expect([refused.code, refused.out]).toEqual([1, '']);
    expect(refused.err).toMatch(refusal);
  });
});

const title = `an upgrade on PostgreSQL${server ? '' : ': skipped, no PostgreSQL starts here'}`;
describe.skipIf(!server)(title, () => {
  test('an older database is migrated and served, a newer one is refused', { timeout: 240_000 }, async () => {
    const { url, drop } = await temporarySchema(server as string);
    onTestFinished(drop);
    const dataDir = join(dir, 'node');
    await makeOlder(dataDir, url);
    const env = { TRIGPOINT_DATA_DIR: dataDir, DATABASE_URL: url };
    await serving(env, async (at) => expect((await fetch(`${at}/readyz`)).status).toBe(200));
    expect(await look(dataDir, url)).toEqual({ schema: newest, word: 'mine' });
    await makeNewer(dataDir, url);
    const refused = await trigpoint({ ...env, PORT: '0' })('serve');
    expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(refusal) });
  });
});
