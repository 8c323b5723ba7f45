import type { Ask, Failure, Probe } from '../proof-type.ts';
import type { CountSeries } from './transcript.ts';

/** Measures nothing; a real one would make the prover work on `cores` puzzles at once. */
export const probe: Probe<Ask, CountSeries> = {
  challenge: async (): Promise<Failure> => ({ failure: 'unreachable', detail: 'This example has no wire.' }),
  prove: async () => {},
};
