import type { ProofType } from '@trigpoint/proofs';
import { findProofType } from '@trigpoint/proofs/rules';

/** What an agent needs of a proof type: to read what is asked, what it costs, and to measure. */
export type Measuring = Pick<ProofType, 'decode' | 'cost' | 'probe'>;

export const measuringOf = (proofType: string): Measuring | undefined => findProofType(proofType);
