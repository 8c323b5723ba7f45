import type { ProofType } from '@trigpoint/proofs';
import { findProofType } from '@trigpoint/proofs/rules';

/** What an agent needs of a proof type: which claims it knows, where it stands by them, to read what is asked, what it costs, and to measure. */
export type Measuring = Pick<ProofType, 'claims' | 'decode' | 'cost' | 'probe' | 'place'>;

export const measuringOf = (proofType: string): Measuring | undefined => findProofType(proofType);
