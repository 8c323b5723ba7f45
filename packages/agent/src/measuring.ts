import { findProofType, type ProofType } from '@trigpoint/proofs';

/** What an agent needs of a proof type: to read what is asked, and to measure. */
export type Measuring = Pick<ProofType, 'decode' | 'probe'>;

export const measuringOf = (proofType: string): Measuring | undefined => findProofType(proofType);
