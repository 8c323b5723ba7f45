import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DbUnavailable } from './driver.ts';
import { openDb } from './open.ts';
import { eachDriver } from './testing.ts';

eachDriver('a lost server', (place) => {
  test('is said to be unavailable, and used again when it is back', async () => {
    const options = await place.fresh();
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

  test('that says nothing any more is given up long before a statement may take, and used again when it answers', async () => {
    const options = await place.fresh();
    if (!options.databaseUrl) return;
    const way = await openWay(options.databaseUrl);
    const db = await openDb({ ...options, databaseUrl: way.url, statementTimeoutMs: 120_000 });
    expect(await db.get('SELECT 1 AS one')).toEqual({ one: 1 });
    way.isSilent = true;
    await expect(db.get('SELECT 2 AS two')).rejects.toThrow(DbUnavailable);
    await expect(db.write((tx) => tx.get('SELECT 3 AS three'))).rejects.toThrow('PostgreSQL does not answer');
    way.isSilent = false;
    const again = () => db.get('SELECT 4 AS four').catch(() => undefined);
    await expect.poll(again, { timeout: 120_000 }).toEqual({ four: 4 });
    await db.close();
    way.close();
  });

  test('a statement that waits for another is not a silent server', async () => {
    const options = await place.fresh();
    if (!options.databaseUrl) return;
    const db = await openDb({ ...options, poolSize: 2 });
    const waiting = Array.from({ length: 4 }, () => db.all('SELECT pg_sleep(2.5)'));
    expect((await Promise.all(waiting)).length).toBe(4);
    await db.close();
  });

  test('a statement that takes too long is given up', async () => {
    const options = await place.fresh();
    if (!options.databaseUrl) return;
    const db = await openDb({ ...options, statementTimeoutMs: 100 });
    await expect(db.all('SELECT pg_sleep(20)')).rejects.toThrow(DbUnavailable);
    await db.close();
  });
});

/** A way to the server that can be made to swallow everything. */
async function openWay(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const dir = url.searchParams.get('host');
  const to = dir ? { path: join(dir, '.s.PGSQL.5432') } : { host: url.hostname, port: Number(url.port || 5432) };
  const sockets = new Set<Socket>();
  const way = { url: '', isSilent: false, close: () => {} };
  const server = createServer((near) => {
    const far = connect(to);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('data', (bytes) => way.isSilent || other.write(bytes));
      one.on('error', () => {});
      one.on('close', () => way.isSilent || other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  way.url = url.href;
  way.close = () => {
    for (const it of sockets) it.destroy();
    server.close();
  };
  return way;
}
