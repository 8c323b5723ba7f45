import type { Ask, ProofType } from '@trigpoint/proofs';
import type { ChallengeState, HubMessage } from '@trigpoint/protocol';
import type { Logger } from 'pino';
import type { Db } from '../db/driver.ts';
import type { Agents } from '../network/agents.ts';
import type { Agent } from '../network/store.ts';
import type { Assignment } from './assignment-store.ts';
import * as assignments from './assignment-store.ts';
import type { Choice, Choices } from './choices.ts';
import { type Endings, finalState } from './endings.ts';
import { appendEvent, type Events } from './events.ts';
import * as store from './store.ts';
import { composeTask } from './tasks.ts';

/** How long a challenge waits for its prover and for enough challengers. */
export const startWindowMs = 20_000;
/** On top of the measurement itself: tasks out, readings back. */
const travelMs = 2_000;
const maxAttempts = 2;
/** A node that dies loses its leases this soon; a challenge still ends within 5 s of its deadline. */
const leaseMs = 3_000;
const retryMs = 500;
/** The floor under all wake-ups. */
const pollMs = 500;
const maxInFlight = 256;

/** When a challenge accepted at `at` has ended at the latest. */
export const deadlineOf = (proofType: ProofType, ask: Ask, at: number): number =>
  at + startWindowMs + maxAttempts * (proofType.attemptMs(ask) + travelMs);

/** A round's share of the attempt, and the way there and back. */
const roundEndsAt = (proofType: ProofType, ask: Ask, at: number): number =>
  Math.floor(at + proofType.attemptMs(ask) / ask.challengers + travelMs);

export interface CoordinatorOptions {
  readonly db: Db;
  readonly now: () => number;
  readonly random: (bytes: number) => Buffer;
  readonly log: Logger;
  readonly agents: Agents;
  readonly choices: Choices;
  readonly endings: Endings;
  readonly events: Events;
  readonly proofType: (id: string) => ProofType;
  readonly send: (to: Pick<Agent, 'proofType' | 'role' | 'id'>, message: HubMessage) => boolean;
  /** Whether the block a request was read from is still the chain's; asked before anything is paid. */
  readonly stillOnChain: (challenge: store.ChallengeRow) => Promise<boolean>;
}

interface Driven {
  readonly challenge: store.ChallengeRow;
  readonly proofType: ProofType;
  readonly ask: Ask;
}

/** Drives challenges from submission to their end. All it knows is in their rows: killed anywhere, another goes on. */
export class Coordinator {
  readonly #options: CoordinatorOptions;
  readonly #inFlight = new Set<Promise<void>>();
  #claims = 0;
  #stopped = false;
  #wake: (() => void) | undefined;
  #running: Promise<void> | undefined;

  constructor(options: CoordinatorOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Something may be due. */
  wake(): void {
    this.#wake?.();
  }

  /** Drives what is due now, to the end of this step, and tells how many there were. For a clock that is not a real one. */
  async tick(): Promise<number> {
    const claimed = await this.#claim();
    await Promise.all(claimed.map((it) => this.#drive(it)));
    return claimed.length;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.wake();
    await this.#running;
    await Promise.all(this.#inFlight);
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      let waitMs = pollMs;
      try {
        const claimed = await this.#claim();
        for (const it of claimed) this.#track(this.#drive(it));
        if (claimed.length > 0) continue;
        const next = await store.nextDue(this.#options.db);
        if (next !== undefined) waitMs = Math.max(1, Math.min(pollMs, next - this.#options.now()));
      } catch (error) {
        this.#options.log.warn({ err: error }, 'claiming challenges failed');
      }
      await this.#pause(waitMs);
    }
  }

  async #claim(): Promise<store.ChallengeRow[]> {
    const { db, now, agents } = this.#options;
    const room = maxInFlight - this.#inFlight.size;
    if (room <= 0) {
      await Promise.race(this.#inFlight);
      return this.#claim();
    }
    const at = now();
    const owner = `${agents.nodeId}:${++this.#claims}`;
    return db.write((tx) => store.claimDue(tx, db.skipLocked, owner, at, at + leaseMs, room));
  }

  #track(work: Promise<void>): void {
    this.#inFlight.add(work);
    void work.finally(() => this.#inFlight.delete(work));
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #drive(challenge: store.ChallengeRow): Promise<void> {
    const { log } = this.#options;
    try {
      const proofType = this.#options.proofType(challenge.proofType);
      const driven = { challenge, proofType, ask: proofType.decode(challenge.info) };
      if (challenge.state === 'SUBMITTED_TO_CHALLENGE_COORDINATOR') await this.#start(driven);
      else if (proofType.schedule === 'sequential') await this.#nextRound(driven);
      else await this.#conclude(driven);
      this.#options.events.announce(challenge.id);
    } catch (error) {
      log.error({ err: error, challenge: challenge.id }, 'driving a challenge failed');
      await this.#postpone(challenge, retryMs).catch(() => {});
    }
  }

  async #postpone(challenge: store.ChallengeRow, ms: number): Promise<void> {
    const { db, now } = this.#options;
    await db.write((tx) => store.postpone(tx, challenge.id, challenge.leaseOwner, now() + ms));
  }

  /** Finds prover and challengers and begins an attempt, or waits for them until the window closes. */
  async #start(driven: Driven): Promise<void> {
    const { challenge, proofType, ask } = driven;
    const { agents, now } = this.#options;
    const prover = await agents.findProver(proofType.id, ask.prover, ask.isIPv6);
    const at = now();
    const online = prover && prover.leaseUntil > at;
    const lack = online ? await this.#attempt(driven, prover) : 'prover';
    if (!lack) return;
    if (at < challenge.submittedAt + startWindowMs) return this.#postpone(challenge, retryMs);
    if (lack === 'prover')
      return this.#end(driven, 'ERROR_ENDED_WITH_FAILURE', 'The prover is not connected to this service.');
    return this.#end(
      driven,
      'ERROR_NOT_ENOUGH_CHALLENGERS',
      `${ask.challengers} challengers were asked for, and too few that are independent of each other and of the prover are connected.`,
    );
  }

  /** The choice and its consequences in one transaction; tells what is lacking, if anything. */
  async #attempt({ challenge, proofType, ask }: Driven, prover: Agent): Promise<'challengers' | undefined> {
    const { db, now, choices } = this.#options;
    const at = now();
    const choice = await choices.choose(challenge, proofType, ask, prover, at);
    if (!choice) return 'challengers';
    const { attempt, seed, eligibleHash, leftOut, chosen } = choice;
    const endsAt = at + proofType.attemptMs(ask) + travelMs;
    const parts = this.#parts(challenge.id, choice, proofType, at, endsAt, roundEndsAt(proofType, ask, at));
    const begun = await db.write(async (tx) => {
      const row = {
        challengeId: challenge.id,
        attempt,
        seed,
        eligibleHash,
        leftOut,
        startedAt: at,
        endsAt,
        owner: challenge.leaseOwner,
        proverId: prover.id,
        proverClaims: challenge.proverId === '' ? prover.claims : challenge.proverClaims,
        dueAt: parts[0]?.dueAt ?? endsAt,
      };
      if (!(await store.beginAttempt(tx, row))) return false;
      await choice.keep(tx, at);
      for (const part of parts) await assignments.insertAssignment(tx, part);
      const challengers = chosen.map((it) => it.id);
      await appendEvent(tx, challenge.id, at, 'accepted', { attempt, prover: prover.id, challengers });
      return true;
    });
    if (begun) {
      choices.kept(choice);
      this.#ask(challenge, prover, chosen, parts, at);
    }
    return undefined;
  }

  #parts(
    challengeId: string,
    choice: Choice,
    proofType: ProofType,
    at: number,
    endsAt: number,
    firstEndsAt: number,
  ): Assignment[] {
    const { random } = this.#options;
    return choice.chosen.map(({ id }, position) => {
      const turn = proofType.schedule === 'parallel' || position === 0;
      return {
        challengeId,
        attempt: choice.attempt,
        challengerId: id,
        position,
        state: turn ? 'asked' : 'waiting',
        token: random(24).toString('base64url'),
        tag: random(16).toString('hex'),
        askedAt: turn ? at : null,
        dueAt: turn && proofType.schedule === 'sequential' ? firstEndsAt : endsAt,
        message: '',
        signature: '',
        receivedAt: null,
      };
    });
  }

  #ask(
    challenge: store.ChallengeRow,
    prover: Agent,
    challengers: readonly Agent[],
    parts: readonly Assignment[],
    at: number,
  ) {
    const { send } = this.#options;
    for (const part of parts) {
      const challenger = challengers.find((it) => it.id === part.challengerId);
      if (part.state !== 'asked' || !challenger) continue;
      const task = composeTask(challenge, prover, challenger, part, at);
      send(challenger, { type: 'task', role: 'challenger', task, token: part.token });
      send(prover, { type: 'task', role: 'prover', task, token: part.token });
    }
  }

  /** Sequential proof types: the running round has ended or run out of time; the next one, or the end. */
  async #nextRound(driven: Driven): Promise<void> {
    const { challenge, proofType, ask } = driven;
    const { db, now, agents } = this.#options;
    const at = now();
    const parts = await assignments.listAssignments(db, challenge.id, challenge.attempt);
    const next = parts.find((it) => it.state === 'waiting');
    const prover = await agents.findProver(proofType.id, ask.prover, ask.isIPv6);
    const challenger = next && (await agents.find(proofType.id, 'challenger', next.challengerId));
    if (!next || !prover || !challenger || at >= challenge.deadline) return this.#conclude(driven);
    const dueAt = roundEndsAt(proofType, ask, at);
    const part: Assignment = { ...next, state: 'asked', askedAt: at, dueAt };
    const asked = await db.write(async (tx) => {
      if ((await store.postpone(tx, challenge.id, challenge.leaseOwner, dueAt)) !== 1) return false;
      for (const it of parts)
        if (it.state === 'asked')
          await assignments.closeAssignments(tx, it.challengeId, it.attempt, 'expired', it.challengerId);
      await assignments.askAssignment(tx, next, at, dueAt);
      await appendEvent(tx, challenge.id, at, 'round', { position: next.position, challenger: next.challengerId });
      return true;
    });
    if (asked) this.#ask(challenge, prover, [challenger], [part], at);
  }

  /** The attempt is over: another one where too few answered and time is left, else the verdict. */
  async #conclude(driven: Driven): Promise<void> {
    const { challenge, proofType, ask } = driven;
    const { db, now, agents, stillOnChain } = this.#options;
    const parts = await assignments.listAssignments(db, challenge.id, challenge.attempt);
    const failed = finalState(parts, ask.tolerance) === 'ERROR_ENDED_WITH_FAILURE';
    const timeLeft = challenge.deadline - now() - proofType.attemptMs(ask) - travelMs;
    if (failed && challenge.attempt < maxAttempts && timeLeft >= 0) {
      const prover = await agents.findProver(proofType.id, ask.prover, ask.isIPv6);
      if (prover && prover.leaseUntil > now()) {
        await db.write((tx) => assignments.closeAssignments(tx, challenge.id, challenge.attempt, 'expired'));
        if (!(await this.#attempt(driven, prover))) return;
      }
    }
    try {
      if (!(await stillOnChain(challenge)))
        return await this.#end(
          driven,
          'ERROR_ENDED_WITH_FAILURE',
          'The request is no longer on the chain: its block was replaced.',
        );
    } catch (error) {
      if (now() < challenge.deadline) return this.#postpone(challenge, retryMs);
      this.#options.log.warn({ err: error, challenge: challenge.id }, 'ending unpaid: the chain does not answer');
      return this.#end(
        driven,
        'ERROR_ENDED_WITH_FAILURE',
        'The chain could not be asked whether the request still stands.',
      );
    }
    await this.#options.endings.end(challenge, ask.tolerance);
    this.#cancel(challenge, parts);
  }

  async #end({ challenge, ask }: Driven, state: ChallengeState, reason: string): Promise<void> {
    await this.#options.endings.end(challenge, ask.tolerance, { state, reason });
  }

  /** Whoever is still measuring can stop. */
  #cancel({ id, attempt, proofType, proverId }: store.ChallengeRow, parts: readonly Assignment[]): void {
    const message: HubMessage = { type: 'cancel', challenge_id: id, attempt };
    const open = parts.filter((it) => it.state === 'asked');
    for (const { challengerId } of open)
      this.#options.send({ proofType, role: 'challenger', id: challengerId }, message);
    if (open.length > 0) this.#options.send({ proofType, role: 'prover', id: proverId }, message);
  }
}
