import type { Proof } from './proof.ts';
import { playLives } from './simulation/lives.ts';
import { few } from './simulation/sizes.ts';

/**
 * Coordinator, agents, chain and store in one process, under a clock and in an order that a seed decides: the invariants of
 * liveness, ledger, quorum and chain hold after every step. `prove/simulation.test.ts` plants a bug of each class.
 */
export const prove: Proof = (options) => playLives(options, options.small ? 50 : 10_000, few);
