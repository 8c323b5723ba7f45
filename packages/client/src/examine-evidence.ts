import type { CheckSignature, Evidence } from '@trigpoint/proofs';
import type { Findings } from './anchor/anchored.ts';
import type { AnchorReaders } from './anchor/anchors.ts';
import type { Checked } from './evidence.ts';
import type { Trust } from './trust.ts';

/** The body of `verifyEvidence`. It is a file of its own, so that a page loads it only with the first evidence. */
export async function examine(evidence: Evidence, trust?: Trust, readers?: AnchorReaders): Promise<Checked> {
  const { faultsInEvidence, examineEvidence } = await import('@trigpoint/proofs/checking');
  const { findProfile } = await import('@trigpoint/proofs/registry');
  const { assertedByOperator, checkAnchors, knownOwners } = await import('./anchor/index.ts');
  const { verdict, proof_type } = evidence.transcript;
  const nothing = { reached: 'nothing', held: [], unchecked: [], asserted: [], faults: [], verdict } as const;
  const proofType = await findProfile(proof_type)?.rules();
  if (!proofType) {
    const problem = `This version knows no proof type "${proof_type}".`;
    return { ...nothing, problems: [{ step: 'consistent', problem }] };
  }
  const checkSignature = readers?.checkSignature ?? (await portableCheck());
  const problems = await examineEvidence(proofType, evidence, checkSignature).catch((error: unknown) => [
    {
      step: 'consistent' as const,
      problem: `Something in it is missing or of the wrong kind (${error instanceof Error ? error.message : error}).`,
    },
  ]);
  if (problems.some((it) => it.step === 'consistent')) return { ...nothing, problems };
  const rest = {
    asserted: assertedByOperator(evidence),
    ...(trust?.owners ? { owners: knownOwners(evidence, trust.owners) } : {}),
    verdict,
  };
  if (problems.length > 0) return { ...nothing, reached: 'consistent', problems, ...rest };
  const { held, unchecked, isComplete, ...found } = await checkAnchors(proofType, evidence, trust ?? {}, readers);
  return {
    reached: isComplete && found.problems.length === 0 ? 'anchored' : 'signed',
    problems: found.problems.map((problem) => ({ step: 'anchored', problem })),
    held,
    unchecked,
    faults: await faultsInEvidence(proofType, evidence),
    ...rest,
  };
}

/** Checks signatures in JavaScript alone, which also works in browsers. */
async function portableCheck(): Promise<CheckSignature> {
  const { verifySignature } = await import('./verify-signature.ts');
  return async (who, text, signature) =>
    verifySignature({ keyType: who.key_type, publicKey: who.public_key }, text, signature);
}

/** The body of `checkLogOnChain`. */
export async function compareLogOnChain(trust: Trust): Promise<Findings> {
  const { checkLogRoot, Findings: None } = await import('./anchor/index.ts');
  if (!trust.chain || trust.log?.url === undefined) return new None();
  const { openRpcChain } = await import('./anchor/rpc-chain.ts');
  const { openRemoteLog } = await import('@trigpoint/log');
  return checkLogRoot(openRpcChain(trust.chain), trust.log, openRemoteLog(trust.log.url));
}
