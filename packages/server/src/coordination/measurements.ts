import { type Claims, contextOf, type ProofType } from '@trigpoint/proofs';
import type { HubMessage } from '@trigpoint/protocol';
import { assignmentEndsAt, attemptWindowMs } from '../challenge/deadlines.ts';
import { appendEvent } from '../challenge/events.ts';
import * as leases from '../challenge/leases.ts';
import type { Db } from '../db/driver.ts';
import type { Agent, Agents } from '../network/agents.ts';
import { iso } from '../times.ts';
import { type AcceptanceRow, findAcceptance, fixSeed } from './acceptance-store.ts';
import type { Acceptances } from './acceptances.ts';
import * as assignmentStore from './assignment-store.ts';
import type { AssignmentStatus } from './assignments.ts';
import type { BusyAgents } from './busy-agents.ts';
import type { Draw, Draws } from './draws.ts';
import type { Driven } from './driven.ts';
import { type Task, wireTask } from './tasks.ts';
import type { Claimant } from './waiting-lists.ts';

/** A challenge is measured once. The number stays because signed texts have the field. */
const onlyAttempt = 1;

/** What a challenge still lacks, and whether it is accepted already. */
export interface Lack {
  readonly of: 'prover' | 'challengers' | 'block' | 'nonce' | 'seats' | 'free agents' | 'time';
  readonly isAccepted: boolean;
}

export interface MeasurementsOptions {
  readonly db: Db;
  readonly now: () => number;
  readonly random: (bytes: number) => Buffer;
  readonly agents: Agents;
  readonly acceptances: Acceptances;
  readonly draws: Draws;
  readonly busy: BusyAgents;
  /** Returns whether the agent is connected to this node. Otherwise its own node passes the message on. */
  readonly send: (
    to: Pick<Agent, 'proofType' | 'role' | 'id'> & Partial<Pick<Agent, 'nodeId'>>,
    message: HubMessage,
  ) => boolean;
  /** Called when a task is given out, because its reading may come to this node. */
  readonly expect: (
    assignment: assignmentStore.Assignment,
    of: Omit<assignmentStore.AssignmentTerms, 'token' | 'context'>,
  ) => void;
}

/** Thrown if the lease was lost or another node drew first, so that the transaction is rolled back. */
class Lost extends Error {
  override readonly name = 'Lost';
}

/** Begins measurements and rounds: it writes the rows, then sends the tasks. An agent that missed a task gets it when it connects again. */
export class Measurements {
  readonly #options: MeasurementsOptions;

  constructor(options: MeasurementsOptions) {
    this.#options = options;
  }

  /** Accepts the challenge, draws challengers and asks them. Keeps steps that are done. Returns what is lacking. */
  async begin(driven: Driven): Promise<Lack | undefined> {
    const { db, agents, acceptances, draws, busy, now } = this.#options;
    const { challenge, proofType } = driven;
    const [prover, known] = await Promise.all([
      agents.find(proofType.id, 'prover', challenge.proverId),
      findAcceptance(db, challenge.id),
    ]);
    const isHere = prover !== undefined && prover.leaseUntil > now();
    if (!known && !isHere) return { of: 'prover', isAccepted: false };
    const accepted = known ?? (await acceptances.accept(driven, prover as Agent));
    if (accepted === 'lost') return undefined;
    if (accepted === 'challengers') return { of: 'challengers', isAccepted: false };
    const seeded = await acceptances.completeSeed(accepted);
    if (seeded.seedValue === '') return { of: seeded.seedNonce === '' ? 'block' : 'nonce', isAccepted: true };
    const draw = await draws.draw(driven, seeded);
    const keepSeed = () => db.write((tx) => fixSeed(tx, seeded));
    if (!draw) return (await keepSeed()) === 1 ? { of: 'seats', isAccepted: true } : undefined;
    if (!prover || !isHere) {
      await keepSeed();
      await busy.leave(challenge.id, now());
      return { of: 'prover', isAccepted: true };
    }
    const { entries } = await acceptances.eligible(driven);
    const find = (id: string) => entries.get(id)?.agent;
    const seated = draw.body.seats.flatMap(({ challenger }) => find(challenger.id) ?? []);
    const claimant: Claimant = {
      challengeId: challenge.id,
      proverId: prover.id,
      proofType: proofType.id,
      isSequential: proofType.schedule === 'sequential',
      network: seeded.proverNetwork,
      paid: challenge.fee > 0,
      seats: draw.body.seats.map(({ challenger }) => challenger.id),
    };
    const isBegun =
      (await busy.reserve(claimant, seated, now())) &&
      (await this.#begin(driven, prover, seeded, draw, find)) !== 'taken';
    if (isBegun) {
      await busy.leave(challenge.id, now());
      return undefined;
    }
    await db.write(async (tx) => (await fixSeed(tx, seeded)) === 1 && draw.keep(tx, now()));
    return { of: 'free agents', isAccepted: true };
  }

  /** Writes the seed, the draw, the attempt and its assignments in one transaction. Then sends the tasks. */
  async #begin(
    { challenge, proofType, ask }: Driven,
    prover: Agent,
    seeded: AcceptanceRow,
    draw: Draw,
    find: (id: string) => Agent | undefined,
  ): Promise<'begun' | 'lost' | 'taken'> {
    const { db, now } = this.#options;
    const at = now();
    const challengerIds = draw.body.seats.map((it) => it.challenger.id);
    const endsAt = Math.min(at + attemptWindowMs(proofType, ask), challenge.deadline);
    const firstEndsAt = assignmentEndsAt(proofType, ask, at, challenge.deadline);
    const assignments = this.#assignments(challenge, draw, proofType.schedule, at, { endsAt, firstEndsAt });
    const { proverClaims } = challenge;
    const begun = db.write<'begun' | 'taken'>(async (tx) => {
      // Measurements of bandwidth would disturb each other.
      const about = { proofType: proofType.id, challengeId: challenge.id, proverId: prover.id, challengerIds, now: at };
      if (proofType.schedule === 'sequential' && !(await assignmentStore.areFree(tx, about))) return 'taken';
      const { id, leaseOwner: owner } = challenge;
      const [seedsKept, isDrawKept, started] = await Promise.all([
        fixSeed(tx, seeded),
        draw.keep(tx, at),
        leases.startAttempt(tx, { id, owner, attempt: onlyAttempt, dueAt: firstEndsAt }),
      ]);
      if (seedsKept !== 1 || !isDrawKept || started !== 1) throw new Lost();
      await Promise.all([
        assignmentStore.insertAssignments(tx, assignments),
        // The event does not say who is asked, nor in which order. A prover that knows its next challenger could prepare for it.
        appendEvent(tx, id, at, 'accepted', {
          attempt: onlyAttempt,
          prover: prover.id,
          asked: challengerIds.length,
          until: iso(endsAt),
        }),
        proofType.schedule === 'sequential' && appendEvent(tx, id, at, 'round', { number: 1 }),
      ]);
      return 'begun';
    });
    const outcome = await begun.catch((error: unknown) => {
      if (error instanceof Lost) return 'lost' as const;
      throw error;
    });
    if (outcome === 'begun')
      for (const assignment of assignments) {
        const challenger = find(assignment.challengerId);
        // A challenger that has left gets its task when it connects again.
        if (assignment.state === 'asked' && challenger)
          this.#ask(challenge, { ...prover, claims: proverClaims }, challenger, assignment);
      }
    return outcome;
  }

  /** For sequential proof types, after a round has ended or its time is up: begins the next round. False if there is none. */
  async nextRound({ challenge, proofType, ask }: Driven): Promise<boolean> {
    const { db, now, agents } = this.#options;
    const at = now();
    const assignments = await assignmentStore.listAssignments(db, challenge.id);
    const next = assignments.find((it) => it.state === 'waiting');
    const prover = await agents.find(proofType.id, 'prover', challenge.proverId);
    const challenger = next && (await agents.find(proofType.id, 'challenger', next.challengerId));
    if (!next || !prover || !challenger || at >= challenge.deadline) return false;
    const dueAt = assignmentEndsAt(proofType, ask, at, challenge.deadline);
    const asked = await db.write(async (tx) => {
      if ((await leases.postpone(tx, challenge.id, challenge.leaseOwner, dueAt)) !== 1) return false;
      for (const it of assignments) if (it.state === 'asked') await assignmentStore.closeAssignment(tx, it, 'expired');
      await assignmentStore.askAssignment(tx, next, at, dueAt);
      await appendEvent(tx, challenge.id, at, 'round', { number: next.position + 1 });
      return true;
    });
    if (asked)
      this.#ask(challenge, { ...prover, claims: challenge.proverClaims }, challenger, { ...next, askedAt: at, dueAt });
    return true;
  }

  /** Removes a challenge that ended without a measurement from the waiting list. */
  forget({ id }: Pick<leases.ChallengeRow, 'id'>): Promise<void> {
    return this.#options.busy.leave(id, this.#options.now());
  }

  /** Tells the agents that still measure to stop. */
  cancel({ id, attempt, proofType, proverId }: leases.ChallengeRow, assignments: readonly AssignmentStatus[]): void {
    const message: HubMessage = { type: 'cancel', challenge_id: id, attempt };
    const open = assignments.filter((it) => it.state === 'asked');
    for (const { challengerId } of open)
      this.#options.send({ proofType, role: 'challenger', id: challengerId }, message);
    if (open.length > 0) this.#options.send({ proofType, role: 'prover', id: proverId }, message);
  }

  #assignments(
    { id: challengeId, info }: Pick<leases.ChallengeRow, 'id' | 'info'>,
    { body }: Draw,
    schedule: ProofType['schedule'],
    at: number,
    { endsAt, firstEndsAt }: { endsAt: number; firstEndsAt: number },
  ): assignmentStore.Assignment[] {
    const { random, agents } = this.#options;
    return body.seats.map((seat, position) => {
      const isTurn = schedule === 'parallel' || position === 0;
      const secret = random(40);
      return {
        challengeId,
        attempt: onlyAttempt,
        challengerId: seat.challenger.id,
        position,
        state: isTurn ? 'asked' : 'waiting',
        context: contextOf(agents.identities.service, info, body, seat),
        token: secret.toString('base64url', 0, 24),
        tag: secret.toString('hex', 24),
        askedAt: isTurn ? at : null,
        dueAt: isTurn ? firstEndsAt : endsAt,
        failure: '',
        message: '',
        signature: '',
        receivedAt: null,
      };
    });
  }

  #ask(
    challenge: Pick<leases.ChallengeRow, 'proofType' | 'info'>,
    prover: Agent & { readonly claims: Claims },
    challenger: Agent,
    assignment: assignmentStore.Assignment,
  ): void {
    const { send, now } = this.#options;
    const { challengeId, attempt, context, token, tag, dueAt } = assignment;
    if (!context) return;
    const { proofType, info } = challenge;
    const challengerClaims = challenger.claims;
    this.#options.expect(assignment, { proofType, info, proverId: prover.id, challengerClaims });
    const task: Task = { challengeId, attempt, proofType, info, prover, challenger, context, token, tag, dueAt };
    const wire = wireTask(task, now());
    send(challenger, { type: 'task', role: 'challenger', task: wire, token });
    send(prover, { type: 'task', role: 'prover', task: wire, token });
  }
}
