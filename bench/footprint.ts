import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, ethereumSigner, waitForChallenge } from '@trigpoint/client';
import { recruitCrowd, startCrowdService } from '@trigpoint/dev/crowd';
import { type Db, temporaryPostgres } from '@trigpoint/server';
import { Lack } from './process/needs.ts';
import { atMost } from './process/size.ts';

// npm run bench -- footprint [challenges]
//   What one location challenge with eight challengers leaves in PostgreSQL: transactions, rows, bytes and log (WAL).

const count = atMost(8, Number(process.argv[2] ?? 200));
const challengers = 8;
const atOnce = 8;
const print = (line: string) => void process.stdout.write(`${line}\n`);

interface Footprint {
  readonly commits: number;
  readonly wal: number;
  readonly tables: ReadonlyMap<string, { readonly rows: number; readonly bytes: number }>;
}

const read = async (db: Db): Promise<Footprint> => {
  // Statistics arrive a moment after what they count.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const log = await db.get<{ wal: number; commits: number }>(
    `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS wal,
       (SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()) AS commits`,
  );
  const tables = await db.all<{ name: string; rows: number; bytes: number }>(
    `SELECT relname AS name, n_tup_ins - n_tup_del AS rows, pg_total_relation_size(relid) AS bytes FROM pg_stat_user_tables`,
  );
  return {
    commits: Number(log?.commits),
    wal: Number(log?.wal),
    tables: new Map(tables.map(({ name, rows, bytes }) => [name, { rows: Number(rows), bytes: Number(bytes) }])),
  };
};

const postgres = await temporaryPostgres();
if (!postgres) throw new Lack('no PostgreSQL can be started here');
const dataDir = await mkdtemp(join(tmpdir(), 'bench-footprint-'));
const place = { dataDir, databaseUrl: postgres.url };
const { service, mine } = await startCrowdService({ place, chainStart: Math.floor(Date.now() / 1000) });
const crowd = recruitCrowd({ provers: 8, challengers: 40, measureMs: 100 });
await crowd.open(service.url);
try {
  const { db } = service.context;
  const client = new Client({ url: service.url, proofType: 'pol' });
  await client.login(ethereumSigner(randomBytes(32)), { role: 'payer' });
  const ask = async (id: string) => {
    await client.call('challenge-request-dcl', { challenge_id: id });
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
  await run(atOnce);
  const before = await read(db);
  await run(count);
  const after = await read(db);
  const each = (from: number | undefined, to: number | undefined) => ((to ?? 0) - (from ?? 0)) / count;
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
  print(`| **all** | **${rows.toFixed(1)}** | **${bytes.toFixed(0)}** |`);
  print(
    `\n${each(before.wal, after.wal).toFixed(0)} bytes of log and ${each(before.commits, after.commits).toFixed(1)} transactions (reads included) per challenge, polling included.`,
  );
} finally {
  crowd.close();
  await service.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
