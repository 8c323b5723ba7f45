import type { Claims } from '@trigpoint/proofs';
import type { HubMessageOf, KeyType, MeasurementContext, WireTask } from '@trigpoint/protocol';

interface Party {
  readonly id: string;
  readonly keyType: KeyType;
  readonly publicKey: string;
  readonly claims: Claims;
}

/** What both agents of an assignment are sent to do: the challenge, the prover, the challenger and their time. */
export interface Task {
  readonly challengeId: string;
  readonly attempt: number;
  readonly proofType: string;
  readonly info: `0x${string}`;
  readonly prover: Party;
  readonly challenger: Party & { readonly udpAddress: string; readonly udpPort: number };
  readonly context: MeasurementContext;
  readonly token: string;
  readonly tag: string;
  readonly dueAt: number | null;
}

const wireParty = ({ id, keyType, publicKey, claims }: Party) => ({
  id,
  key_type: keyType,
  public_key: publicKey,
  claims,
});

/** The task as it travels. Both agents get the same. */
export const wireTask = (it: Task, now: number): WireTask => ({
  challenge_id: it.challengeId,
  attempt: it.attempt,
  proof_type: it.proofType,
  ask: it.info,
  prover: wireParty(it.prover),
  challenger: {
    ...wireParty(it.challenger),
    endpoint: { address: it.challenger.udpAddress, port: it.challenger.udpPort },
  },
  context: it.context,
  tag: it.tag,
  budget_ms: Math.max(0, Math.min(600_000, (it.dueAt ?? now) - now)),
});

/** A task as one of its two agents receives it. */
export const taskMessage = (task: Task, role: 'prover' | 'challenger', now: number): HubMessageOf<'task'> => ({
  type: 'task',
  role,
  task: wireTask(task, now),
  token: task.token,
});
