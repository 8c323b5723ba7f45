import { join } from 'node:path';
import { testFolder } from '@trigpoint/proofs/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DbUnavailable } from './driver.ts';
import { openSqlite, type SqliteDb } from './sqlite.ts';

let dir: string;
let db: SqliteDb;
beforeEach(async () => {
  dir = testFolder();
  db = await openSqlite(join(dir, 'x.db'));
  await db.write((tx) => tx.run('CREATE TABLE thing (id BIGINT PRIMARY KEY)'));
});
afterEach(() => db.close());

const ids = async () => (await db.all<{ id: number }>('SELECT id FROM thing ORDER BY id')).map((row) => row.id);

test('a write that awaits something else fails alone, and its late statements are refused', async () => {
  let late: Promise<number> | undefined;
  const slow = db.write(async (tx) => {
    await tx.run('INSERT INTO thing VALUES (1)');
    await new Promise((resolve) => setTimeout(resolve, 20));
    late = tx.run('INSERT INTO thing VALUES (2)');
    await late;
  });
  const stuck = db.write(() => new Promise(() => {}));
  const neighbour = db.write((tx) => tx.run('INSERT INTO thing VALUES (3)'));
  await expect(slow).rejects.toThrow('awaited something other than its transaction');
  await expect(stuck).rejects.toThrow('awaited something other than its transaction');
  expect(await neighbour).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 40));
  await expect(late).rejects.toThrow('has ended');
  expect(await ids()).toEqual([3]);
});

test('a database that is closed in the middle of a long read takes nobody with it', async () => {
  const rows = 40_000;
  const long = `WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < ${rows}) SELECT x FROM n`;
  for (let i = 0; i < 6; i++) {
    const other = await openSqlite(join(dir, 'x.db'));
    const { aside = other } = other;
    const read = aside.all(long).catch((error: Error) => error.message);
    await new Promise((resolve) => setTimeout(resolve, 50 + 50 * i));
    await other.close();
    expect(['The service is closing', rows]).toContain(
      typeof (await read) === 'string' ? await read : (await read).length,
    );
  }
});

test('when the shared commit fails, every member of the group fails and nothing is kept', async () => {
  await db.write(async (tx) => {
    await tx.run('CREATE TABLE part (id BIGINT REFERENCES thing (id) DEFERRABLE INITIALLY DEFERRED)');
  });
  const outcomes = await Promise.allSettled([
    db.write((tx) => tx.run('INSERT INTO thing VALUES (1)')),
    db.write((tx) => tx.run('INSERT INTO part VALUES (99)')),
    db.write((tx) => tx.run('INSERT INTO thing VALUES (2)')),
  ]);
  expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await ids()).toEqual([]);
  expect(await db.write((tx) => tx.run('INSERT INTO thing VALUES (3)'))).toBe(1);
});

test('a full disk makes the writes of its group unavailable, and the next group works again', async () => {
  await db.write(async (tx) => {
    await tx.run('CREATE TABLE big (v TEXT)');
    const [{ n } = { n: 0 }] = await tx.all<{ n: number }>('SELECT page_count AS n FROM pragma_page_count()');
    await tx.all(`PRAGMA max_page_count = ${n + 5}`);
  });
  const outcomes = await Promise.allSettled([
    db.write((tx) => tx.run('INSERT INTO thing VALUES (1)')),
    db.write((tx) => tx.run('INSERT INTO big VALUES (?)', ['x'.repeat(100_000)])),
  ]);
  expect((outcomes[1] as PromiseRejectedResult).reason).toBeInstanceOf(DbUnavailable);
  expect(await ids()).toEqual(outcomes[0]?.status === 'fulfilled' ? [1] : []);
  expect(await db.write((tx) => tx.run('INSERT INTO thing VALUES (2)'))).toBe(1);
});

test('more writes than one group holds are all committed, in order', async () => {
  const order: number[] = [];
  await Promise.all(
    Array.from({ length: 1000 }, (_, id) =>
      db.write((tx) => tx.run('INSERT INTO thing VALUES (?)', [id])).then(() => order.push(id)),
    ),
  );
  expect(order).toEqual(Array.from({ length: 1000 }, (_, id) => id));
  expect(await ids()).toHaveLength(1000);
});

test('statements of varying text do not wear the database out', async () => {
  for (let n = 0; n < 1500; n++) await db.get(`SELECT ${n} AS n`);
  expect(await db.get('SELECT 1 AS n')).toEqual({ n: 1 });
});
