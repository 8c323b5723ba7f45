import type { Claims } from '@trigpoint/proofs';
import { agentDescriptionHash } from '@trigpoint/proofs';
import type { Agent } from '../network/agents.ts';

/** What a prover said of itself when it consented: the hash that its consent names, and the claims that are judged. */
export const describedBy = (prover: Agent): { readonly hash: string; readonly claims: Claims } => ({
  hash: agentDescriptionHash(prover.proofType, prover.id),
  claims: prover.claims,
});
