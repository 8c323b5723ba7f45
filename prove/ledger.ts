import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onEachDatabase } from '@trigpoint/dev/services';
import { type DbOptions, openDb } from '@trigpoint/server';
import { operationAt } from './ledger/operations.ts';
import { proveOwnCampaigns } from './ledger/own-campaigns.ts';
import { proveOwnChallengers } from './ledger/own-challengers.ts';
import { judge } from './ledger/verdict.ts';
import type { Work } from './ledger/worker.ts';
import { provePhotos } from './photos/index.ts';
import { addUp, type NamedResult, type Proof, type ProofOptions, type Random, seeded } from './proof.ts';

const CONCURRENCY = 32;
const worker = fileURLToPath(new URL('./ledger/worker.js', import.meta.url));

interface Run {
  readonly place: DbOptions;
  readonly size: number;
  /** How many processes work at once. Several share a PostgreSQL; a SQLite file belongs to one. */
  readonly processes: number;
  readonly crashes: number;
}

/**
 * Random operations, 32 at a time, of which one in ten is a repeat. The processes that send them are killed with -9 and go on
 * from the first operation that was not heard of. Every acknowledged operation is there once, no refused one is, and the sums
 * are right. Grants and transfers are among them. Then the same is tried with campaigns and their photos, through the whole
 * service. Then people try to mint POINTS, by challengers of their own and by campaigns of their own.
 */
export const prove: Proof = async (options) => {
  const { small, log, seed } = options;
  const ledgers = await onEachDatabase(log, async (name, place): Promise<NamedResult> => {
    const run: Run =
      name === 'SQLite'
        ? { place, size: small ? 1_000 : 1_000_000, processes: 1, crashes: small ? 2 : 40 }
        : { place, size: small ? 400 : 100_000, processes: 2, crashes: small ? 2 : 20 };
    return { name, tried: run.size, violations: await tryOut(name, run, options, seeded(seed)) };
  });
  const results = [...ledgers];
  for (const [title, part] of [
    ['campaigns and photos', provePhotos],
    ['own challengers', proveOwnChallengers],
    ['own campaigns', proveOwnCampaigns],
  ] as const)
    results.push(
      ...(await onEachDatabase(
        () => {},
        async (name, place) => ({ name: `${name}, ${title}`, ...(await part(place, options)) }),
      )),
    );
  for (const { name, tried, violations } of results) log(`${name}: ${tried} tried, ${violations.length} violations`);
  return addUp(...results);
};

const tryOut = async (name: string, run: Run, { seed, log }: ProofOptions, random: Random): Promise<string[]> => {
  const { place, size, processes } = run;
  const violations: string[] = [];
  const heard = new Uint8Array(size);
  const said = { succeeded: new Uint8Array(size), done: new Uint8Array(size), refused: new Uint8Array(size) };
  const counts: Record<string, number> = {};

  const hear = (line: string): void => {
    const [number = '', outcome = ''] = line.split(' ', 2);
    const given = Number(number);
    const { index } = operationAt(seed, given);
    heard[given] = 1;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
    if (outcome === 'done' || outcome === 'repeated') said.succeeded[index] = 1;
    if (outcome === 'done') said.done[index] = (said.done[index] ?? 0) + 1;
    if (outcome === 'refused') said.refused[index] = 1;
    if (outcome === 'wrong') violations.push(line);
  };

  const keepGoing = async (offset: number): Promise<void> => {
    let crashes = Math.ceil(run.crashes / processes);
    for (let from = offset; ; ) {
      while (from < size && heard[from]) from += processes;
      if (from >= size) return;
      const concurrency = Math.floor(CONCURRENCY / processes);
      const work: Work = { place, seed, from, to: size, step: processes, concurrency };
      const left = Math.floor((size - from) / processes);
      const killAfter = crashes > 0 ? random.int(Math.ceil((2 * left) / (crashes + 1))) : Number.POSITIVE_INFINITY;
      const { code, errors } = await live(work, killAfter, hear);
      if (code === 'killed') {
        counts.crashes = (counts.crashes ?? 0) + 1;
        crashes--;
      } else if (code !== 0) {
        violations.push(`the worker ended with ${code}: ${errors}`);
        return;
      }
    }
  };
  // The database is migrated before several processes start on it at once.
  await (await openDb(place)).close();
  await Promise.all(Array.from({ length: processes }, (_, offset) => keepGoing(offset)));
  log(`${name}: ${JSON.stringify(counts)}`);

  const db = await openDb(place);
  violations.push(...(await judge(db, { seed, size, said, isOrdered: processes === 1 })));
  await db.close();
  return violations;
};

/** Runs a worker. It is killed with -9 a moment after it has been heard `killAfter` times. */
const live = async (work: Work, killAfter: number, hear: (line: string) => void) => {
  const child = spawn(process.execPath, [worker, JSON.stringify(work)], { stdio: ['ignore', 'pipe', 'pipe'] });
  let lines = 0;
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const output = createInterface({ input: child.stdout });
  output.on('line', (line) => {
    // A line that the kill cut off does not count as said.
    if (/^\d+ (done|repeated|refused|abandoned|wrong)/.test(line)) hear(line);
    if (++lines === killAfter + 1) child.kill('SIGKILL');
  });
  await Promise.all([once(child, 'close'), once(output, 'close')]);
  return { code: child.signalCode === 'SIGKILL' ? ('killed' as const) : child.exitCode, errors: errors.slice(0, 500) };
};
