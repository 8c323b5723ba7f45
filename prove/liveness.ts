import type { Proof } from './proof.ts';
import { playLives } from './simulation/lives.ts';
import { crowded } from './simulation/sizes.ts';

/**
 * Every challenge ends by its deadline + 5 s whatever agents do and whenever nodes die; each reading counts and pays once.
 * These are lives of the simulation in which 25 challenges at a time compete for the same agents.
 */
export const prove: Proof = (options) => playLives(options, options.small ? 6 : 400, crowded);
