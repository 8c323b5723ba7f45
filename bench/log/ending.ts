import type { DbOptions } from '@trigpoint/server';
import { openChallengeNetwork } from '../challenges/network.ts';
import type { Cost } from '../challenges/questions.ts';
import { figure } from '../process/figures.ts';
import { isSmall } from '../process/size.ts';
import { print } from './opened.ts';

const perSecond = isSmall ? 4 : 40;
const challengers = 5;
const rounds = isSmall ? 1 : 4;

/** Whole challenges of one service, in turn with their ends in the log and without. */
export const printEnding = async (place: DbOptions, seconds: number): Promise<void> => {
  const { ask, load, untilEnded, close } = await openChallengeNetwork(place, 'solana', 200);
  const { provers } = load.hello;
  try {
    const run = async (isOn: boolean): Promise<number> => {
      const count = Math.round(perSecond * seconds);
      await ask({ ask: 'log', isOn });
      const { first } = await ask<{ first: number }>({ ask: 'mine', provers, count, challengers });
      const before = await ask<Cost>({ ask: 'cost' });
      await load.ask({ first, count, perSecond });
      await untilEnded();
      return ((await ask<Cost>({ ask: 'cost' })).cpuUs - before.cpuUs) / count;
    };
    // After this run the code that runs for every challenge has been compiled.
    await run(true);
    const used = { with: 0, without: 0 };
    for (let i = 0; i < rounds; i++) {
      used.without += (await run(false)) / rounds;
      used.with += (await run(true)) / rounds;
    }
    print(
      `Whole challenges with ${challengers} challengers, ${perSecond} a second, in turn without and with their ends in the log\n`,
    );
    print('| CPU each without | with | more |\n|---|---|---|');
    const more = (100 * (used.with - used.without)) / used.without;
    figure({ subject: 'log and evidence', name: 'more CPU for a logged end', unit: '%', ours: more, aim: 10 });
    print(`| ${(used.without / 1000).toFixed(2)} ms | ${(used.with / 1000).toFixed(2)} ms | ${more.toFixed(1)} % |`);
  } finally {
    await close();
  }
};
