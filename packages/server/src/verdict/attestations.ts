import { parseInclusion, transcriptEntryId } from '@trigpoint/log';
import type { ProofType } from '@trigpoint/proofs';
import { serviceError } from '@trigpoint/protocol';
import type { ChallengeRow } from '../challenge/leases.ts';
import type { Db } from '../db/driver.ts';
import type { AttestationKeys } from '../keys/attestation-keys.ts';
import { credential } from './credentials.ts';
import { type EasContract, easAttestation } from './eas-attestations.ts';
import { readTranscript } from './evidence.ts';
import { locationStamp } from './location-stamps.ts';
import { type Statement, statementOf } from './statements.ts';

/** Who signs, and under which names. */
export interface Attester {
  readonly keys: AttestationKeys;
  readonly did: string;
  readonly eas: EasContract;
}

/** The log, as far as attestations need it. */
interface ProvingLog {
  readonly origin: string;
  prove(id: string): Promise<{ readonly proof: string } | undefined>;
}

/** A caller may ask again after this long. */
export const runningSeconds = 2;

/**
 * What may be attested about a challenge. Throws unless it has ended, was verified and is in the log: without the log entry a
 * reader could not check the attestation.
 */
export const attestable = async (
  { db, publicLog }: { readonly db: Db; readonly publicLog: ProvingLog },
  proofType: ProofType,
  challenge: ChallengeRow,
): Promise<Statement> => {
  const details = { challenge_id: challenge.id, seconds: runningSeconds };
  const evidence = await readTranscript(db, challenge);
  if (!evidence) throw serviceError('challenge_running', details, runningSeconds);
  if (evidence.transcript.verdict.verified !== 'true') throw serviceError('challenge_not_verified', details);
  const logged = await publicLog.prove(transcriptEntryId(challenge.id));
  if (!logged) throw serviceError('challenge_not_logged', details, runningSeconds);
  const log = { origin: publicLog.origin, index: parseInclusion(logged.proof).index };
  const statement = statementOf(proofType, evidence, log);
  if (!statement) throw serviceError('challenge_not_verified', details);
  return statement;
};

/** Signs a statement in a format that other software reads. Undefined if the format cannot express it. */
export const attest = async (
  format: 'eas' | 'stamp' | 'vc',
  statement: Statement,
  { keys, did, eas }: Attester,
): Promise<object | string | undefined> => {
  if (format === 'eas') return easAttestation(statement, keys, eas);
  return format === 'stamp' ? locationStamp(statement, keys) : credential(statement, keys, did);
};
