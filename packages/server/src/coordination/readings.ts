import { timingSafeEqual } from 'node:crypto';
import { contextHash, counterSignedOf, type ProofType, type Signatory } from '@trigpoint/proofs';
import {
  type AgentMessageOf,
  type HubMessageOf,
  parseReading,
  type ReadingText,
  ReadingTextError,
} from '@trigpoint/protocol';
import { Compile, type Validator } from '@trigpoint/schema';
import { appendEvent } from '../challenge/events.ts';
import * as leases from '../challenge/leases.ts';
import type { Db, Tx } from '../db/driver.ts';
import { signatoryOf } from '../network/addresses.ts';
import type { Speaker } from '../network/hub.ts';
import * as assignmentStore from './assignment-store.ts';
import { type RefusalCode, type Refusals, refusalReasons } from './refusals.ts';

/** A straggler's time once enough others have answered. */
export const stragglerMs = 7_000;

export interface ReadingsOptions {
  readonly db: Db;
  readonly now: () => number;
  readonly proofType: (id: string) => ProofType;
  readonly checkSignature: (signatory: Signatory, text: string, signature: string) => Promise<boolean>;
  readonly refusals: Refusals;
  /** Called after the commit; `due` says that the challenge waits for its coordinator now. */
  readonly recorded: (challengeId: string, due: boolean) => void;
  /** How each reading fared, for figures. */
  readonly outcome?: (code: RefusalCode | 'accepted' | 'repeated') => void;
}

type Message = AgentMessageOf<'reading'>;
type Checked = { readonly refused: RefusalCode } | { readonly says: ReadingText };
type Taken = { readonly refused: RefusalCode } | { readonly taken: 'accepted' | 'repeated'; readonly due: boolean };

const equal = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** Takes readings in: only from the challenger that was asked, once, in time, and signed over exactly what is stored. */
export class Readings {
  readonly #options: ReadingsOptions;
  readonly #series = new Map<string, Validator>();

  constructor(options: ReadingsOptions) {
    this.#options = options;
  }

  async record(agent: Speaker, message: Message): Promise<HubMessageOf<'recorded'>> {
    const { db, now, recorded, refusals, outcome } = this.#options;
    const checked = await this.#check(agent, message);
    const taken: Taken =
      'refused' in checked ? checked : await db.write((tx) => this.#take(tx, agent, message, checked.says, now()));
    if ('taken' in taken) {
      outcome?.(taken.taken);
      recorded(message.challenge_id, taken.due);
      return answer(message, true, 'accepted', 'Recorded.');
    }
    outcome?.(taken.refused);
    await refusals.keep(agent.id, message, taken.refused);
    return answer(message, false, taken.refused, refusalReasons[taken.refused]);
  }

  /** What can be checked without a lock. */
  async #check(agent: Speaker, message: Message): Promise<Checked> {
    const { db, proofType, checkSignature } = this.#options;
    const terms = await assignmentStore.findTerms(db, message.challenge_id, message.attempt, agent.id);
    if (!terms) return { refused: 'unknown_challenge' };
    if (terms.token === undefined || agent.role !== 'challenger' || agent.proofType !== terms.proofType)
      return { refused: 'not_assigned' };
    if (!equal(terms.token, message.token)) return { refused: 'wrong_token' };
    let says: ReadingText;
    try {
      says = parseReading(message.message);
    } catch (error) {
      if (error instanceof ReadingTextError) return { refused: 'malformed' };
      throw error;
    }
    const fits =
      says.challenge_id === message.challenge_id &&
      says.attempt === message.attempt &&
      says.prover === terms.proverId &&
      says.challenger === agent.id &&
      says.proof_type === terms.proofType &&
      terms.context !== undefined &&
      says.context !== undefined &&
      contextHash(says.context) === contextHash(terms.context);
    if (!fits) return { refused: 'about_something_else' };
    if (says.series !== undefined && !this.#validator(terms.proofType).Check(says.series))
      return { refused: 'bad_series' };
    const challenger = { id: agent.id, key_type: agent.keyType, public_key: agent.publicKey };
    if (!(await checkSignature(challenger, message.message, message.signature))) return { refused: 'bad_signature' };
    const counter = counterSignedOf(proofType(terms.proofType), says);
    const prover = signatoryOf(terms.proverId);
    if (counter && !(prover && (await checkSignature(prover, counter.text, counter.signature))))
      return { refused: 'bad_counter_signature' };
    return { says };
  }

  async #take(tx: Tx, agent: Speaker, message: Message, says: ReadingText, at: number): Promise<Taken> {
    const { challenge_id: challengeId, attempt, message: text, signature } = message;
    const assignment = { challengeId, attempt, challengerId: agent.id };
    const failure = says.failure?.failure ?? '';
    const challenge = await leases.lockChallenge(tx, challengeId);
    const isOpen = challenge?.attempt === attempt && challenge.dueAt !== null;
    const reading = { ...assignment, message: text, signature, failure };
    if (!isOpen || (await assignmentStore.recordReading(tx, reading, at)) !== 1)
      return whyNotTaken(tx, assignment, text);
    const counts = await this.#count(tx, challenge);
    // Anybody may watch, a late liar too: whose reading it is and what it says stays secret until the end.
    await appendEvent(tx, challengeId, at, 'reading', { answered: counts.answered });
    return { taken: 'accepted', due: await this.#hasten(tx, challenge, counts, at) };
  }

  /** Brings the coordinator's next look forward where an assignment has just ended; tells whether it is due at once. */
  async hasten(
    tx: Tx,
    challenge: Pick<leases.Standing, 'id' | 'proofType' | 'info' | 'attempt'>,
    at: number,
  ): Promise<boolean> {
    return this.#hasten(tx, challenge, await this.#count(tx, challenge), at);
  }

  #count(tx: Tx, { id, proofType, info }: Pick<leases.Standing, 'id' | 'proofType' | 'info'>) {
    return assignmentStore.countAssignments(tx, id, this.#options.proofType(proofType).decode(info).challengers);
  }

  async #hasten(
    tx: Tx,
    challenge: Pick<leases.Standing, 'id' | 'proofType' | 'info'>,
    counts: assignmentStore.AssignmentCounts,
    at: number,
  ): Promise<boolean> {
    const proofType = this.#options.proofType(challenge.proofType);
    const { challengers, tolerance } = proofType.decode(challenge.info);
    const dueAt = dueAfter(proofType, challengers - tolerance, counts, at);
    if (dueAt === undefined) return false;
    await leases.hasten(tx, challenge.id, dueAt);
    return dueAt <= at;
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

/** When the coordinator should look again, now that one more assignment has ended; undefined for no change. */
const dueAfter = (
  proofType: Pick<ProofType, 'schedule'>,
  needed: number,
  assignments: assignmentStore.AssignmentCounts,
  at: number,
): number | undefined => {
  if (proofType.schedule === 'sequential' || assignments.asked === 0) return at;
  return assignments.good >= needed ? at + stragglerMs : undefined;
};

/** The same reading again is no news; anything else comes too often or too late. */
const whyNotTaken = async (
  tx: Tx,
  { challengeId, attempt, challengerId }: Pick<assignmentStore.Assignment, 'challengeId' | 'attempt' | 'challengerId'>,
  text: string,
): Promise<Taken> => {
  const known = await assignmentStore.findAssignment(tx, challengeId, attempt, challengerId);
  if (!known) return { refused: 'not_assigned' };
  if (known.state !== 'read') return { refused: 'late' };
  return known.message === text ? { taken: 'repeated', due: false } : { refused: 'already_recorded' };
};

const answer = (message: Message, accepted: boolean, code: string, text: string): HubMessageOf<'recorded'> => ({
  type: 'recorded',
  challenge_id: message.challenge_id,
  attempt: message.attempt,
  accepted,
  code,
  message: text,
});
