import type { CrowdProver } from '@trigpoint/dev/crowd';
import type { DbOptions } from '@trigpoint/server';
import type { Cost, Question } from '../challenges/questions.ts';
import { Pinned } from '../process/pinned.ts';
import { isSmall } from '../process/size.ts';
import { print } from './opened.ts';

const perSecond = isSmall ? 4 : 40;
const challengers = 5;
const rounds = isSmall ? 1 : 4;
/** Longer than any challenge may last. */
const patienceMs = 60_000;

/** Whole challenges of one service, in turn with the log and without it. */
export const printEnding = async (place: DbOptions, seconds: number): Promise<void> => {
  const service = new Pinned('challenges/service.js', undefined, [JSON.stringify({ place })]);
  const ask = <T>(question: Question): Promise<T> => service.ask<T>(question);
  const untilEnded = async () => {
    for (let waited = 0; waited < patienceMs; waited += 200) {
      if ((await ask<{ open: number }>({ ask: 'open' })).open === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };
  try {
    const { url } = await service.next<{ url: string }>();
    const crowd = { url, provers: 20, challengers: 60, keyType: 'solana', measureMs: 200 };
    const load = new Pinned('challenges/load.js', undefined, [JSON.stringify(crowd)]);
    try {
      const { provers } = await load.next<{ provers: CrowdProver[] }>();
      const run = async (isOn: boolean): Promise<number> => {
        const count = Math.round(perSecond * seconds);
        await ask({ ask: 'log', isOn });
        const { first } = await ask<{ first: number }>({ ask: 'mine', provers, count, challengers });
        const before = await ask<Cost>({ ask: 'cost' });
        await load.ask({ first, count, perSecond });
        await untilEnded();
        return ((await ask<Cost>({ ask: 'cost' })).cpuUs - before.cpuUs) / count;
      };
      // By then the code that runs for every challenge has been compiled.
      await run(true);
      const used = { with: 0, without: 0 };
      for (let i = 0; i < rounds; i++) {
        used.without += (await run(false)) / rounds;
        used.with += (await run(true)) / rounds;
      }
      print(
        `Whole challenges with ${challengers} challengers, ${perSecond} a second, in turn without and with the log\n`,
      );
      print('| CPU each without | with | more |\n|---|---|---|');
      const more = (100 * (used.with - used.without)) / used.without;
      print(`| ${(used.without / 1000).toFixed(2)} ms | ${(used.with / 1000).toFixed(2)} ms | ${more.toFixed(1)} % |`);
    } finally {
      await load.stop();
    }
  } finally {
    await service.stop();
  }
};
