import type { Transcript, TranscriptAttempt, Verdict } from '@trigpoint/proofs';
import type { ChallengeState } from '@trigpoint/protocol';
import type { ChallengeRow } from '../challenge/leases.ts';
import { isOpen } from '../coordination/assignments.ts';
import type { History } from '../coordination/histories.ts';
import { signatoryOf } from '../network/addresses.ts';

const iso = (ms: number) => new Date(ms).toISOString();

export const transcriptAttempts = ({ attempts, assignments }: History): TranscriptAttempt[] =>
  attempts.map((it) => ({
    attempt: it.attempt,
    seed: it.seed,
    eligible_hash: it.eligibleHash,
    left_out: it.leftOut,
    chosen: assignments
      .filter(({ attempt }) => attempt === it.attempt)
      .map((assignment) => ({
        challenger: assignment.challengerId,
        // What is still open when the attempt ends has expired, whether or not the row says so yet.
        state: isOpen(assignment) ? 'expired' : assignment.state,
        message: assignment.state === 'read' ? assignment.message : null,
        signature: assignment.state === 'read' ? assignment.signature : null,
      })),
  }));

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
