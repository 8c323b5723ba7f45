import { type Ask, askHash, type Claims, isFailure } from '@trigpoint/proofs';
import {
  type AgentMessage,
  type AgentMessageOf,
  type HubMessage,
  type HubMessageOf,
  type TaskMessage,
  taskKey,
  unlessThrows,
  type WireTask,
} from '@trigpoint/protocol';
import { answerConsent, type ConsentOptions } from './consents.ts';
import { keepDialTargets } from './dial-targets.ts';
import { keepLimits, type Limits } from './limits.ts';
import { challenge, type MeasurementOptions, prove, signReading, type TaskIo } from './measurements.ts';
import { keepNewest } from './newest.ts';
import { fastVerify } from './signatures.ts';
import type { AgentStatus, Totals } from './status.ts';
import { withLimit } from './time-limits.ts';

/** How many readings are kept until the service confirms them. The oldest are dropped first. */
const UNCONFIRMED_MAX = 256;
/** How many consents may wait for the signer. The service asks again for the others. */
const CONSENTS_MAX = 64;
/** How many tasks are remembered after their end, so that a repeated task is not measured twice. */
const REMEMBERED_MAX = 1_024;
/** A probe ends by itself within its budget. If it has not ended this much after that, it is aborted. */
const OVERTIME_MS = 500;

export interface TasksOptions extends MeasurementOptions {
  readonly proofType: string;
  readonly limits: Limits;
  /** What this agent claims about itself. */
  readonly claims: Claims;
  /** The address of the service, which names whom to dial. */
  readonly serviceAddress: () => string | undefined;
  /** The service that this agent is connected to, and the description that it signed for it. */
  readonly described: ConsentOptions['described'];
  send(message: AgentMessage): boolean;
  onChange(): void;
  /** Called if a task ended without a reading, because not even a failure could be signed. */
  onDropped(challengeId: string, error: unknown): void;
}

type Taken = Pick<TaskMessage, 'task' | 'role' | 'token'>;

interface Running {
  readonly task: WireTask;
  readonly role: TaskMessage['role'];
  readonly stop: AbortController;
  readonly done: Promise<void>;
}

/** Takes tasks, measures, signs, and keeps each reading until the service has confirmed it. Every message may come twice. */
export function createTasks(options: TasksOptions) {
  const { signer, send } = options;
  const running = new Map<string, Running>();
  const unconfirmed = new Map<string, AgentMessageOf<'reading'>>();
  const ended = new Set<string>();
  const limits = keepLimits(options.limits, options.now);
  const targets = keepDialTargets(options.now);
  const totals: Totals = { taken: 0, declined: 0, cancelled: 0, measured: 0, failed: 0, accepted: 0, refused: 0 };
  let lastRefusal: AgentStatus['lastRefusal'];
  let stopping = false;
  let consenting = 0;

  const isMine = (task: WireTask, role: TaskMessage['role']): boolean => {
    const me = role === 'prover' ? task.prover : task.challenger;
    return me.key_type === signer.keyType && me.public_key.toLowerCase() === signer.publicKey.toLowerCase();
  };

  /**
   * Whether the task's context names the service that the agent is connected to, and this ask. The agent cannot check the rest of
   * it.
   */
  const isOurs = ({ ask, context }: WireTask): boolean => {
    const { service, chain_id, contract } = options.described();
    return (
      context.service === service &&
      context.chain_id === chain_id &&
      context.contract === contract &&
      context.ask_hash === askHash(ask)
    );
  };

  /** The payer of each challenge that this agent consented to. */
  const payers = new Map<string, string>();

  const reserve = (task: WireTask, role: TaskMessage['role'], ask: Ask | undefined) => {
    if (stopping) return 'stopping';
    if (task.proof_type !== options.proofType) return `measures ${options.proofType} only`;
    if (!ask) return 'does not understand what is asked';
    if (!isMine(task, role)) return 'this task names another key';
    if (!isOurs(task)) return 'this task is of another service, or its context of another ask';
    if (role === 'challenger' && !options.listener) return 'does not listen for provers';
    if (role === 'prover') {
      const refusal = targets.whyNot(task.challenger.endpoint, options.serviceAddress());
      if (refusal !== undefined) return refusal;
    }
    const payer = role === 'prover' ? payers.get(task.challenge_id) : undefined;
    return limits.reserve(running.size, options.measuring.cost(ask, task.prover.claims), payer);
  };

  const take = ({ task, role, token }: Taken) => {
    const key = `${role}/${taskKey(task)}`;
    const where = { challenge_id: task.challenge_id, attempt: task.attempt, challenger: task.challenger.id };
    const reading = unconfirmed.get(readingKey(task));
    if (running.has(key)) send({ type: 'accepted', ...where });
    else if (reading && role === 'challenger') send(reading);
    else if (!ended.has(key)) {
      const ask = decode(task.ask);
      const reserved = reserve(task, role, ask);
      if (typeof reserved === 'string' || !ask) {
        totals.declined += 1;
        send({ type: 'declined', ...where, reason: String(reserved) });
      } else {
        totals.taken += 1;
        send({ type: 'accepted', ...where });
        const stop = new AbortController();
        const limit = withLimit(stop.signal, task.budget_ms + OVERTIME_MS);
        const io = probeIo(limit.signal, reserved.correct);
        const done = measure({ task, role, token }, ask, stop.signal, io)
          .catch((error: unknown) => {
            totals.failed += 1;
            options.onDropped(task.challenge_id, error);
          })
          .finally(() => {
            limit.release();
            running.delete(key);
            ended.add(key);
            keepNewest(ended, REMEMBERED_MAX);
            options.onChange();
          });
        running.set(key, { task, role, stop, done });
      }
    }
    options.onChange();
  };

  const decode = (info: string): Ask | undefined => unlessThrows(() => options.measuring.decode(info as `0x${string}`));

  const measure = async ({ task, role, token }: Taken, ask: Ask, stop: AbortSignal, io: TaskIo) => {
    if (role === 'prover') {
      const failed = await prove(task, ask, io, options);
      if (io.failure === 'unreachable') targets.unanswered(task.challenger.endpoint, stop.aborted);
      else if (!failed) targets.answered(task.challenger.endpoint);
      totals[failed ? 'failed' : 'measured'] += 1;
      return;
    }
    const startedAt = new Date(options.now()).toISOString();
    const outcome = await challenge(task, ask, io, options);
    // The service no longer waits for the reading of a cancelled task.
    if (stop.aborted) {
      totals[isFailure(outcome) ? 'failed' : 'measured'] += 1;
      return;
    }
    const { signed, isMeasured } = await signReading(task, startedAt, outcome, options);
    totals[isMeasured ? 'measured' : 'failed'] += 1;
    const { challenge_id, attempt } = task;
    const reading = { type: 'reading', challenge_id, attempt, token, ...signed } as const;
    unconfirmed.set(readingKey(task), reading);
    keepNewest(unconfirmed, UNCONFIRMED_MAX);
    send(reading);
  };

  const answer = async (wanted: HubMessageOf<'consent_wanted'>) => {
    if (stopping || consenting >= CONSENTS_MAX) return;
    const { described } = options;
    const cost = (ask: Ask) => options.measuring.cost(ask, options.claims);
    consenting += 1;
    const said = await answerConsent(wanted, running.size, { signer, decode, cost, limits, described }).finally(() => {
      consenting -= 1;
    });
    if (said?.type === 'no_consent') totals.declined += 1;
    if (said?.type === 'consent' && wanted.payer !== undefined) {
      payers.set(wanted.challenge_id, wanted.payer);
      keepNewest(payers, REMEMBERED_MAX);
    }
    if (said) send(said);
  };

  const probeIo = (signal: AbortSignal, carried: (bytes: number) => void): TaskIo => {
    const io: TaskIo = {
      signal,
      carried,
      sign: (text) => signer.sign(text),
      verify: fastVerify,
      progress(values) {
        if (typeof values.failure === 'string') io.failure = values.failure;
      },
    };
    return io;
  };

  const onMessage = (said: HubMessage) => {
    if (said.type === 'task' || said.type === 'mesh') take(said);
    else if (said.type === 'consent_wanted') void answer(said).catch(() => {});
    else if (said.type === 'welcome') {
      for (const one of said.resume_tasks) take(one);
      for (const reading of unconfirmed.values()) send(reading);
    } else if (said.type === 'cancel') {
      for (const { task, stop } of running.values())
        if (task.challenge_id === said.challenge_id && task.attempt === said.attempt) {
          totals.cancelled += 1;
          stop.abort();
        }
    } else if (said.type === 'recorded') {
      if (unconfirmed.delete(readingKey(said))) totals[said.accepted ? 'accepted' : 'refused'] += 1;
      if (!said.accepted) lastRefusal = { challengeId: said.challenge_id, code: said.code, message: said.message };
    }
    options.onChange();
  };

  return {
    onMessage,
    snapshot: () => ({
      running: [...running.values()].map(({ task, role }) => ({
        challengeId: task.challenge_id,
        attempt: task.attempt,
        peer: role === 'prover' ? task.challenger.id : task.prover.id,
      })),
      unconfirmed: unconfirmed.size,
      totals: { ...totals },
      carried: limits.carried(),
      lastRefusal,
    }),
    /** Takes no more tasks, and waits until running measurements have ended. After `graceMs` it aborts them. */
    async finish(graceMs: number) {
      stopping = true;
      const timer = setTimeout(() => {
        for (const { stop } of running.values()) stop.abort();
      }, graceMs);
      await Promise.allSettled([...running.values()].map(({ done }) => done));
      clearTimeout(timer);
    },
  };
}

const readingKey = (task: { readonly challenge_id: string; readonly attempt: number }): string =>
  `${task.challenge_id}/${task.attempt}`;
