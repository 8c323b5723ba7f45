import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Db } from './driver.ts';
import { openDb } from './open.ts';
import { administer, ordinaryUser, TEST_DATABASE_URL } from './temporary-postgres.ts';

const url = process.env[TEST_DATABASE_URL];
const program = '/usr/sbin/pgbouncer';
const why = url ? 'no PgBouncer is installed here' : 'no DATABASE_URL is set and no PostgreSQL starts here';
const canRun = url !== undefined && existsSync(program) && ordinaryUser() !== undefined;

describe.skipIf(!canRun)(`PgBouncer in transaction mode${canRun ? '' : `: skipped, ${why}`}`, () => {
  const name = `pooled_${randomBytes(6).toString('hex')}`;
  const direct = () => {
    const it = new URL(url ?? '');
    it.pathname = `/${name}`;
    return it;
  };
  const opened: Db[] = [];
  let stop = async () => {};
  let pooled = '';

  beforeAll(async () => {
    await administer(url ?? '', `CREATE DATABASE ${name}`);
    const bouncer = await startBouncer(direct());
    pooled = bouncer.url;
    stop = bouncer.stop;
  });
  afterAll(async () => {
    for (const db of opened) await db.close();
    await stop();
    await administer(url ?? '', `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  });

  const open = async (pooler: 'session' | 'transaction') => {
    const db = await openDb({ dataDir: '', databaseUrl: pooled, poolSize: 8, pooler, noticesUrl: direct().href });
    opened.push(db);
    return db;
  };

  test('is used with DATABASE_POOLER=transaction, by several nodes on fewer connections than they have', async () => {
    await expect(open('session')).rejects.toThrow(/startup parameter|prepared statement/);
    const nodes = await Promise.all([open('transaction'), open('transaction')]);
    await nodes[0]?.run('CREATE TABLE thing (id BIGINT PRIMARY KEY, n BIGINT)');
    await Promise.all(
      Array.from({ length: 200 }, async (_, i) => {
        const db = nodes[i % 2] as Db;
        await db.write(async (tx) => {
          await tx.run('INSERT INTO thing VALUES (?, ?)', [i, i]);
          await Promise.all([
            tx.run('UPDATE thing SET n = n + 1 WHERE id = ?', [i]),
            tx.run('UPDATE thing SET n = n + 1 WHERE id = ?', [i]),
          ]);
        });
        const failing = db.write((tx) => tx.run('INSERT INTO thing VALUES (?, 0)', [i]));
        await expect(failing).rejects.toThrow(/unique/i);
        const rows = await Promise.all([0, 1].map(() => db.get('SELECT n FROM thing WHERE id = ?', [i])));
        expect(rows).toEqual([{ n: i + 2 }, { n: i + 2 }]);
      }),
    );
    const timeouts = await nodes[1]?.write((tx) =>
      tx.get(`SELECT current_setting('statement_timeout') AS longest,
                current_setting('idle_in_transaction_session_timeout') AS idle`),
    );
    expect(timeouts).toEqual({ longest: '30s', idle: '3s' });
  });

  test('nodes wake each other over DATABASE_NOTICES_URL', async () => {
    const [one, other] = await Promise.all([open('transaction'), open('transaction')]);
    const heard: string[] = [];
    const boards = [one.join?.(() => {}), other.join?.((text) => heard.push(text))];
    await expect
      .poll(() => {
        boards[0]?.tell('wake up');
        return heard[0];
      })
      .toBe('wake up');
    for (const it of boards) await it?.close();
  });
});

async function startBouncer(server: URL) {
  const dir = mkdtempSync(join(tmpdir(), 'trigpoint-pgbouncer-'));
  const host = server.searchParams.get('host') ?? server.hostname;
  const port = server.port || '5432';
  const password = server.password === '' ? '' : ` password=${decodeURIComponent(server.password)}`;
  writeFileSync(
    join(dir, 'pgbouncer.ini'),
    `[databases]
* = host=${host} port=${port} user=${decodeURIComponent(server.username)}${password}
[pgbouncer]
listen_addr =
listen_port = 6432
unix_socket_dir = ${dir}
auth_type = any
pool_mode = transaction
default_pool_size = 3
`,
  );
  const user = ordinaryUser();
  if (user && user !== 'self') chownSync(dir, user.uid, user.gid);
  const account = user === 'self' ? {} : user;
  const bouncer = spawn(program, ['-q', join(dir, 'pgbouncer.ini')], { ...account, stdio: 'ignore' });
  const ended = new Promise((resolve) => bouncer.once('exit', resolve));
  const pooled = new URL(server);
  pooled.searchParams.set('host', dir);
  pooled.port = '6432';
  while (!existsSync(join(dir, '.s.PGSQL.6432'))) await new Promise((resolve) => setTimeout(resolve, 20));
  return {
    url: pooled.href,
    stop: async () => {
      bouncer.kill('SIGINT');
      await ended;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
