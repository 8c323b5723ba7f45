import type { Ask, ProofType } from '@trigpoint/proofs';
import type { ChallengeRow } from '../challenge/leases.ts';

/** A challenge whose lease the caller holds. */
export interface Driven {
  readonly challenge: ChallengeRow;
  readonly proofType: ProofType;
  readonly ask: Ask;
}
