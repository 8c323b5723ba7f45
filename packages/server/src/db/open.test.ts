import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { DbUnavailable } from './driver.ts';
import { DataDirInUse } from './lock.ts';
import { migrations } from './migrations.ts';
import { openDb, sqliteFile } from './open.ts';
import type { Migration } from './schema/migration.ts';
import { openSqlite } from './sqlite.ts';
import { eachDriver } from './testing.ts';

const first: Migration = {
  id: 1,
  name: 'first',
  sql: ['CREATE TABLE one (v TEXT)', "INSERT INTO one VALUES ('kept')"],
};
const second: Migration = { id: 2, name: 'second', sql: ['ALTER TABLE one ADD COLUMN w BLOB'] };
const broken: Migration = { id: 2, name: 'broken', sql: ['CREATE TABLE two (v TEXT)', 'CREATE TABLE one (v TEXT)'] };

test('migrations are numbered without gaps', () => {
  expect(migrations.map(({ id }) => id)).toEqual(migrations.map((_, index) => index + 1));
});

eachDriver('migrations', (place) => {
  test('are applied once, each, in order', async () => {
    const options = await place.empty();
    await (await openDb({ ...options, migrations: [first] })).close();
    await (await openDb({ ...options, migrations: [first, second] }, () => 42)).close();
    const db = await openDb({ ...options, migrations: [first, second] });
    expect(await db.all('SELECT v, w FROM one')).toEqual([{ v: 'kept', w: null }]);
    expect(await db.get('SELECT * FROM migration WHERE id = 2')).toEqual({ id: 2, name: 'second', applied_at: 42 });
    await db.close();
  });

  test('that fail change nothing', async () => {
    const options = await place.empty();
    await (await openDb({ ...options, migrations: [first] })).close();
    await expect(openDb({ ...options, migrations: [first, broken] })).rejects.toThrow(/exists/);
    const db = await openDb({ ...options, migrations: [first] });
    await expect(db.all('SELECT v FROM two')).rejects.toThrow();
    await db.close();
  });

  test('of a newer version are refused with a sentence', async () => {
    const options = await place.empty();
    await (await openDb({ ...options, migrations: [first, second] })).close();
    await expect(openDb({ ...options, migrations: [first] })).rejects.toThrow(
      'This database has schema 2, and this version of Trigpoint knows schemas up to 1',
    );
  });

  test('the real ones apply', async () => {
    const db = await place.open();
    expect(await db.all('SELECT token_hash FROM session')).toEqual([]);
  });

  test('run once when several nodes start together', async () => {
    const options = await place.empty();
    if (!options.databaseUrl) return;
    const nodes = await Promise.all(Array.from({ length: 4 }, () => openDb({ ...options, poolSize: 2 })));
    await Promise.all(nodes.map((node) => node.close()));
  });

  test('an existing SQLite file is copied before it is changed', async () => {
    const options = await place.empty();
    if (options.databaseUrl) return;
    await (await openDb({ ...options, migrations: [first] })).close();
    expect(existsSync(`${sqliteFile(options.dataDir)}.schema-1`)).toBe(false);
    await (await openDb({ ...options, migrations: [first, second] })).close();
    const copy = await openSqlite(`${sqliteFile(options.dataDir)}.schema-1`);
    expect(await copy.all('SELECT * FROM one')).toEqual([{ v: 'kept' }]);
    await copy.close();
  });

  test('a data directory belongs to one process, and kill -9 leaves it free', async () => {
    const options = await place.empty();
    if (options.databaseUrl) return;
    const held = await openDb(options);
    await held.write((tx) => tx.run('CREATE TABLE kept (id BIGINT, half BIGINT)'));
    await expect(openDb(options)).rejects.toThrow(`(pid ${process.pid})`);
    await held.close();

    const writer = fileURLToPath(new URL('./testing-writer.js', import.meta.url));
    const child = spawn(process.execPath, [writer, JSON.stringify(options), '0'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    const refusal = await openDb(options).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DataDirInUse);
    expect((refusal as DataDirInUse).pid).toBe(child.pid);
    child.kill('SIGKILL');
    await once(child, 'close');
    // A stale pid of a process that lives (this one) must not refuse anybody.
    writeFileSync(join(options.dataDir, 'lock.pid'), `${process.ppid}\n`);
    await (await openDb(options)).close();
  });
});

describe('a PostgreSQL that does not answer', () => {
  test('is said to be unavailable', async () => {
    const url = 'postgres://nobody@127.0.0.1:1/none';
    await expect(openDb({ dataDir: '/nonexistent', databaseUrl: url })).rejects.toThrow(DbUnavailable);
  });
});
