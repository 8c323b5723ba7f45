import type { ProofType } from '@trigpoint/proofs';
import { findProofType } from '@trigpoint/proofs/rules';

/**
 * What an agent needs of a proof type: the claims that it knows, the place that these state, the decoder of asks, the cost, and the
 * probe.
 */
export type Measuring = Pick<ProofType, 'claims' | 'decode' | 'cost' | 'probe' | 'place'>;

export const measuringOf = (proofType: string): Measuring | undefined => findProofType(proofType);
