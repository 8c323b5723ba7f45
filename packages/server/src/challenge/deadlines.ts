import type { Ask, ProofType } from '@trigpoint/proofs';

/** How long a challenge waits for its prover and for enough challengers to come. */
const arrivalMs = 20_000;
/** How long a block takes at most to be there and deep enough, for each block of the depth. */
const blockMs = 15_000;
/** On top of a measurement itself: tasks out, readings back. */
const travelMs = 2_000;

/** Where challengers measure one after another, each has the way out and back to itself. */
export const attemptWindowMs = (proofType: ProofType, ask: Ask): number =>
  proofType.attemptMs(ask) + travelMs * (proofType.schedule === 'sequential' ? ask.challengers : 1);

/**
 * How long a challenge waits for agents to come, and for those that were drawn to be free. Where agents take one challenge at
 * a time, two others may have to end first.
 */
export const startWindowMs = (proofType: ProofType, ask: Ask): number =>
  arrivalMs + (proofType.schedule === 'sequential' ? 2 * attemptWindowMs(proofType, ask) : 0);

/** How long a payer may take to tell its nonce, once the acceptance is public. Programs take a second, people with a shell more. */
const nonceMs = 60_000;

/** How long the block of a seed may take to come and to lie as deep as the operator demands; without a chain, its nonce. */
const seedWindowMs = (confirmations: number | null): number =>
  confirmations === null ? nonceMs : blockMs * (confirmations + 2);

/** When a challenge whose prover consented at `at` has ended at the latest. */
export const deadlineOf = (proofType: ProofType, ask: Ask, at: number, confirmations: number | null = 0): number =>
  at + startWindowMs(proofType, ask) + seedWindowMs(confirmations) + attemptWindowMs(proofType, ask);

/** When the reading of an assignment that is asked at `at` must have come in. */
export const assignmentEndsAt = (proofType: ProofType, ask: Ask, at: number, deadline: number): number => {
  const windowMs = attemptWindowMs(proofType, ask);
  const shareMs = proofType.schedule === 'sequential' ? windowMs / ask.challengers : windowMs;
  return Math.min(Math.floor(at + shareMs), deadline);
};
