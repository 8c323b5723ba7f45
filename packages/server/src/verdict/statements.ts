import { attributeIdOf, type Evidence, type ProofType, resultFieldsOf, type Verdict } from '@trigpoint/proofs';
import { isDevelopment } from '@trigpoint/proofs/registry';

/** What the service attests about a verified challenge. Every format carries all of it. */
export interface Statement {
  readonly proofType: string;
  /** The rules that judged: the id of the proof type on chain, and the version of the transcript. */
  readonly method: string;
  readonly challengeId: string;
  /** The prover's id. */
  readonly prover: string;
  readonly proverAddress: `0x${string}`;
  /** The parameters of the ask that were verified. */
  readonly claim: Readonly<Record<string, string>>;
  /** How far from its claim the prover can be; 2^32 − 1 if the proof is not about a place. */
  readonly radiusKm: number;
  /** The verdict holds even if this many of the near seats lied. */
  readonly liarsTolerated: number;
  /** The verdict holds even if this many admitted challengers worked together. */
  readonly withstands: number;
  /** Milliseconds. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly transcriptHash: `0x${string}`;
  readonly log: { readonly origin: string; readonly index: number };
  readonly chainId: number;
  readonly contract: string;
  /** True on a development network, which simulates geography. The statement then proves nothing about the world. */
  readonly isDevelopment: boolean;
}

/** Where a statement can be checked, as it stands in signed texts. The order of the fields is signed too. */
export const anchorsOf = (it: Statement) => ({
  transcriptHash: it.transcriptHash,
  logOrigin: it.log.origin,
  logIndex: it.log.index,
  chainId: it.chainId,
  requestHandler: it.contract,
  isDevelopment: it.isDevelopment,
});

/** Leaves the place out if only the zone was shown. */
const provenOf = (
  { latitude, longitude, ...rest }: Readonly<Record<string, string>>,
  { shown }: Verdict['result'],
): Statement['claim'] =>
  shown !== 'zone' && latitude !== undefined && longitude !== undefined ? { latitude, longitude, ...rest } : rest;

/** Undefined unless the challenge was verified: a reader may look at the signature alone. */
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
