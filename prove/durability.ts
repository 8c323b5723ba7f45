import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recruitCrowd } from '@trigpoint/dev/crowd';
import { type DbOptions, openDb, TEST_DATABASE_URL, temporaryPostgres, temporarySchema } from '@trigpoint/server';
import { checkBooks, checkSessions } from './durability/books.ts';
import { People } from './durability/people.ts';
import { type Proof, type ProofOptions, seeded } from './proof.ts';
import type { Figures, Life } from './service/crowd-service-process.ts';
import { startServiceProcess } from './service/process.ts';

const kills = { small: 2, release: 200 };
/** A service that was killed answers again within this. Only at release size: it is a figure, and tests have none. */
const readyMs = 5_000;

/**
 * People log in, ask and create while agents measure, and the whole service is killed with -9 again and again: whatever it
 * had said yes to is there once, every challenge ends, every reading is paid once, and it is ready again in seconds.
 */
export const prove: Proof = async (options) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'prove-durability-'));
  const given = process.env[TEST_DATABASE_URL] ?? process.env.DATABASE_URL;
  const server = given ? undefined : await temporaryPostgres();
  const url = given ?? server?.url;
  const results = [];
  try {
    results.push(await tryOut('sqlite', { dataDir }, options));
    if (url) {
      const schema = await temporarySchema(url);
      results.push(await tryOut('postgres', { dataDir: join(dataDir, 'files'), databaseUrl: schema.url }, options));
      await schema.drop();
    } else options.log('no PostgreSQL: neither DATABASE_URL nor a server that can be started here');
    return {
      tried: results.reduce((sum, it) => sum + it.tried, 0),
      violations: results.flatMap((it) => it.violations),
    };
  } finally {
    await server?.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const tryOut = async (name: string, place: DbOptions, { seed, small, log }: ProofOptions) => {
  const random = seeded(seed);
  const lives = small ? (place.databaseUrl ? 1 : kills.small) : kills.release;
  const crowd = recruitCrowd({ provers: 3, challengers: 8, measureMs: 30 });
  const lanes = small ? 4 : 8;
  const requests = lives * 40;
  const chainStart = Math.floor(Date.now() / 1000) - 600;
  let life: Life = { place, port: 0, chainStart, provers: crowd.provers, requests, challengersEach: 3 };
  const recoveriesMs: number[] = [];
  const start = async () => {
    const startedAt = performance.now();
    const started = await startServiceProcess(new URL('./service/crowd-service-process.js', import.meta.url), life);
    while (!(await fetch(`${started.url}/readyz`).catch(() => undefined))?.ok) await pause(10);
    recoveriesMs.push(performance.now() - startedAt);
    return started;
  };

  let service = await start();
  const { url } = service;
  // From now on always at this address.
  life = { ...life, port: Number(new URL(url).port) };
  await crowd.open(url);
  const people = new People(url, requests);
  people.start(lanes);
  let killed = 0;
  try {
    while (killed < lives) {
      if (killed > 0) service = await start();
      // One more than there are people: then somebody has come further than its login.
      const enough = people.count + lanes + 1 + random.int(30);
      for (let waited = 0; people.count < enough && waited < 20_000; waited += 5) await pause(5);
      await pause(random.int(150));
      await service.end('SIGKILL');
      if (++killed % 20 === 0) log(`${name}: ${killed} kills, ${people.count} acknowledged`);
    }
    await people.stop();
    service = await start();
    const countOpen = async () => (JSON.parse(await service.ask('figures')) as Figures).openChallenges;
    for (let waited = 0; waited < 120_000 && (await countOpen()) > 0; waited += 200) await pause(200);
    const violations = [...people.violations, ...(await checkSessions(url, people.acknowledged))];
    await service.end('SIGTERM');
    const db = await openDb(place);
    violations.push(...(await checkBooks(db, people.acknowledged, crowd.recorded)));
    await db.close();
    const { tokens, challenges, campaigns } = people.acknowledged;
    const sorted = recoveriesMs.toSorted((a, b) => a - b);
    const slowest = sorted.at(-1) ?? 0;
    log(
      `${name}: ${killed} kills; ${tokens.size} logins, ${challenges.size} challenges, ${campaigns.size} campaigns acknowledged; ready again after ${(sorted[sorted.length >> 1] ?? 0).toFixed(0)} ms, at most ${slowest.toFixed(0)} ms`,
    );
    if (challenges.size === 0) violations.push('no challenge was ever acknowledged');
    if (!small && slowest > readyMs) violations.push(`it took ${slowest.toFixed(0)} ms to be ready again`);
    return { tried: killed, violations: violations.map((it) => `${name}: ${it}`) };
  } finally {
    crowd.close();
    await people.stop();
    await service.end('SIGKILL');
  }
};
