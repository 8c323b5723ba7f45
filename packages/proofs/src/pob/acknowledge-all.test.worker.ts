import { driveRound } from './challenger-round.ts';
import { answerRound } from './prover-round.ts';
import { openDownReceiver } from './receiver.ts';
import { runWorker } from './worker.ts';

/** A prover that signs for every datagram up to the newest, those that were lost along the way included. */
runWorker({
  driveRound,
  answerRound: (options) =>
    answerRound(options, (most) => {
      const real = openDownReceiver(most);
      let taken = 0;
      return {
        // On a loopback nothing is lost, so it loses something itself.
        take: (chunk, at) => {
          taken += 1;
          if (taken % 10 !== 0) real.take(chunk, at);
        },
        checkpoint: () => real.checkpoint(),
        get through() {
          return real.through;
        },
        get datagrams() {
          return real.datagrams;
        },
        get lastAt() {
          return real.lastAt;
        },
        received: () => Buffer.alloc(Math.ceil(real.checkpoint()[0] / 8), 0xff).toString('base64'),
      };
    }),
});
