import type { Ask, ProofType } from '@trigpoint/proofs';

/** How long a challenge waits for its prover and for enough challengers to come. */
const arrivalMs = 20_000;
/** How long a chain may take for one block. A seed waits for as many blocks as the operator demands on top, and two more. */
const blockMs = 15_000;
/** The time to send a task out and to get its reading back, on top of the measurement itself. */
const travelMs = 2_000;

/** How long all measurements of a challenge may take. If they follow one another, each gets `travelMs` of its own. */
export const attemptWindowMs = (proofType: ProofType, ask: Ask): number =>
  proofType.attemptMs(ask) + travelMs * (proofType.schedule === 'sequential' ? ask.challengers : 1);

/** How long a challenge waits until its agents are connected and free. Two other sequential challenges may have to end first. */
export const startWindowMs = (proofType: ProofType, ask: Ask): number =>
  arrivalMs + (proofType.schedule === 'sequential' ? 2 * attemptWindowMs(proofType, ask) : 0);

/** How long a payer may take to tell its nonce once the acceptance is public. People at a shell take longest. */
const nonceMs = 60_000;

/** How long a seed may wait: for its block and the confirmations on top, or without a chain (null) for the nonce. */
const seedWindowMs = (confirmations: number | null): number =>
  confirmations === null ? nonceMs : blockMs * (confirmations + 2);

/** The latest end of a challenge whose prover consented at `at`. */
export const deadlineOf = (proofType: ProofType, ask: Ask, at: number, confirmations: number | null): number =>
  at + startWindowMs(proofType, ask) + seedWindowMs(confirmations) + attemptWindowMs(proofType, ask);

/** When the reading of an assignment must have come in. `at` is when its task was sent. */
export const assignmentEndsAt = (proofType: ProofType, ask: Ask, at: number, deadline: number): number => {
  const windowMs = attemptWindowMs(proofType, ask);
  const shareMs = proofType.schedule === 'sequential' ? windowMs / ask.challengers : windowMs;
  return Math.min(Math.floor(at + shareMs), deadline);
};
