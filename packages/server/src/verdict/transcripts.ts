import type { Transcript, TranscriptDraw, Verdict } from '@trigpoint/proofs';
import type { ChallengeState, ServiceName } from '@trigpoint/protocol';
import type { ChallengeRow } from '../challenge/leases.ts';
import { isOpen } from '../coordination/assignments.ts';
import type { History } from '../coordination/histories.ts';
import { signatoryOf } from '../network/addresses.ts';
import { iso } from '../times.ts';

export const transcriptDraw = ({ draw, assignments }: History): TranscriptDraw | null => {
  if (!draw) return null;
  const byId = new Map(assignments.map((it) => [it.challengerId, it]));
  const seats = draw.seats.map((seat) => {
    const assignment = byId.get(seat.challenger.id);
    const isRead = assignment?.state === 'read';
    return {
      ...seat,
      // An assignment that is still open at the end has expired, also if its row does not say so yet.
      state: !assignment ? 'not_asked' : isOpen(assignment) ? 'expired' : assignment.state,
      message: isRead ? assignment.message : null,
      signature: isRead ? assignment.signature : null,
    };
  });
  return { ...draw, seats };
};

/** The prover with the claims that were fixed by its consent. Null if the prover is not known. */
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

/** The acceptance as it was logged, what the seed was made from, and the number of tries. */
export const acceptanceOf = ({
  acceptance: it,
}: Pick<History, 'acceptance'>): Pick<Transcript, 'acceptance' | 'seed' | 'tries'> => {
  if (!it) return { acceptance: null, seed: null, tries: null };
  // After an acceptance nothing else happens before its index in the log is known and stored.
  if (it.logIndex === null) throw new Error(`The acceptance of challenge ${it.challengeId} is not public yet.`);
  const { seedBlock: block_number, blockHash: block_hash, nonce } = it;
  const { seedAnchor: anchor, seedIndex: index, seedValue: value } = it;
  return {
    acceptance: {
      entry: it.entry,
      index: it.logIndex,
      tree: it.treeIndex === null ? null : { entry: it.treeEntry, index: it.treeIndex },
    },
    seed: value === '' ? null : { ...(nonce === '' ? { block_number, block_hash } : { nonce }), anchor, index, value },
    tries: it.tries,
  };
};

const requestOf = ({ text, signature }: NonNullable<History['direct']>): Transcript['request'] & object => ({
  text,
  signature: signature === '' ? null : signature,
});

/** The whole transcript of an ended challenge; its hash is what goes on chain. */
export const composeTranscript = (
  service: ServiceName,
  challenge: ChallengeRow,
  history: History,
  end: End,
): Transcript => ({
  version: history.direct ? 5 : 4,
  service,
  challenge_id: challenge.id,
  proof_type: challenge.proofType,
  info: challenge.info,
  payer: challenge.payer,
  ...(history.direct
    ? { block_number: null, block_hash: null, request: requestOf(history.direct) }
    : { block_number: challenge.blockNumber, block_hash: challenge.blockHash }),
  submitted_at: iso(challenge.submittedAt),
  ended_at: iso(end.endedAt),
  settings: challenge.settings,
  calibration_hash: end.calibrationHash,
  prover: proverOf(challenge),
  consent: history.consent ? { text: history.consent.text, signature: history.consent.signature } : null,
  ...acceptanceOf(history),
  draw: transcriptDraw(history),
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
