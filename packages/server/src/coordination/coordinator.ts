import type { ProofType } from '@trigpoint/proofs';
import type { ChallengeState } from '@trigpoint/protocol';
import type { Logger } from 'pino';
import { startWindowMs } from '../challenge/deadlines.ts';
import type { Events } from '../challenge/events.ts';
import type * as leases from '../challenge/leases.ts';
import type { Db } from '../db/driver.ts';
import type { Agents } from '../network/agents.ts';
import * as assignmentStore from './assignment-store.ts';
import type { Attempts, Driven } from './attempts.ts';
import { Queue } from './queue.ts';

const retryMs = 500;
/** Near the deadline the chain has this long to answer, so that the challenge still ends within 5 s of it. */
const lastAnswerMs = 3_000;

export interface CoordinatorOptions {
  readonly db: Db;
  readonly now: () => number;
  readonly log: Logger;
  readonly agents: Agents;
  readonly attempts: Attempts;
  /** Ends a challenge whose lease the coordinator holds. `voided` says why there is nothing to judge. */
  readonly end: (
    challenge: leases.ChallengeRow,
    voided?: { readonly state: ChallengeState; readonly reason: string },
  ) => Promise<boolean>;
  readonly events: Events;
  readonly proofType: (id: string) => ProofType;
  /** Whether the block a request was read from is still the chain's; asked before anything is paid. */
  readonly stillOnChain: (challenge: leases.ChallengeRow) => Promise<boolean>;
}

/** Drives challenges from submission to their end. All it knows is in their rows, so another node goes on where one is killed. */
export class Coordinator {
  readonly #options: CoordinatorOptions;
  readonly #queue: Queue;

  constructor(options: CoordinatorOptions) {
    this.#options = options;
    const { db, now, log, agents } = options;
    this.#queue = new Queue({ db, now, log, nodeId: agents.nodeId, drive: (it) => this.#drive(it) });
  }

  start(): void {
    this.#queue.start();
  }

  /** Something may be due. */
  wake(): void {
    this.#queue.wake();
  }

  /** Drives what is due now, to the end of this step, and tells how many there were. For a clock that is not a real one. */
  tick(): Promise<number> {
    return this.#queue.tick();
  }

  stop(): Promise<void> {
    return this.#queue.stop();
  }

  async #drive(challenge: leases.ChallengeRow): Promise<void> {
    try {
      const proofType = this.#options.proofType(challenge.proofType);
      const driven = { challenge, proofType, ask: proofType.decode(challenge.info) };
      if (challenge.state === 'SUBMITTED_TO_CHALLENGE_COORDINATOR') await this.#start(driven);
      else if (proofType.schedule === 'parallel' || !(await this.#options.attempts.nextRound(driven)))
        await this.#conclude(driven);
      this.#options.events.announce(challenge.id);
    } catch (error) {
      this.#options.log.error({ err: error, challenge: challenge.id }, 'driving a challenge failed');
      await this.#postpone(challenge).catch(() => {});
    }
  }

  #postpone(challenge: leases.ChallengeRow): Promise<void> {
    return this.#queue.postpone(challenge, this.#options.now() + retryMs);
  }

  /** Finds prover and challengers and has them measure, or waits for them until the window closes. */
  async #start(driven: Driven): Promise<void> {
    const { challenge, proofType, ask } = driven;
    const { agents, now, attempts } = this.#options;
    const prover = await agents.findProver(proofType.id, ask.prover, ask.isIPv6);
    const online = prover && prover.leaseUntil > now();
    const lack = online ? await attempts.begin(driven, prover) : 'prover';
    if (!lack) return;
    if (now() < challenge.submittedAt + startWindowMs(proofType, ask)) return this.#postpone(challenge);
    if (lack === 'prover')
      return this.#void(driven, 'ERROR_ENDED_WITH_FAILURE', 'The prover is not connected to this service.');
    if (lack === 'free agents')
      return this.#void(
        // The row that was claimed may not name the prover yet that challengers were drawn for.
        prover && challenge.proverId === ''
          ? { ...driven, challenge: { ...challenge, proverId: prover.id, proverClaims: prover.claims } }
          : driven,
        'ERROR_NOT_ENOUGH_CHALLENGERS',
        'The prover or its challengers were busy all the time.',
      );
    return this.#void(
      driven,
      'ERROR_NOT_ENOUGH_CHALLENGERS',
      `${ask.challengers} challengers were asked for, and too few that are independent of each other and of the prover are connected.`,
    );
  }

  /** The measurement is over. Nobody is drawn a second time: where too few answered, the verdict stays open. */
  async #conclude(driven: Driven): Promise<void> {
    const { challenge } = driven;
    const { db, now, attempts, stillOnChain, log } = this.#options;
    const assignments = await assignmentStore.listStatuses(db, challenge.id, challenge.attempt);
    let standing: boolean;
    try {
      const answerMs = Math.max(lastAnswerMs, challenge.deadline - now() - lastAnswerMs);
      standing = await within(answerMs, stillOnChain(challenge));
    } catch (error) {
      if (now() < challenge.deadline) return this.#postpone(challenge);
      log.warn({ err: error, challenge: challenge.id }, 'ending unpaid: the chain does not answer');
      const reason = 'The chain could not be asked whether the request still stands.';
      return this.#void(driven, 'ERROR_ENDED_WITH_FAILURE', reason);
    }
    if (standing) await this.#options.end(challenge);
    else
      await this.#void(
        driven,
        'ERROR_ENDED_WITH_FAILURE',
        'The request is no longer on the chain: its block was replaced.',
      );
    attempts.cancel(challenge, assignments);
  }

  async #void({ challenge }: Driven, state: ChallengeState, reason: string): Promise<void> {
    await this.#options.end(challenge, { state, reason });
  }
}

const within = <T>(ms: number, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`There was no answer within ${ms} ms.`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};
