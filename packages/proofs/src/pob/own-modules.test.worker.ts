import { createRequire } from 'node:module';
import { driveRound } from './challenger-round.ts';
import { answerRound } from './prover-round.ts';
import { runWorker } from './worker.ts';

/** A challenger that fails if its thread has loaded anything native when the measurement begins. */
runWorker({
  driveRound: async (options) => {
    const native = Object.keys(createRequire(import.meta.url).cache).filter((it) => it.endsWith('.node'));
    if (native.length > 0) throw new Error(`Loaded ${native.join(', ')}`);
    return driveRound(options);
  },
  answerRound,
});
