import type { EntryOf } from '@trigpoint/log';
import type { DbOptions } from '@trigpoint/server';
import { percentile } from '../process/percentiles.ts';
import { cpuUs } from '../process/pinned.ts';
import { print, withLog } from './opened.ts';

const entry = (challenge: string): EntryOf<'transcript'> => ({
  kind: 'transcript',
  version: 1,
  challenge,
  transcript: 'ab'.repeat(32),
  outcome: 'true',
  acceptance: null,
});

/** A write of 400 bytes alone, and the same write with an entry for the log whose place is waited for. */
export const printAppending = async (name: string, place: DbOptions, appends: number): Promise<void> =>
  withLog(place, async ({ db, log }) => {
    await db.run('CREATE TABLE bench (id TEXT PRIMARY KEY, text TEXT)');
    let next = 0;
    const measure = async (atOnce: number, isLogged: boolean) => {
      const count = atOnce === 1 ? appends / 4 : appends;
      const until = next + count;
      const waits: number[] = [];
      const cpu = cpuUs();
      const startedAt = performance.now();
      const live = async () => {
        while (next < until) {
          const id = String(next++);
          await db.write(async (tx) => {
            await tx.run('INSERT INTO bench VALUES (?, ?)', [id, 'x'.repeat(400)]);
            if (isLogged) await log.append(tx, entry(id), id);
          });
          const committedAt = performance.now();
          if (isLogged) await log.sequenced(id);
          waits.push(performance.now() - committedAt);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, live));
      const seconds = (performance.now() - startedAt) / 1000;
      return { perSecond: count / seconds, cpuUs: (cpuUs() - cpu) / count, waits };
    };
    print(`A write with an entry for the log and its place awaited, against the write alone, ${name}\n`);
    print('| at once | entries/s | CPU each | CPU of the write alone | ratio | wait for the place p50 | p99 |');
    print('|---|---|---|---|---|---|---|');
    for (const atOnce of [1, 8, 32, 128]) {
      const bare = await measure(atOnce, false);
      const logged = await measure(atOnce, true);
      const waits = [0.5, 0.99].map((share) => `${percentile(logged.waits, share).toFixed(1)} ms`).join(' | ');
      print(
        `| ${atOnce} | ${logged.perSecond.toFixed(0)} | ${logged.cpuUs.toFixed(0)} µs | ${bare.cpuUs.toFixed(0)} µs | ${(logged.cpuUs / bare.cpuUs).toFixed(1)}× | ${waits} |`,
      );
    }
    print('');
  });
