import type { WireTask } from '@trigpoint/protocol';
import type { Agent } from '../network/store.ts';
import type { Assignment } from './assignment-store.ts';
import type { ChallengeRow } from './store.ts';

const partyOf = (agent: Agent) => ({
  id: agent.id,
  key_type: agent.keyType,
  public_key: agent.publicKey,
  claims: agent.claims,
});

/** One measurement, the same text for both ends. */
export const composeTask = (
  challenge: Pick<ChallengeRow, 'proofType' | 'info'>,
  prover: Agent,
  challenger: Agent,
  assignment: Assignment,
  now: number,
): WireTask => ({
  challenge_id: assignment.challengeId,
  attempt: assignment.attempt,
  proof_type: challenge.proofType,
  ask: challenge.info,
  prover: partyOf(prover),
  challenger: { ...partyOf(challenger), endpoint: { address: challenger.udpAddress, port: challenger.udpPort } },
  tag: assignment.tag,
  budget_ms: Math.max(0, Math.min(600_000, (assignment.dueAt ?? now) - now)),
});
