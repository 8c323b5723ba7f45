import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type CrowdProver, startCrowdService } from '@trigpoint/dev/crowd';
import { type DbOptions, DbUnavailable } from '@trigpoint/server';

/** What a node is started with, and after kill -9 again: it then finds the same database and the same chain. */
export interface Life {
  readonly place: DbOptions;
  readonly port: number;
  readonly chainStart: number;
  /** Whom the requests on the chain ask for, in turn. */
  readonly provers: readonly CrowdProver[];
  readonly requests: number;
  readonly challengersEach: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Its answer to any line; to `collect` without what nobody refers to any more. */
export interface Figures {
  readonly openChallenges: number;
  /** Connected to this node. */
  readonly agents: number;
  readonly rssBytes: number;
  /** What it refers to, in V8's heap and outside. */
  readonly heldBytes: number;
  readonly cpuUs: number;
}

const { place, port, chainStart, provers, requests, challengersEach, env } = JSON.parse(
  process.argv[2] ?? '{}',
) as Life;
const { service, mine } = await startCrowdService({
  place,
  chainStart,
  env: { PORT: String(port), LOG_LEVEL: 'silent', ...env },
});
if (requests > 0) mine(provers, requests, challengersEach);
const againMs = 200;
const { db, hub } = service.context;
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
/** Asks again while the database has no time for it. */
const countOpen = async (): Promise<number> => {
  for (;;)
    try {
      return Number((await db.get('SELECT COUNT(*) AS n FROM challenge WHERE due_at IS NOT NULL'))?.n);
    } catch (error) {
      if (!(error instanceof DbUnavailable)) throw error;
      await pause(againMs);
    }
};
createInterface({ input: process.stdin }).on('line', async (line) => {
  if (line === 'collect') collect();
  const { rss, heapUsed, external } = process.memoryUsage();
  const openChallenges = await countOpen();
  const { user, system } = process.cpuUsage();
  const figures: Figures = {
    openChallenges,
    agents: hub.size,
    rssBytes: rss,
    heldBytes: heapUsed + external,
    cpuUs: user + system,
  };
  process.stdout.write(`${JSON.stringify(figures)}\n`);
});
process.once('SIGTERM', () => {
  process.stdin.destroy();
  void service.close();
});
process.stdout.write(`${service.url}\n`);
