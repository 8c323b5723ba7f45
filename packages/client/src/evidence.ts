import type { Evidence, SeriesFault, Verdict } from '@trigpoint/proofs';
import type { CallOptions, Client } from './client.ts';
import { verifySignature } from './verify-signature.ts';

export type { Evidence } from '@trigpoint/proofs';

/** What became of checking evidence. */
export interface Checked {
  /** Nothing speaks against it: every hash and signature holds, and choosing and judging again give the same. */
  readonly confirmed: boolean;
  /** What does not hold, each as a sentence. */
  readonly problems: readonly string[];
  /** What single readings prove beyond the verdict, such as a prover's fraud. */
  readonly faults: readonly { readonly challenger: string; readonly fault: SeriesFault }[];
  readonly verdict: Verdict;
}

/**
 * The whole signed transcript of an ended challenge, with everything that is needed to check it again.
 *
 * ```ts
 * const evidence = await readEvidence(client, challengeId);
 * const { confirmed, verdict } = await verifyEvidence(evidence);
 * ```
 */
export async function readEvidence(client: Client, challengeId: string, options?: CallOptions): Promise<Evidence> {
  const { result } = await client.call('challenge-evidence', { challenge_id: challengeId }, options);
  return result as unknown as Evidence;
}

/**
 * Whether this is evidence at all: what came from a file may be anything.
 *
 * ```ts
 * const value: unknown = JSON.parse(text);
 * if (isEvidence(value)) await verifyEvidence(value);
 * ```
 */
export function isEvidence(value: unknown): value is Evidence {
  const { transcript, transcript_hash, eligible_tree } = (value ?? {}) as Partial<Evidence>;
  return (
    typeof transcript === 'object' &&
    transcript !== null &&
    typeof transcript.proof_type === 'string' &&
    (transcript.draw === null || Array.isArray(transcript.draw?.seats)) &&
    typeof transcript_hash === 'string' &&
    typeof eligible_tree === 'object'
  );
}

/**
 * Checks evidence without asking anybody: all hashes, every signature, the choice of the challengers, the verdict.
 * The rules are loaded when this is first called.
 *
 * ```ts
 * const { confirmed, problems } = await verifyEvidence(JSON.parse(text));
 * ```
 */
export async function verifyEvidence(evidence: Evidence): Promise<Checked> {
  const { faultsInEvidence, checkEvidence, findProfile } = await import('@trigpoint/proofs');
  const { verdict, proof_type } = evidence.transcript;
  const proofType = await findProfile(proof_type)?.rules();
  if (!proofType) {
    const problem = `This version knows no proof type "${proof_type}".`;
    return { confirmed: false, problems: [problem], faults: [], verdict };
  }
  const check = async (who: { key_type: 'ethereum' | 'solana'; public_key: string }, text: string, signature: string) =>
    verifySignature({ keyType: who.key_type, publicKey: who.public_key }, text, signature);
  const problems = await checkEvidence(proofType, evidence, check).catch((error: unknown) => [
    `It cannot be read: ${error instanceof Error ? error.message : error}`,
  ]);
  const faults = problems.length > 0 ? [] : await faultsInEvidence(proofType, evidence);
  return { confirmed: problems.length === 0, problems, faults, verdict };
}
