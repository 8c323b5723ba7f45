import { onEachDatabase } from '@trigpoint/dev/services';
import { type Db, openDb } from '@trigpoint/server';
import { figure } from './process/figures.ts';
import { atMost } from './process/size.ts';

/**
 * Small writes per second, by how many wait at once. A write is an insert of 400 bytes or an update of the same row, each in a
 * transaction of its own. It shows what sharing a commit buys. Both databases run, and each write is acknowledged as durable.
 */
const WRITES = atMost(100, Number(process.argv[2] ?? 10_000));

const measure = async (db: Db, concurrency: number) => {
  const writes = concurrency === 1 ? WRITES / 5 : WRITES;
  let next = 0;
  const cpu = process.cpuUsage();
  const started = performance.now();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (next < writes) {
        const key = `${concurrency}:${next}`;
        next += 2;
        await db.write((tx) => tx.run('INSERT INTO bench VALUES (?, ?, ?)', [key, 'x'.repeat(400), 1]));
        await db.write((tx) => tx.get('UPDATE bench SET n = 2 WHERE id = ? AND n = 1 RETURNING id', [key]));
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  return { perSecond: next / seconds, cpuUs: (user + system) / next };
};

const table = async (name: string, db: Db) => {
  await db.write((tx) => tx.run('CREATE TABLE bench (id TEXT PRIMARY KEY, text TEXT, n BIGINT)'));
  let alone: number | undefined;
  for (const concurrency of [1, 8, 32, 128]) {
    const { perSecond, cpuUs } = await measure(db, concurrency);
    alone ??= perSecond;
    const cells = [
      name,
      `${concurrency}`,
      perSecond.toFixed(0),
      `${(perSecond / alone).toFixed(1)}×`,
      cpuUs.toFixed(0),
    ];
    const of = { subject: 'small writes', name: `${name}, ${concurrency} at once`, unit: '/s', isMoreBetter: true };
    if (concurrency > 1) figure({ ...of, ours: perSecond, peer: { name: 'one at a time', value: alone } });
    process.stdout.write(`| ${cells.join(' | ')} |\n`);
  }
};

process.stdout.write(
  '| database | at once | writes/s | against one at a time | µs of CPU per write |\n|---|---|---|---|---|\n',
);
await onEachDatabase(
  () => {},
  async (name, place) => {
    const db = await openDb(place);
    await table(name === 'SQLite' || process.env.DATABASE_URL ? name : `${name} (fsync off)`, db);
    await db.close();
  },
);
