import type { Evidence, Signatory, Transcript, TranscriptAttempt, Verdict, WireCandidate } from '@trigpoint/proofs';
import type { ChallengeState } from '@trigpoint/protocol';
import { type ChallengeRow, findTranscript } from '../challenge/store.ts';
import { type Assignment, isOpen, listAssignments } from '../coordination/assignment-store.ts';
import type { EligibleSets } from '../coordination/eligible-sets.ts';
import { listRefusals, type RefusalRow } from '../coordination/refusal-store.ts';
import { type AttemptRow, findAttempts, findEligibleSet } from '../coordination/store.ts';
import type { Reader } from '../db/driver.ts';

const iso = (ms: number) => new Date(ms).toISOString();

/** Everything that happened in a challenge, read back from its rows. */
export interface History {
  readonly attempts: readonly AttemptRow[];
  readonly parts: readonly Assignment[];
  readonly refusals: readonly RefusalRow[];
  /** Those who were chosen, by the hash of the set they were chosen from. */
  readonly chosen: Record<string, WireCandidate[]>;
}

export const readHistory = async (db: Reader, sets: EligibleSets, challengeId: string): Promise<History> => {
  const [attempts, parts, refusals] = await Promise.all([
    findAttempts(db, challengeId),
    listAssignments(db, challengeId),
    listRefusals(db, challengeId),
  ]);
  const chosen: Record<string, WireCandidate[]> = {};
  for (const { attempt, eligibleHash } of attempts) {
    const set = await sets.find(eligibleHash);
    const of = parts.filter((it) => it.attempt === attempt).map((it) => set.get(it.challengerId));
    chosen[eligibleHash] = [...(chosen[eligibleHash] ?? []), ...of.filter((it) => it !== undefined)];
  }
  return { attempts, parts, refusals, chosen };
};

export const transcriptAttempts = ({ attempts, parts }: History): TranscriptAttempt[] =>
  attempts.map((it) => ({
    attempt: it.attempt,
    seed: it.seed,
    eligible_hash: it.eligibleHash,
    left_out: it.leftOut,
    chosen: parts
      .filter(({ attempt }) => attempt === it.attempt)
      .map((part) => ({
        challenger: part.challengerId,
        // What is still open when the attempt ends has expired, whether or not the row says so yet.
        state: isOpen(part) ? 'expired' : part.state,
        message: part.state === 'read' ? part.message : null,
        signature: part.state === 'read' ? part.signature : null,
      })),
  }));

/** An agent's key is in its id. */
export const signatoryOf = (id: string): Signatory | null => {
  if (id === '') return null;
  const publicKey = id.slice(id.indexOf('/') + 1);
  return { id, key_type: publicKey.startsWith('0x') ? 'ethereum' : 'solana', public_key: publicKey };
};

/** The prover with its claims, which were fixed with the challenge. */
export const proverOf = (challenge: Pick<ChallengeRow, 'proverId' | 'proverClaims'>): Transcript['prover'] => {
  const signatory = signatoryOf(challenge.proverId);
  return signatory && { ...signatory, claims: challenge.proverClaims };
};

export interface End {
  readonly state: ChallengeState;
  readonly endedAt: number;
  /** Why there was nothing to judge; null otherwise. */
  readonly void: string | null;
  readonly verdict: Verdict;
  readonly calibrationHash: string | null;
}

/** The whole transcript of an ended challenge; its hash is what goes on chain. */
export const composeTranscript = (challenge: ChallengeRow, history: History, end: End): Transcript => ({
  version: 1,
  challenge_id: challenge.id,
  proof_type: challenge.proofType,
  info: challenge.info,
  payer: challenge.payer,
  block_number: challenge.blockNumber,
  block_hash: challenge.blockHash,
  submitted_at: iso(challenge.submittedAt),
  ended_at: iso(end.endedAt),
  settings: challenge.settings,
  calibration_hash: end.calibrationHash,
  prover: proverOf(challenge),
  attempts: transcriptAttempts(history),
  refusals: history.refusals.map((it) => ({
    agent: it.agentId,
    attempt: it.attempt,
    code: it.code,
    reason: it.reason,
    at: iso(it.at),
  })),
  state: end.state,
  void: end.void,
  verdict: end.verdict,
});

/** An ended challenge as evidence: the transcript as it was hashed, and what it refers to. */
export const readEvidence = async (
  db: Reader,
  challenge: ChallengeRow,
  calibrationData: (hash: string) => Promise<unknown>,
): Promise<Evidence | undefined> => {
  const body = await findTranscript(db, challenge.id);
  if (body === undefined) return undefined;
  const transcript: Transcript = JSON.parse(body);
  const hashes = [...new Set(transcript.attempts.map((it) => it.eligible_hash))];
  const sets = await Promise.all(
    hashes.map(async (hash) => [hash, JSON.parse((await findEligibleSet(db, hash)) ?? '[]')] as const),
  );
  const { calibration_hash } = transcript;
  return {
    transcript,
    transcript_hash: challenge.transcriptHash,
    eligible_sets: Object.fromEntries(sets),
    calibration: calibration_hash === null ? null : await calibrationData(calibration_hash),
  };
};
