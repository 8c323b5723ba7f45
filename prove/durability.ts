import { setTimeout as pause } from 'node:timers/promises';
import { recruitCrowd } from '@trigpoint/dev/crowd';
import { type ServiceSettings, startServiceProcess } from '@trigpoint/dev/processes';
import { onEachDatabase } from '@trigpoint/dev/services';
import { type DbOptions, openDb } from '@trigpoint/server';
import { checkBooks, checkSessions } from './durability/books.ts';
import { checkDisk } from './durability/disk.ts';
import { People } from './durability/people.ts';
import { addUp, type Proof, type ProofOptions, seeded } from './proof.ts';

const kills = { small: 2, release: 200 };
/**
 * A service that was killed answers again within this time. It is checked only at release size, because tests judge nothing by
 * the clock.
 */
const readyMs = 5_000;

/**
 * People log in, ask and create while agents measure, and the whole service is killed with -9 again and again. Whatever it had
 * acknowledged is there once, every challenge ends, every reading is paid once, and the service is ready again in seconds. The
 * database waits for the disk before the service acknowledges anything.
 */
export const prove: Proof = async (options) =>
  addUp(...(await onEachDatabase(options.log, (name, place) => tryOut(name, place, options), { isDurable: true })));

const tryOut = async (name: string, place: DbOptions, { seed, small, log }: ProofOptions) => {
  const random = seeded(seed);
  const lives = small ? (place.databaseUrl ? 1 : kills.small) : kills.release;
  const crowd = recruitCrowd({ provers: 3, challengers: 8, measureMs: 30 });
  const lanes = small ? 4 : 8;
  const requests = lives * 40;
  const start = Math.floor(Date.now() / 1000) - 600;
  let life: ServiceSettings = { place, chain: { start, provers: crowd.provers, requests, challengersEach: 5 } };
  const recoveriesMs: number[] = [];
  const startService = async () => {
    const startedAt = performance.now();
    const started = await startServiceProcess(life);
    while (!(await fetch(`${started.url}/readyz`).catch(() => undefined))?.ok) await pause(10);
    recoveriesMs.push(performance.now() - startedAt);
    return started;
  };

  let service = await startService();
  const { url } = service;
  // From now on the service is always started at this address.
  life = { ...life, env: { PORT: new URL(url).port } };
  await crowd.open(url);
  const people = new People(url, requests);
  people.start(lanes);
  let killed = 0;
  try {
    while (killed < lives) {
      if (killed > 0) service = await startService();
      // One more than there are lanes, so that somebody has come further than its login.
      const enough = people.count + lanes + 1 + random.int(30);
      for (let waited = 0; people.count < enough && waited < 20_000; waited += 5) await pause(5);
      await pause(random.int(150));
      await service.end('SIGKILL');
      if (++killed % 20 === 0) log(`${name}: ${killed} kills, ${people.count} acknowledged`);
    }
    await people.stop();
    service = await startService();
    const countOpen = async () => (await service.figures()).openChallenges;
    for (let waited = 0; waited < 120_000 && (await countOpen()) > 0; waited += 200) await pause(200);
    const violations = [...people.violations, ...(await checkSessions(url, people.acknowledged))];
    await service.end('SIGTERM');
    const db = await openDb(place);
    violations.push(...(await checkDisk(db)));
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
    return { name, tried: killed, violations };
  } finally {
    crowd.close();
    await people.stop();
    await service.end('SIGKILL');
  }
};
