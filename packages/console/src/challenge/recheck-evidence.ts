import { verifySignature } from '@trigpoint/client';
import { checkEvidence, type Evidence, findProfile } from '@trigpoint/proofs';

/** What does not hold, each as a sentence; nothing confirms the evidence. */
export const recheck = async (evidence: Evidence): Promise<string[]> => {
  const proofType = await findProfile(evidence.transcript.proof_type)?.rules();
  if (!proofType) return [`This console knows no proof type ${evidence.transcript.proof_type}.`];
  return checkEvidence(proofType, evidence, async ({ key_type, public_key }, text, signature) =>
    verifySignature({ keyType: key_type, publicKey: public_key }, text, signature),
  );
};
