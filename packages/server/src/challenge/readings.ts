import { randomUUID, timingSafeEqual } from 'node:crypto';
import { counterSignedOf, type ProofType } from '@trigpoint/proofs';
import { type AgentMessageOf, type HubMessageOf, parseReading, ReadingTextError } from '@trigpoint/protocol';
import { Compile, type Validator } from 'typebox/compile';
import type { Db, Tx } from '../db/driver.ts';
import type { Agent } from '../network/store.ts';
import * as assignments from './assignment-store.ts';
import { appendEvent } from './events.ts';
import * as store from './store.ts';

/** Why a reading was not taken: code → what its owner is told. Kept in the transcript and on the agent's page. */
export const refusalReasons = {
  unknown_challenge: 'There is no such challenge.',
  not_assigned: 'This challenger was not asked in this attempt.',
  wrong_token: 'The token is not the one that came with the task.',
  malformed: 'The text is not a reading.',
  about_something_else: 'The text names another challenge, attempt, prover, challenger or proof type.',
  bad_series: 'The series is not one of this proof type.',
  bad_signature: "The signature is not the challenger's over exactly this text.",
  bad_counter_signature: 'The prover did not sign for this measurement.',
  already_recorded: 'Another reading of this challenger was recorded before.',
  late: 'The reading came after its time.',
} as const;

export type RefusalCode = keyof typeof refusalReasons;

/** A straggler's time once enough others have answered. */
export const stragglerMs = 3_000;
/** Refusals kept per agent and challenge; more of the same tell nobody anything. */
const maxRefusals = 10;

export interface ReadingsOptions {
  readonly db: Db;
  readonly now: () => number;
  readonly proofType: (id: string) => ProofType;
  readonly checkSignature: (agent: Agent, text: string, signature: string) => Promise<boolean>;
  readonly findProver: (proofType: string, id: string) => Promise<Agent | undefined>;
  /** Called after the commit, when the challenge may be ready for its coordinator. */
  readonly recorded: (challengeId: string) => void;
}

type Message = AgentMessageOf<'reading'>;

const equal = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** Takes readings in: only from the challenger that was asked, once, in time, and signed over exactly what is stored. */
export class Readings {
  readonly #options: ReadingsOptions;
  readonly #series = new Map<string, Validator>();

  constructor(options: ReadingsOptions) {
    this.#options = options;
  }

  async record(agent: Agent, message: Message): Promise<HubMessageOf<'recorded'>> {
    const { db, now, recorded } = this.#options;
    const problem = await this.#check(agent, message);
    const code = problem ?? (await db.write((tx) => this.#take(tx, agent, message, now())));
    if (code === 'accepted' || code === 'repeated') {
      recorded(message.challenge_id);
      return answer(message, true, 'accepted', 'Recorded.');
    }
    await db.write((tx) => this.#refuse(tx, agent, message, code));
    return answer(message, false, code, refusalReasons[code]);
  }

  /** What can be checked without a lock. */
  async #check(agent: Agent, message: Message): Promise<RefusalCode | undefined> {
    const { db } = this.#options;
    const challenge = await store.findChallenge(db, message.challenge_id);
    if (!challenge) return 'unknown_challenge';
    const assignment = await assignments.findAssignment(db, challenge.id, message.attempt, agent.id);
    if (!assignment || agent.role !== 'challenger' || agent.proofType !== challenge.proofType) return 'not_assigned';
    if (!equal(assignment.token, message.token)) return 'wrong_token';
    let counter: ReturnType<typeof counterSignedOf>;
    try {
      const says = parseReading(message.message);
      const fits =
        says.challenge_id === challenge.id &&
        says.attempt === message.attempt &&
        says.prover === challenge.proverId &&
        says.challenger === agent.id &&
        says.proof_type === challenge.proofType;
      if (!fits) return 'about_something_else';
      if (says.series !== undefined && !this.#validator(challenge.proofType).Check(says.series)) return 'bad_series';
      counter = counterSignedOf(this.#options.proofType(challenge.proofType), says);
    } catch (error) {
      if (error instanceof ReadingTextError) return 'malformed';
      throw error;
    }
    const { checkSignature, findProver } = this.#options;
    if (!(await checkSignature(agent, message.message, message.signature))) return 'bad_signature';
    if (!counter) return undefined;
    const prover = await findProver(challenge.proofType, challenge.proverId);
    return prover && (await checkSignature(prover, counter.text, counter.signature))
      ? undefined
      : 'bad_counter_signature';
  }

  async #take(tx: Tx, agent: Agent, message: Message, at: number): Promise<RefusalCode | 'accepted' | 'repeated'> {
    const challenge = await store.lockChallenge(tx, message.challenge_id);
    const all = challenge ? await assignments.listAssignments(tx, challenge.id, message.attempt) : [];
    const assignment = all.find((it) => it.challengerId === agent.id);
    if (!challenge || !assignment) return 'not_assigned';
    if (assignment.state === 'read') return assignment.message === message.message ? 'repeated' : 'already_recorded';
    if (assignment.state !== 'asked' || challenge.attempt !== message.attempt || challenge.dueAt === null)
      return 'late';
    if (at > (assignment.dueAt ?? 0)) return 'late';
    await assignments.recordReading(tx, assignment, message.message, message.signature, at);
    const failed = parseReading(message.message).failure;
    await appendEvent(tx, challenge.id, at, 'reading', { challenger: agent.id, failure: failed?.failure ?? null });
    await store.hasten(tx, challenge.id, dueAfter(this.#options.proofType(challenge.proofType), challenge, all, at, 1));
    return 'accepted';
  }

  async #refuse(tx: Tx, agent: Agent, message: Message, code: RefusalCode): Promise<void> {
    const known = await tx.get('SELECT COUNT(*) AS n FROM refusal WHERE challenge_id = ? AND agent_id = ?', [
      message.challenge_id,
      agent.id,
    ]);
    if (Number(known?.n) >= maxRefusals) return;
    await assignments.insertRefusal(tx, {
      id: randomUUID(),
      challengeId: message.challenge_id,
      attempt: message.attempt,
      agentId: agent.id,
      code,
      reason: refusalReasons[code],
      at: this.#options.now(),
    });
  }

  #validator(proofType: string): Validator {
    let validator = this.#series.get(proofType);
    if (!validator) {
      validator = Compile(this.#options.proofType(proofType).series);
      this.#series.set(proofType, validator);
    }
    return validator;
  }
}

/** When the coordinator should look again, now that one more part (`before` shows the state before it) has ended. */
export const dueAfter = (
  proofType: ProofType,
  challenge: Pick<store.ChallengeRow, 'info'>,
  before: readonly assignments.Assignment[],
  at: number,
  gained: 0 | 1,
): number => {
  const stillAsked = before.filter((it) => it.state === 'asked').length - 1;
  if (proofType.schedule === 'sequential' || stillAsked <= 0) return at;
  const { tolerance } = proofType.decode(challenge.info);
  const read = before.filter((it) => it.state === 'read').length + gained;
  return read >= before.length - tolerance ? at + stragglerMs : Number.MAX_SAFE_INTEGER;
};

const answer = (message: Message, accepted: boolean, code: string, text: string): HubMessageOf<'recorded'> => ({
  type: 'recorded',
  challenge_id: message.challenge_id,
  attempt: message.attempt,
  accepted,
  code,
  message: text,
});
