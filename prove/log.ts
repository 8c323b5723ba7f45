import { setTimeout as pause } from 'node:timers/promises';
import { startChild } from '@trigpoint/dev/processes';
import { onEachDatabase } from '@trigpoint/dev/services';
import { type DbOptions, openDb } from '@trigpoint/server';
import { openLog } from '@trigpoint/server/log';
import { pino } from 'pino';
import type { AppenderLife, Said } from './log/appender-process.ts';
import { Claims, checkLog } from './log/reading.ts';
import { addUp, type Proof, type ProofOptions, seeded } from './proof.ts';

const kills = { small: 2, release: 200 };
/** An entry that has no place in the log by then is taken for lost. */
const placedMs = 60_000;

/**
 * Nodes append to the log and are killed with -9 again and again: no entry is lost, doubled or out of order, none is there
 * whose transaction was undone, and every checkpoint that any node ever showed is continued by the last one.
 */
export const prove: Proof = async (options) =>
  addUp(
    ...(await onEachDatabase(options.log, (name, place) =>
      name === 'SQLite' ? tryOut(name, place, 1, options) : tryOut(`3 nodes on ${name}`, place, 3, options),
    )),
  );

/** A node that says what it does, until it is killed. */
const startNode = async (life: AppenderLife, claims: Claims) => {
  const { process: child, end } = await startChild(new URL('./log/appender-process.js', import.meta.url), life);
  let heard = 0;
  child.on('message', (it: Said) => {
    claims.hear(it);
    heard++;
  });
  return {
    get heard() {
      return heard;
    },
    get isOver() {
      return child.exitCode !== null || child.signalCode !== null;
    },
    kill: () => end('SIGKILL'),
  };
};

const tryOut = async (name: string, place: DbOptions, count: number, { seed, small, log }: ProofOptions) => {
  const random = seeded(seed);
  const lives = small ? kills.small : kills.release;
  const claims = new Claims();
  const violations: string[] = [];
  let started = 0;
  const start = () => {
    const life = { place, seed: random.int(2 ** 31), name: `life${started++}`, lanes: small ? 3 : 6 };
    return startNode(life, claims);
  };
  const nodes = await Promise.all(Array.from({ length: count }, start));
  try {
    for (let killed = 0; killed < lives; killed++) {
      const victim = random.int(count);
      const node = nodes[victim] as (typeof nodes)[number];
      const enough = 1 + random.int(60);
      for (let waited = 0; node.heard < enough && waited < 30_000; waited += 2) await pause(2);
      if (node.isOver || node.heard === 0) violations.push(`a node ended by itself, or never said anything`);
      // Now and then all nodes are killed at once, as when the power fails.
      if (random() < 0.2) await Promise.all(nodes.map((it) => it.kill()));
      await node.kill();
      for (const [i, it] of nodes.entries()) if (i === victim || it.isOver) nodes[i] = await start();
      if (killed % 20 === 19) log(`${name}: ${killed + 1} kills, ${claims.count} places and checkpoints heard`);
    }
  } finally {
    await Promise.all(nodes.map((it) => it.kill()));
  }
  const read = await readLog(place, claims);
  const entries = [...claims.lanes.values()].reduce((sum, ids) => sum + ids.length, 0);
  log(
    `${name}: ${lives} kills; ${entries} entries acknowledged, ${claims.undone.size} undone, ${claims.places.size} places and ${claims.checkpoints.size} checkpoints heard; the log has ${read.size}`,
  );
  if (entries === 0) violations.push('no entry was ever acknowledged');
  return { name, tried: lives, violations: [...violations, ...read.violations] };
};

/** Starts one more node, which gives places to the entries that are left. Then the log is read. */
const readLog = async (place: DbOptions, claims: Claims) => {
  const db = await openDb(place);
  const closers: (() => Promise<void> | void)[] = [() => db.close()];
  try {
    const publicLog = await openLog({
      db,
      now: Date.now,
      random: (bytes) => Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))),
      log: pino({ level: 'silent' }),
      dataDir: place.dataDir,
      publicUrl: undefined,
      key: '33'.repeat(32),
      keyFile: undefined,
      closers,
    });
    // This entry comes after all that wait. When it is public, none waits any more.
    const last = { kind: 'seeds', version: 1, anchor: '0'.repeat(64), length: 0 } as const;
    const id = await db.write((tx) => publicLog.append(tx, last));
    const isPlaced = await Promise.race([
      publicLog.sequenced(id).then(() => true),
      pause(placedMs, false, { ref: false }),
    ]);
    const { size, violations } = await checkLog(publicLog, claims);
    return { size, violations: isPlaced ? violations : ['an entry never got its place', ...violations] };
  } finally {
    for (const it of closers.reverse()) await it();
  }
};
