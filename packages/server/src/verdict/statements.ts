import { attributeIdOf, type Evidence, type ProofType, resultFieldsOf, type Verdict } from '@trigpoint/proofs';
import { isDevelopment } from '@trigpoint/proofs/registry';

/** What the service says of a verified challenge. Every format carries all of it. */
export interface Statement {
  readonly proofType: string;
  /** The rules that judged: the id of the proof type on chain, and the version of the transcript. */
  readonly method: string;
  readonly challengeId: string;
  /** The prover's id. */
  readonly prover: string;
  readonly proverAddress: `0x${string}`;
  /** What was asked and found to hold, by name. */
  readonly claim: Readonly<Record<string, string>>;
  /** How far from its claim the prover can be; 2^32 − 1 where the proof is not about a place. */
  readonly radiusKm: number;
  /** The verdict holds if as many of those asked around the claim lied. */
  readonly liarsTolerated: number;
  /** It holds if as many admitted challengers worked together. */
  readonly withstands: number;
  /** Milliseconds. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly transcriptHash: `0x${string}`;
  readonly log: { readonly origin: string; readonly index: number };
  readonly chainId: number;
  readonly contract: string;
  /** Made on a network that simulates geography. It proves nothing about the world. */
  readonly isDevelopment: boolean;
}

/** Of a place and a zone, the zone alone may have been shown. */
const provenOf = (
  { latitude, longitude, ...rest }: Readonly<Record<string, string>>,
  { shown }: Verdict['result'],
): Statement['claim'] =>
  shown !== 'zone' && latitude !== undefined && longitude !== undefined ? { latitude, longitude, ...rest } : rest;

/** Undefined where the challenge was not verified: nothing else is attested, because a reader may look at the signature alone. */
export const statementOf = (
  proofType: ProofType,
  { transcript, transcript_hash }: Pick<Evidence, 'transcript' | 'transcript_hash'>,
  log: Statement['log'],
): Statement | undefined => {
  const { verdict, info, prover, service, settings } = transcript;
  if (verdict.verified !== 'true' || transcript.void !== null || !prover) return undefined;
  const ask = proofType.decode(info);
  const endedAt = Date.parse(transcript.ended_at);
  const fields = resultFieldsOf(proofType, { info, verdict, endedAt, transcriptHash: transcript_hash });
  const near = (transcript.draw?.seats ?? []).filter((it) => !it.lookout).length;
  return {
    proofType: transcript.proof_type,
    method: `${attributeIdOf(proofType, ask)}/${transcript.version}`,
    challengeId: transcript.challenge_id,
    prover: prover.id,
    proverAddress: fields.prover,
    claim: provenOf(proofType.parameters(ask), verdict.result),
    radiusKm: fields.radiusKm,
    liarsTolerated: Number(verdict.result.possible_liars ?? Math.floor(near / 3)),
    withstands: fields.withstands,
    startedAt: Date.parse(transcript.submitted_at),
    endedAt,
    transcriptHash: fields.transcriptHash,
    log,
    chainId: service.chain_id,
    contract: service.contract,
    isDevelopment: isDevelopment(settings),
  };
};
