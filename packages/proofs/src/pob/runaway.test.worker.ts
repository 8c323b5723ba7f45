import { driveRound } from './challenger-round.ts';
import { answerRound } from './prover-round.ts';
import { runWorker } from './worker.ts';

/** A challenger that counts more bytes than any task allows: the thread that watches must end it. */
runWorker({
  driveRound: (options) => {
    options.spend(1e12);
    return driveRound(options);
  },
  answerRound,
});
