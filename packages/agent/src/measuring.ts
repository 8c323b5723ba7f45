import type { ProofType } from '@trigpoint/proofs';
import { findProofType } from '@trigpoint/proofs/rules';

/** What an agent needs of a proof type: which claims it knows, to read what is asked, what it costs, and to measure. */
export type Measuring = Pick<ProofType, 'claims' | 'decode' | 'cost' | 'probe'>;

export const measuringOf = (proofType: string): Measuring | undefined => findProofType(proofType);
