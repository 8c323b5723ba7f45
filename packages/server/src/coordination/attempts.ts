import type { Ask, Claims, ProofType } from '@trigpoint/proofs';
import type { HubMessage } from '@trigpoint/protocol';
import { assignmentEndsAt, attemptWindowMs } from '../challenge/deadlines.ts';
import { appendEvent } from '../challenge/events.ts';
import * as leases from '../challenge/leases.ts';
import type { Db } from '../db/driver.ts';
import type { Agent, Agents } from '../network/agents.ts';
import * as assignmentStore from './assignment-store.ts';
import type { AssignmentStatus } from './assignments.ts';
import type { Choice, Choices } from './choices.ts';
import { insertAttempt } from './store.ts';
import { type Task, wireTask } from './tasks.ts';

/** A challenge somebody holds the lease of. */
export interface Driven {
  readonly challenge: leases.ChallengeRow;
  readonly proofType: ProofType;
  readonly ask: Ask;
}

export interface AttemptsOptions {
  readonly db: Db;
  readonly now: () => number;
  readonly random: (bytes: number) => Buffer;
  readonly agents: Agents;
  readonly choices: Choices;
  /** Whether the agent is connected to this node; others are told by theirs. */
  readonly send: (
    to: Pick<Agent, 'proofType' | 'role' | 'id'> & Partial<Pick<Agent, 'nodeId'>>,
    message: HubMessage,
  ) => boolean;
}

/** Begins attempts and rounds: first the rows, then the tasks. Who misses a task is given it when it comes back. */
export class Attempts {
  readonly #options: AttemptsOptions;

  constructor(options: AttemptsOptions) {
    this.#options = options;
  }

  /** Tells what is lacking, if anything. */
  async begin(driven: Driven, prover: Agent): Promise<'challengers' | 'free agents' | undefined> {
    const { choices, now } = this.#options;
    const choice = await choices.choose(driven.challenge, driven.proofType, driven.ask, prover, now());
    if (!choice) return 'challengers';
    return (await this.#begin(driven, prover, choice)) === 'taken' ? 'free agents' : undefined;
  }

  /** The choice and its consequences in one transaction. */
  async #begin(
    { challenge, proofType, ask }: Driven,
    prover: Agent,
    choice: Choice,
  ): Promise<'begun' | 'lost' | 'taken'> {
    const { db, now, choices } = this.#options;
    const at = now();
    const { attempt, seed, eligibleHash, leftOut, chosen } = choice;
    const endsAt = Math.min(at + attemptWindowMs(proofType, ask), challenge.deadline);
    const firstEndsAt = assignmentEndsAt(proofType, ask, at, challenge.deadline);
    const assignments = this.#assignments(challenge.id, choice, proofType.schedule, at, { endsAt, firstEndsAt });
    const proverClaims = challenge.proverId === '' ? prover.claims : challenge.proverClaims;
    const challengerIds = chosen.map((it) => it.id);
    const outcome = await db.write(async (tx) => {
      // Measurements of bandwidth would disturb each other.
      const about = { proofType: proofType.id, challengeId: challenge.id, proverId: prover.id, challengerIds, now: at };
      if (proofType.schedule === 'sequential' && !(await assignmentStore.areFree(tx, about))) return 'taken';
      const start = { attempt, proverId: prover.id, proverClaims, dueAt: firstEndsAt };
      const { id, leaseOwner: owner } = challenge;
      if ((await leases.startAttempt(tx, { id, owner, ...start })) !== 1) return 'lost';
      await insertAttempt(tx, { challengeId: id, attempt, seed, eligibleHash, leftOut, startedAt: at, endsAt });
      if (attempt > 1) await assignmentStore.expireAssignments(tx, challenge.id, attempt - 1);
      await choice.keep(tx, at);
      await assignmentStore.insertAssignments(tx, assignments);
      // Not who is asked, nor in which order: whoever knows the next challenger can prepare for it.
      await appendEvent(tx, id, at, 'accepted', { attempt, prover: prover.id, asked: challengerIds.length });
      if (proofType.schedule === 'sequential') await appendEvent(tx, id, at, 'round', { number: 1 });
      return 'begun';
    });
    if (outcome === 'begun') {
      choices.kept(choice);
      for (const [i, assignment] of assignments.entries())
        if (assignment.state === 'asked')
          this.#ask(challenge, { ...prover, claims: proverClaims }, chosen[i] as Agent, assignment);
    }
    return outcome;
  }

  /** Sequential proof types: the running round has ended or run out of time. False where there is no further one. */
  async nextRound({ challenge, proofType, ask }: Driven): Promise<boolean> {
    const { db, now, agents } = this.#options;
    const at = now();
    const all = await assignmentStore.listAssignments(db, challenge.id);
    const assignments = all.filter((it) => it.attempt === challenge.attempt);
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

  /** Whoever is still measuring can stop. */
  cancel({ id, attempt, proofType, proverId }: leases.ChallengeRow, assignments: readonly AssignmentStatus[]): void {
    const message: HubMessage = { type: 'cancel', challenge_id: id, attempt };
    const open = assignments.filter((it) => it.state === 'asked');
    for (const { challengerId } of open)
      this.#options.send({ proofType, role: 'challenger', id: challengerId }, message);
    if (open.length > 0) this.#options.send({ proofType, role: 'prover', id: proverId }, message);
  }

  #assignments(
    challengeId: string,
    choice: Choice,
    schedule: ProofType['schedule'],
    at: number,
    { endsAt, firstEndsAt }: { endsAt: number; firstEndsAt: number },
  ): assignmentStore.Assignment[] {
    const { random } = this.#options;
    return choice.chosen.map(({ id }, position) => {
      const isTurn = schedule === 'parallel' || position === 0;
      const secret = random(40);
      return {
        challengeId,
        attempt: choice.attempt,
        challengerId: id,
        position,
        state: isTurn ? 'asked' : 'waiting',
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
    const { challengeId, attempt, token, tag, dueAt } = assignment;
    const { proofType, info } = challenge;
    const task: Task = { challengeId, attempt, proofType, info, prover, challenger, token, tag, dueAt };
    const wire = wireTask(task, now());
    send(challenger, { type: 'task', role: 'challenger', task: wire, token });
    send(prover, { type: 'task', role: 'prover', task: wire, token });
  }
}
