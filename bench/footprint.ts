import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client, ethereumSigner, waitForChallenge } from '@trigpoint/client';
import { recruitCrowd } from '@trigpoint/dev/crowd';
import { startCrowdService } from '@trigpoint/dev/services';
import { type Db, temporaryPostgres } from '@trigpoint/server';
import { figure } from './process/figures.ts';
import { Lack } from './process/needs.ts';
import { atMost } from './process/size.ts';

// npm run bench -- footprint [--challenges 200] [--challengers 5] [--at-once 8] [--lookouts] [--statements]
//   What one location challenge costs PostgreSQL: transactions, statements, log (WAL) and stored bytes, beside their aims. What
//   the service does without any challenge is measured first and taken off. --statements lists where they come from.

const { values: options } = parseArgs({
  options: {
    challenges: { type: 'string', default: '200' },
    challengers: { type: 'string', default: '5' },
    'at-once': { type: 'string', default: '8' },
    lookouts: { type: 'boolean', default: false },
    statements: { type: 'boolean', default: false },
  },
});
const count = atMost(2, Number(options.challenges));
const challengers = Number(options.challengers);
const atOnce = Math.min(count, Number(options['at-once']));
const idleMs = atMost(100, 4_000);
const aims = { transactions: 10, wal: 15_000, stored: 12_000 };
const print = (line: string) => void process.stdout.write(`${line}\n`);

interface Statement {
  readonly query: string;
  readonly calls: number;
  readonly wal: number;
}

interface Footprint {
  readonly at: number;
  readonly transactions: number;
  readonly wal: number;
  readonly statements: ReadonlyMap<string, Statement>;
  readonly tables: ReadonlyMap<string, { readonly rows: number; readonly bytes: number }>;
}

const read = async (db: Db): Promise<Footprint> => {
  // Statistics arrive a moment after what they count.
  await pause(1_500);
  const log = await db.get<{ wal: number; commits: number }>(
    `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS wal,
       (SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()) AS commits`,
  );
  const tables = await db.all<{ name: string; rows: number; bytes: number }>(
    `SELECT relname AS name, n_tup_ins - n_tup_del AS rows, pg_total_relation_size(relid) AS bytes FROM pg_stat_user_tables`,
  );
  const statements = await db.all<{ id: string; query: string; calls: number; wal: number }>(
    `SELECT CAST(queryid AS TEXT) AS id, query, calls, wal_bytes AS wal FROM pg_stat_statements`,
  );
  return {
    at: performance.now(),
    transactions: Number(log?.commits),
    wal: Number(log?.wal),
    statements: new Map(statements.map(({ id, ...it }) => [id, it])),
    tables: new Map(tables.map(({ name, rows, bytes }) => [name, { rows: Number(rows), bytes: Number(bytes) }])),
  };
};

const callsIn = ({ statements }: Footprint): number => [...statements.values()].reduce((sum, it) => sum + it.calls, 0);

const postgres = await temporaryPostgres({ settings: ['shared_preload_libraries=pg_stat_statements'] });
if (!postgres) throw new Lack('no PostgreSQL with pg_stat_statements can be started here');
const dataDir = await mkdtemp(join(tmpdir(), 'bench-footprint-'));
const { service, mine } = await startCrowdService({
  place: { dataDir, databaseUrl: postgres.url },
  chainStart: Math.floor(Date.now() / 1000) - 600,
  env: options.lookouts ? {} : { POL_LOOKOUTS_PER_SEAT: '0' },
});
const crowd = recruitCrowd({ provers: atMost(2, 8), challengers: atMost(8, 40), measureMs: 100 });
await crowd.open(service.url);
try {
  const { db } = service.context;
  await db.run('CREATE EXTENSION pg_stat_statements');
  const client = new Client({ url: service.url, proofType: 'pol' });
  await client.login(ethereumSigner(randomBytes(32)), { role: 'payer' });
  const ask = async (id: string) => {
    await client.call('challenge-request-dcl', { challenge_id: id });
    // The payer waits until all readings are in. If it asked for the state all the time, its questions would be most of what is
    // counted.
    while ((crowd.recorded.get(id)?.size ?? 0) < challengers) await pause(20);
    await pause(200);
    await waitForChallenge(client, id);
  };
  const run = async (many: number) => {
    const first = mine(crowd.provers, many, challengers);
    let next = 0;
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (next < many) await ask(String(first + next++));
      }),
    );
  };
  await run(2 * atOnce);
  const idle = await read(db);
  await pause(idleMs);
  const before = await read(db);
  const startedAt = performance.now();
  await run(count);
  const seconds = (performance.now() - startedAt) / 1000;
  const after = await read(db);

  const each = (from: number | undefined, to: number | undefined) => ((to ?? 0) - (from ?? 0)) / count;
  /** A figure per challenge, without what the idle service would have used in the same time. */
  const beyondIdle = (of: (it: Footprint) => number): number => {
    const perMs = (of(before) - of(idle)) / (before.at - idle.at);
    return (of(after) - of(before) - perMs * (after.at - before.at)) / count;
  };
  print(
    `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}; ` +
      `${count} challenges with ${challengers} challengers, ${atOnce} at once, ${(count / seconds).toFixed(1)} a second\n`,
  );
  print('| table | rows per challenge | bytes per challenge, with indexes |\n|---|---|---|');
  let rows = 0;
  let bytes = 0;
  for (const [name, now] of [...after.tables].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const was = before.tables.get(name);
    const [more, larger] = [each(was?.rows, now.rows), each(was?.bytes, now.bytes)];
    if (more < 0.05 && larger < 50) continue;
    rows += more;
    bytes += larger;
    print(`| ${name} | ${more.toFixed(1)} | ${larger.toFixed(0)} |`);
  }
  print(`| **all** | **${rows.toFixed(1)}** | **${bytes.toFixed(0)}** |\n`);
  const lines = [
    ['transactions, reads included', beyondIdle((it) => it.transactions), aims.transactions],
    ['bytes of log (WAL)', beyondIdle((it) => it.wal), aims.wal],
    ['bytes stored', bytes, aims.stored],
  ] as const;
  print('| per challenge | measured | aim | of the aim |\n|---|---:|---:|---:|');
  for (const [name, value, aim] of lines) {
    print(`| ${name} | ${value.toFixed(aim < 100 ? 1 : 0)} | ${aim} | ${(value / aim).toFixed(2)} |`);
    const isBytes = name.startsWith('bytes');
    const by = isBytes ? 1000 : 1;
    figure({ subject: 'what a challenge writes', name, unit: isBytes ? 'kB' : '', ours: value / by, aim: aim / by });
  }
  print(`| statements, BEGIN and COMMIT included | ${beyondIdle(callsIn).toFixed(1)} | | |`);
  if (options.statements) {
    print('\n| calls per challenge | bytes of log per challenge | statement |\n|---:|---:|---|');
    const listed = [...after.statements]
      .map(([id, { query, calls, wal }]) => {
        const was = before.statements.get(id);
        return { query, calls: each(was?.calls, calls), wal: each(was?.wal, wal) };
      })
      .filter((it) => it.calls >= 0.05)
      .sort((a, b) => b.calls - a.calls);
    for (const { query, calls, wal } of listed)
      print(`| ${calls.toFixed(2)} | ${wal.toFixed(0)} | ${query.replaceAll(/\s+/g, ' ').slice(0, 150)} |`);
  }
} finally {
  crowd.close();
  await service.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
