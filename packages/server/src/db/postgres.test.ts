import { expect, test } from 'vitest';
import { DbUnavailable } from './driver.ts';
import { openDb } from './open.ts';
import { readAddress } from './postgres.ts';
import { eachDriver } from './testing.ts';

test('a socket directory in the URL is understood', () => {
  expect(readAddress('postgres://me@localhost/name?host=%2Frun%2Fpg&search_path=x')).toEqual({
    url: 'postgres://me@localhost/name?search_path=x',
    socket: { path: '/run/pg/.s.PGSQL.5432' },
  });
  expect(readAddress('postgres://me@db:6000/name').socket).toEqual({});
});

eachDriver('a lost server', (place) => {
  test('a statement that takes too long is given up', async () => {
    const options = await place.empty();
    if (!options.databaseUrl) return;
    const db = await openDb({ ...options, statementTimeoutMs: 100 });
    await expect(db.all('SELECT pg_sleep(20)')).rejects.toThrow(DbUnavailable);
    await db.close();
  });
});
