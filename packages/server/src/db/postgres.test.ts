import { expect, test } from 'vitest';
import { DbUnavailable } from './driver.ts';
import { openDb } from './open.ts';
import { eachDriver } from './testing.ts';

eachDriver('a lost server', (place) => {
  test('is said to be unavailable, and used again when it is back', async () => {
    const options = await place.empty();
    if (!options.databaseUrl) return;
    const db = await openDb({ ...options, poolSize: 2 });
    const other = await openDb({ ...options, poolSize: 1 });
    await db.write((tx) => tx.run('CREATE TABLE thing (id BIGINT PRIMARY KEY)'));
    const cutOff = db.write(async (tx) => {
      await tx.run('INSERT INTO thing VALUES (1)');
      const own = await tx.get<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await other.all('SELECT pg_terminate_backend(CAST(? AS INTEGER)) AS ended', [own?.pid ?? 0]);
      await tx.run('INSERT INTO thing VALUES (2)');
    });
    await expect(cutOff).rejects.toThrow(DbUnavailable);
    expect(await db.write((tx) => tx.run('INSERT INTO thing VALUES (3)'))).toBe(1);
    expect(await db.all('SELECT id FROM thing')).toEqual([{ id: 3 }]);
    await db.close();
    await other.close();
  });

  test('a statement that takes too long is given up', async () => {
    const options = await place.empty();
    if (!options.databaseUrl) return;
    const db = await openDb({ ...options, statementTimeoutMs: 100 });
    await expect(db.all('SELECT pg_sleep(20)')).rejects.toThrow(DbUnavailable);
    await db.close();
  });
});
