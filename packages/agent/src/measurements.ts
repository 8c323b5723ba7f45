import type { Signer } from '@trigpoint/client';
import {
  type Ask,
  type Claims,
  contextHash,
  type Endpoint,
  type Failure,
  isFailure,
  type Probe,
  type ProbeIo,
  type ProbeTask,
  type UdpListener,
} from '@trigpoint/proofs';
import { composeReading, type WireTask } from '@trigpoint/protocol';
import type { Measuring } from './measuring.ts';
import { wordsOf } from './words.ts';

/**
 * Gives the endpoint at which a challenger is really dialled. In development networks datagrams take a detour that simulates the
 * distance.
 */
export type Route = (peer: Endpoint, peerId: string, claims: Claims) => Endpoint | Promise<Endpoint>;

export interface MeasurementOptions {
  readonly measuring: Measuring;
  readonly signer: Signer;
  readonly listener: UdpListener | undefined;
  readonly now: () => number;
  /** Another way to a peer than the endpoint that the service names, such as a delay line or a tunnel. */
  readonly route: Route | undefined;
}

/** What a probe is lent, and how it says that it failed. */
export type TaskIo = ProbeIo & { failure?: string };

/** Loads the probe. If that fails, nothing was carried. */
const load = (measuring: Measuring, io: ProbeIo): Promise<Probe> =>
  measuring.probe().catch((error: unknown) => {
    io.carried?.(0);
    throw error;
  });

/** Runs the prover's side. True if it failed. */
export const prove = async (
  task: WireTask,
  ask: Ask,
  io: TaskIo,
  { measuring, route }: MeasurementOptions,
): Promise<boolean> => {
  const { endpoint, id, claims } = task.challenger;
  try {
    const probe = await load(measuring, io);
    await probe.prove(toProbeTask(task, ask, await route?.(endpoint, id, claims)), io);
    return io.failure !== undefined;
  } catch {
    return true;
  }
};

/** Runs the challenger's side. An error inside the probe is this challenger's own fault, and is reported as that. */
export const challenge = async (
  task: WireTask,
  ask: Ask,
  io: ProbeIo,
  { measuring, listener }: MeasurementOptions,
): Promise<object | Failure> => {
  if (!listener) return ownFault('This challenger does not listen.');
  try {
    const probe = await load(measuring, io);
    return (await probe.challenge(toProbeTask(task, ask), { ...io, listener })) as object | Failure;
  } catch (error) {
    return ownFault(wordsOf(error));
  }
};

/** Signs the reading. If the text is too long or cannot be signed, it signs a failure that is this challenger's own fault. */
export const signReading = async (
  task: WireTask,
  startedAt: string,
  outcome: object | Failure,
  { signer, now }: MeasurementOptions,
) => {
  const { context, challenge_id, attempt, proof_type } = task;
  const sign = async (said: object | Failure) => {
    const message = composeReading({
      ...{ context, challenge_id, attempt, proof_type, prover: task.prover.id, challenger: task.challenger.id },
      ...(isFailure(said) ? { failure: cut(said) } : { series: said }),
      started_at: startedAt,
      ended_at: new Date(now()).toISOString(),
      prover_counter_signature: counterSignature(said),
    });
    return { message, signature: await signer.sign(message) };
  };
  try {
    return { signed: await sign(outcome), isMeasured: !isFailure(outcome) };
  } catch (error) {
    const signed = await sign(ownFault(`What was measured could not be signed: ${wordsOf(error)}`));
    return { signed, isMeasured: false };
  }
};

const ownFault = (detail: string): Failure => ({ failure: 'own_fault', detail });

const cut = (failure: Failure): Failure => ({ ...failure, detail: failure.detail.slice(0, 1024) });

const counterSignature = (outcome: object): string | null =>
  'prover_counter_signature' in outcome && typeof outcome.prover_counter_signature === 'string'
    ? outcome.prover_counter_signature
    : null;

function toProbeTask(task: WireTask, ask: Ask, endpoint = task.challenger.endpoint): ProbeTask {
  const { challenger, prover } = task;
  const party = ({ id, key_type: keyType, public_key: publicKey, claims }: WireTask['prover']) => ({
    ...{ id, keyType, publicKey, claims },
  });
  return {
    challengeId: task.challenge_id,
    attempt: task.attempt,
    proofType: task.proof_type,
    ask,
    prover: party(prover),
    challenger: { ...party(challenger), endpoint },
    context: contextHash(task.context),
    tag: task.tag,
    budgetMs: task.budget_ms,
  };
}
