import { setTimeout as pause } from 'node:timers/promises';
import type { CrowdProver } from '@trigpoint/dev/crowd';
import { startChild } from '@trigpoint/dev/processes';
import type { DbOptions } from '@trigpoint/server';
import { atMost } from '../process/size.ts';
import type { Question, Settings } from './questions.ts';

/** Longer than any challenge may last. */
const patienceMs = 60_000;

/** One service process and one process with its agents and payers. */
export const openChallengeNetwork = async (place: DbOptions, keyType: string, measureMs: number) => {
  const service = await startChild<{ url: string }>(new URL('./service.js', import.meta.url), {
    place,
  } satisfies Settings);
  const ask = <T>(question: Question): Promise<T> => service.ask<T>(question);
  try {
    const crowd = { provers: atMost(2, 20), challengers: atMost(24, 60), payers: atMost(2, 32) };
    const load = await startChild<{ provers: CrowdProver[] }>(new URL('./load.js', import.meta.url), {
      ...{ ...crowd, url: service.hello.url, keyType, measureMs },
    });
    return {
      url: service.hello.url,
      ask,
      load,
      async untilEnded(): Promise<void> {
        for (const startedAt = performance.now(); performance.now() - startedAt < patienceMs; ) {
          if ((await ask<{ open: number }>({ ask: 'open' })).open === 0) return;
          await pause(200);
        }
      },
      async close(): Promise<void> {
        await load.end();
        await service.end();
      },
    };
  } catch (error) {
    await service.end();
    throw error;
  }
};
