import { setTimeout as pause } from 'node:timers/promises';
import { type Db, openDb, temporaryPostgres } from '@trigpoint/server';
import { startAgents } from './cluster/agents.ts';
import { checkBooks } from './cluster/books.ts';
import { type Cluster, openCluster } from './cluster/cluster.ts';
import { troubles } from './cluster/faults.ts';
import { Pace } from './cluster/pace.ts';
import { keepPaying, nothingYet } from './cluster/payers.ts';
import { type Proof, seeded } from './proof.ts';

interface Size {
  readonly nodes: number;
  readonly provers: number;
  readonly challengers: number;
  readonly payersPerSecond: number;
  /**
   * Faults come one after another, then there is a while without any. This is repeated `rounds` times, so that both see the
   * same machine.
   */
  readonly rounds: number;
  readonly faults: number;
  readonly everyMs: number;
  readonly calmMs: number;
}

const sizes: Record<'small' | 'release', Size> = {
  small: {
    nodes: 2,
    provers: 2,
    challengers: 8,
    payersPerSecond: 1,
    rounds: 1,
    faults: 3,
    everyMs: 3_000,
    calmMs: 1_000,
  },
  release: {
    nodes: 3,
    provers: 20,
    challengers: 280,
    payersPerSecond: 8,
    rounds: 8,
    faults: 8,
    everyMs: 10_000,
    calmMs: 15_000,
  },
};
/** With faults, at least this share of the operations per second without faults must be done, at release size. */
const leastThroughput = 0.5;
/** The longest that a challenge of four challengers may take, including what comes after its deadline. */
const settleMs = 60_000;

/** So many challenges end before anything is counted. By then the code of every node has been compiled. */
const warmUp = 10;

/**
 * Nodes as processes, agents and load, while nodes are killed, PostgreSQL crashes, and connections are delayed, cut and
 * half-open: every acknowledged operation is there once, every challenge ends in time, and work goes on meanwhile.
 */
export const prove: Proof = async ({ seed, small, log }) => {
  const size = small ? sizes.small : sizes.release;
  const postgres = await temporaryPostgres();
  if (!postgres) return { tried: 0, violations: [], skipped: 'no PostgreSQL can be started here' };
  let cluster: Cluster | undefined;
  try {
    cluster = await openCluster(postgres.url, size.nodes);
    const agents = await startAgents({ provers: cluster.url, challengers: cluster.url }, size);
    log(`${size.nodes} nodes, ${size.provers + size.challengers} agents`);
    const said = nothingYet();
    const stop = new AbortController();
    const paying = keepPaying(cluster, agents.provers, said, size.payersPerSecond, stop.signal);
    const db = await openDb({ dataDir: '', databaseUrl: postgres.url, poolSize: 2 });
    try {
      await until(async () => said.ended.size >= warmUp);
      const coming = troubles(cluster, () => crash(db), seeded(seed), size.everyMs / 2);
      const calm = new Pace(said.doneAt);
      const stormy = new Pace(said.doneAt);
      for (let round = 1; round <= size.rounds; round++) {
        await calm.during(() => pause(size.calmMs));
        await stormy.during(async () => {
          for (let i = 0; i < size.faults; i++) {
            const { name, happen } = coming.next().value;
            const meanwhile = new Pace(said.doneAt);
            await meanwhile.during(() => Promise.all([happen(), pause(size.everyMs)]));
            log(`${name}: ${meanwhile.perSecond.toFixed(1)} operations/s`);
          }
        });
        // The last fault may still have effects. This time counts neither as calm nor as stormy.
        await pause(size.calmMs / 3);
        log(
          `round ${round}: ${calm.perSecond.toFixed(1)} operations/s without faults, ${stormy.perSecond.toFixed(1)} with`,
        );
      }
      stop.abort();
      await paying;
      await until(async () => (await countOpen(db)) === 0);
      const violations = await checkBooks(db, said, agents);
      for (const refusal of said.refusals) log(`given up: ${refusal}`);
      log(
        `${said.challenges.size} challenges, ${said.campaigns.size} campaigns, ${said.keys.size} logins; ${said.refusals.length} given up; ` +
          `${calm.perSecond.toFixed(1)} operations/s without faults, ${stormy.perSecond.toFixed(1)} with`,
      );
      if (!small && stormy.perSecond < calm.perSecond * leastThroughput)
        violations.push(
          `${stormy.perSecond.toFixed(1)} operations/s with faults, ${calm.perSecond.toFixed(1)} without`,
        );
      return { tried: said.doneAt.length, violations };
    } finally {
      stop.abort();
      await db.close();
      await agents.stop();
    }
  } finally {
    await cluster?.close();
    await postgres.stop();
  }
};

/** Kills one process of PostgreSQL. PostgreSQL then drops every connection and recovers from its log. */
const crash = async (db: Db): Promise<void> => {
  const row = await db.get<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  process.kill(Number(row?.pid), 'SIGKILL');
};

const countOpen = async (db: Db) =>
  (await db.get('SELECT COUNT(*) AS n FROM challenge WHERE due_at IS NOT NULL').catch(() => undefined))?.n;

const until = async (holds: () => Promise<boolean>): Promise<void> => {
  for (const latest = Date.now() + settleMs; Date.now() < latest && !(await holds()); ) await pause(200);
};
