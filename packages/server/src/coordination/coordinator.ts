import { inSentence, type ProofType } from '@trigpoint/proofs';
import { type ChallengeState, serviceAway } from '@trigpoint/protocol';
import type { Logger } from 'pino';
import { attemptWindowMs, startWindowMs } from '../challenge/deadlines.ts';
import type { Events } from '../challenge/events.ts';
import type * as leases from '../challenge/leases.ts';
import { isDirect } from '../challenge/leases.ts';
import type { Db } from '../db/driver.ts';
import type { Agents } from '../network/agents.ts';
import type { AcceptanceRow } from './acceptance-store.ts';
import type { Consents } from './consents.ts';
import type { Driven } from './driven.ts';
import { type History, readHistory } from './histories.ts';
import type { Lack, Measurements } from './measurements.ts';
import { Queue } from './queue.ts';

const retryMs = 500;
/** A connected prover that does not answer is asked again after pauses that grow with the age of the request, up to this. */
const longestAskMs = 60_000;
/** Near the deadline the chain has this long to answer, so that the challenge still ends within 5 s of it. */
const lastAnswerMs = 3_000;
/** A step that takes longer is given up and tried again. The queue renews a lease for longer than this. */
const longestStepMs = 15_000;
/** If a challenge is looked at this long after it was due, no node was running. Even a busy node looks within seconds. */
const awayMs = 15_000;

/** Why there is nothing to judge. */
export interface Void {
  readonly state: ChallengeState;
  readonly reason: string;
}

/** What is known already about a challenge that is to end. */
export interface Known {
  readonly history: History;
  /** Whether the readings so far decide the verdict; undefined if nobody has asked. */
  readonly isSettled?: boolean;
}

export interface CoordinatorOptions {
  readonly db: Db;
  readonly now: () => number;
  readonly log: Logger;
  readonly agents: Agents;
  readonly consents: Consents;
  readonly measurements: Measurements;
  /** Ends a challenge whose lease the coordinator holds. */
  readonly end: (challenge: leases.ChallengeRow, voided?: Void, known?: Known) => Promise<boolean>;
  /** Whether the readings so far decide the verdict, whatever the others will say. */
  readonly isSettled: (challenge: leases.ChallengeRow, history: History) => Promise<boolean>;
  readonly events: Events;
  readonly proofType: (id: string) => ProofType;
  /** Whether a block is still on the chain. Asked for the blocks of the request and of the seed before anything is paid. */
  readonly stillOnChain: (block: { readonly blockNumber: number; readonly blockHash: string }) => Promise<boolean>;
}

/** Drives challenges from submission to their end. All it knows is in their rows, so another node can take over. */
export class Coordinator {
  readonly #options: CoordinatorOptions;
  readonly queue: Queue;

  constructor(options: CoordinatorOptions) {
    this.#options = options;
    const { db, now, log, agents } = options;
    const { nodeId } = agents;
    this.queue = new Queue({ db, now, log, nodeId, drive: (it) => this.#drive(it), look: (it) => this.#look(it) });
  }

  async #drive(challenge: leases.ChallengeRow): Promise<void> {
    const { db } = this.#options;
    try {
      const proofType = this.#options.proofType(challenge.proofType);
      const driven = { challenge, proofType, ask: proofType.decode(challenge.info) };
      if (challenge.state === 'SUBMITTED_TO_CHALLENGE_COORDINATOR') await this.#start(driven);
      else if (proofType.schedule === 'parallel') await this.#conclude(driven, await readHistory(db, challenge.id));
      else await this.#goOn(driven);
      this.#options.events.announce(challenge.id);
    } catch (error) {
      this.#options.log.error({ err: error, challenge: challenge.id }, 'driving a challenge failed');
      await this.#postpone(challenge).catch(() => {});
    }
  }

  /** Begins the next round. Concludes if there is none, or if the rounds before it have decided. */
  async #goOn(driven: Driven): Promise<void> {
    const { db, measurements } = this.#options;
    const { challenge } = driven;
    const history = await readHistory(db, challenge.id);
    const isSettled = await this.#options.isSettled(challenge, history);
    if (isSettled || !(await measurements.nextRound(driven))) await this.#conclude(driven, history, isSettled);
  }

  /** Ends a challenge that is not due yet, if it is decided. If something prevents that, the challenge ends when it is due. */
  async #look(challenge: leases.ChallengeRow): Promise<void> {
    const { db, isSettled, end, measurements, events, log } = this.#options;
    try {
      const history = await readHistory(db, challenge.id);
      if (!(await isSettled(challenge, history))) return;
      if ((await this.#within(lastAnswerMs, this.#goneFromChain(challenge, history.acceptance))) !== undefined) return;
      if (!(await end(challenge, undefined, { history, isSettled: true }))) return;
      measurements.cancel(challenge, history.assignments);
      events.announce(challenge.id);
    } catch (error) {
      log.warn({ err: error, challenge: challenge.id }, 'ending a challenge early failed');
    }
  }

  #postpone(challenge: leases.ChallengeRow): Promise<void> {
    return this.queue.postpone(challenge, this.#options.now() + retryMs);
  }

  /** Waits for the prover's consent. It is asked now and then, and when it connects. Nobody is drawn meanwhile. */
  async #awaitConsent(driven: Driven): Promise<void> {
    const { challenge } = driven;
    const { now, consents } = this.#options;
    if (challenge.declined !== '')
      return this.#void(driven, 'ERROR_ENDED_WITH_FAILURE', `The prover declined: ${inSentence(challenge.declined)}.`);
    const at = now();
    if (at >= challenge.expiresAt)
      return this.#void(
        driven,
        'ERROR_ENDED_WITH_FAILURE',
        'The request expired before the prover had consented to be measured.',
      );
    const isAsked = await consents.ask(challenge);
    const againMs = Math.min(longestAskMs, Math.max(retryMs, at - challenge.submittedAt));
    await this.queue.postpone(challenge, isAsked ? Math.min(at + againMs, challenge.expiresAt) : challenge.expiresAt);
  }

  /** Accepts, draws and lets agents measure. If something is lacking, waits for it until the time to start is over. */
  async #start(driven: Driven): Promise<void> {
    const { challenge, proofType, ask } = driven;
    if (challenge.consentedAt === null) return this.#awaitConsent(driven);
    const startBy = challenge.deadline - attemptWindowMs(proofType, ask);
    const patienceMs = Math.min(longestStepMs, Math.max(lastAnswerMs, startBy - this.#options.now()));
    const lack = await this.#within(patienceMs, this.#options.measurements.begin(driven)).catch(lateIsLack);
    if (!lack) return;
    const until = lack.isAccepted ? startBy : challenge.consentedAt + startWindowMs(proofType, ask);
    if (lack.of !== 'seats' && this.#options.now() < until) return this.#postpone(challenge);
    return this.#void(driven, ...givenUpFor(lack, ask.challengers));
  }

  /** Ends a challenge after its measurement. Nobody is drawn a second time: if too few answered, the verdict is inconclusive. */
  async #conclude(driven: Driven, history: History, isSettled?: boolean): Promise<void> {
    const { challenge } = driven;
    const { now, measurements, log } = this.#options;
    let gone: string | undefined;
    try {
      const answerMs = Math.max(lastAnswerMs, challenge.deadline - now() - lastAnswerMs);
      gone =
        this.#passedUnseen(challenge, history.assignments) ??
        (await this.#within(answerMs, this.#goneFromChain(challenge, history.acceptance)));
    } catch (error) {
      if (now() < challenge.deadline) return this.#postpone(challenge);
      log.warn({ err: error, challenge: challenge.id }, 'ending unpaid: the chain does not answer');
      const reason = 'The chain could not be asked whether the request still stands.';
      return this.#void(driven, 'ERROR_ENDED_WITH_FAILURE', reason);
    }
    if (gone === undefined)
      await this.#options.end(challenge, undefined, { history, ...(isSettled === undefined ? {} : { isSettled }) });
    else await this.#void(driven, 'ERROR_ENDED_WITH_FAILURE', gone);
    measurements.cancel(challenge, history.assignments);
  }

  /** If nobody looked when a challenge was due and nothing was read before, no node was running. That is the service's fault. */
  #passedUnseen(
    { dueAt }: leases.ChallengeRow,
    assignments: readonly { readonly state: string }[],
  ): string | undefined {
    const lateMs = this.#options.now() - (dueAt ?? this.#options.now());
    return lateMs > awayMs && !assignments.some((it) => it.state === 'read') ? serviceAway : undefined;
  }

  /** Why there is nothing to judge after a reorganisation of the chain; undefined if there was none. */
  async #goneFromChain(
    challenge: leases.ChallengeRow,
    accepted: AcceptanceRow | undefined,
  ): Promise<string | undefined> {
    const { stillOnChain } = this.#options;
    if (!isDirect(challenge) && !(await stillOnChain(challenge)))
      return 'The request is no longer on the chain: its block was replaced.';
    const isFromBlock = accepted && accepted.seedNonce === '';
    const seedBlock = isFromBlock && { blockNumber: accepted.seedBlock, blockHash: accepted.blockHash };
    if (seedBlock && !(await stillOnChain(seedBlock)))
      return 'The block that decided the draw is no longer on the chain: it was replaced.';
    return undefined;
  }

  /** Rejects if the work takes longer than `ms`. It asks `now()`, because a test's clock may stand still on a slow machine. */
  #within<T>(ms: number, work: Promise<T>): Promise<T> {
    const { now } = this.#options;
    const until = now() + ms;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      const look = () => {
        const leftMs = until - now();
        if (leftMs > 0) timer = setTimeout(look, leftMs);
        else reject(new Late(`There was no answer within ${ms} ms.`));
      };
      look();
    });
    return Promise.race([work, late]).finally(() => clearTimeout(timer));
  }

  async #void({ challenge }: Driven, state: ChallengeState, reason: string): Promise<void> {
    await this.#options.end(challenge, { state, reason });
    await this.#options.measurements.forget(challenge);
  }
}

const givenUpFor = ({ of, isAccepted }: Lack, challengers: number): [state: ChallengeState, reason: string] => {
  switch (of) {
    case 'prover':
      return ['ERROR_ENDED_WITH_FAILURE', 'The prover consented, and is not connected to this service any more.'];
    case 'block':
      return ['ERROR_ENDED_WITH_FAILURE', 'The block that decides the draw did not come in time.'];
    case 'nonce':
      return ['ERROR_ENDED_WITH_FAILURE', 'The payer did not tell its nonce in time, and nobody was drawn.'];
    case 'time':
      return ['ERROR_ENDED_WITH_FAILURE', 'The request could not be written into the log and drawn in time.'];
    case 'free agents':
      return ['ERROR_NOT_ENOUGH_CHALLENGERS', 'The prover or its challengers were busy all the time.'];
    default: {
      const which = isAccepted ? 'could be drawn' : 'are connected';
      const reason = `${challengers} challengers were asked for, and too few that are independent of each other and of the prover ${which}.`;
      return ['ERROR_NOT_ENOUGH_CHALLENGERS', reason];
    }
  }
};

class Late extends Error {
  override readonly name = 'Late';
}

/** The late step may still finish. Then it changes nothing, or the next try finds its work done. */
const lateIsLack = (error: unknown): Lack => {
  if (error instanceof Late) return { of: 'time', isAccepted: true };
  throw error;
};
