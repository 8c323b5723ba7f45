import { timingSafeEqual } from 'node:crypto';
import { type CheckSignature, checkReading, type ProofType } from '@trigpoint/proofs';
import type { AgentMessageOf, HubMessageOf, ReadingText } from '@trigpoint/protocol';
import { Compile, type Validator } from '@trigpoint/schema';
import { hasten, type Standing } from '../challenge/leases.ts';
import type { Db, Tx } from '../db/driver.ts';
import { signatoryOf } from '../network/addresses.ts';
import type { Speaker } from '../network/hub.ts';
import * as assignmentStore from './assignment-store.ts';
import { dueAfter, ReadingIntake, type Taken } from './reading-intake.ts';
import { type RefusalCode, type Refusals, refusalReasons } from './refusals.ts';

/** How many tasks that this node gave out, and that have no reading yet, are remembered. */
const mostExpected = 50_000;

export interface ReadingsOptions {
  readonly db: Db;
  readonly now: () => number;
  readonly proofType: (id: string) => ProofType;
  readonly checkSignature: CheckSignature;
  readonly refusals: Refusals;
  /** Called after the commit. `due` says that the challenge is due now. */
  readonly recorded: (challengeId: string, due: boolean) => void;
  /** Called after the commit of a reading that may decide a challenge before everybody has answered. */
  readonly mayDecide: (challengeId: string) => void;
  /** Told what became of each reading, for the metrics. */
  readonly outcome?: (code: RefusalCode | 'accepted' | 'repeated') => void;
}

type Message = AgentMessageOf<'reading'>;
type Checked =
  | { readonly refused: RefusalCode }
  | { readonly says: ReadingText; readonly terms: assignmentStore.AssignmentTerms };

const keyOf = (challengeId: string, attempt: number, challengerId: string) =>
  `${challengeId} ${attempt} ${challengerId}`;

const equal = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** Takes readings in: only from the challenger that was asked, once, in time, and signed over exactly what is stored. */
export class Readings {
  readonly #options: ReadingsOptions;
  readonly #series = new Map<string, Validator>();
  readonly #expected = new Map<string, assignmentStore.AssignmentTerms>();
  readonly #intake: ReadingIntake;

  constructor(options: ReadingsOptions) {
    this.#options = options;
    this.#intake = new ReadingIntake(options);
  }

  /** Called when this node gives out a task. What its reading is checked against is remembered and need not be read later. */
  expect(
    { challengeId, attempt, challengerId, token, context }: assignmentStore.Assignment,
    of: Omit<assignmentStore.AssignmentTerms, 'token' | 'context'>,
  ): void {
    const [oldest] = this.#expected.size < mostExpected ? [] : this.#expected.keys();
    if (oldest !== undefined) this.#expected.delete(oldest);
    this.#expected.set(keyOf(challengeId, attempt, challengerId), { ...of, token, context });
  }

  async record(agent: Speaker, message: Message): Promise<HubMessageOf<'recorded'>> {
    const { recorded, refusals, outcome } = this.#options;
    const checked = await this.#check(agent, message);
    const taken = 'refused' in checked ? checked : await this.#take(agent, message, checked);
    if ('taken' in taken) {
      this.#expected.delete(keyOf(message.challenge_id, message.attempt, agent.id));
      outcome?.(taken.taken);
      recorded(message.challenge_id, taken.due);
      if (!taken.due && 'says' in checked && this.#mayDecide(checked)) this.#options.mayDecide(message.challenge_id);
      return answer(message, true, 'accepted', 'Recorded.');
    }
    outcome?.(taken.refused);
    await refusals.keep(agent.id, message, taken.refused);
    return answer(message, false, taken.refused, refusalReasons[taken.refused]);
  }

  /** What can be checked without a lock. */
  async #check(agent: Speaker, message: Message): Promise<Checked> {
    const { db, proofType, checkSignature } = this.#options;
    const { challenge_id: id, attempt } = message;
    const expected = this.#expected.get(keyOf(id, attempt, agent.id));
    const terms = expected ?? (await assignmentStore.findTerms(db, id, attempt, agent.id));
    if (!terms) return { refused: 'unknown_challenge' };
    if (terms.token === undefined || agent.role !== 'challenger' || agent.proofType !== terms.proofType)
      return { refused: 'not_assigned' };
    if (!equal(terms.token, message.token)) return { refused: 'wrong_token' };
    const type = proofType(terms.proofType);
    const says = await checkReading(
      type,
      (series) => this.#validator(type).Check(series),
      message,
      {
        challengeId: id,
        attempt,
        prover: signatoryOf(terms.proverId),
        challenger: { id: agent.id, key_type: agent.keyType, public_key: agent.publicKey },
        context: terms.context,
      },
      checkSignature,
    );
    if ('refused' in says) return says;
    return { says, terms };
  }

  #mayDecide({ says: { series }, terms }: Exclude<Checked, { readonly refused: RefusalCode }>): boolean {
    const type = this.#options.proofType(terms.proofType);
    if (!type.settling?.mayDecide || series === undefined || !terms.challengerClaims) return false;
    return type.settling.mayDecide(type.decode(terms.info), terms.challengerClaims, series);
  }

  #take(
    agent: Speaker,
    { challenge_id: challengeId, attempt, message, signature }: Message,
    { says, terms: { proofType, info } }: Exclude<Checked, { readonly refused: RefusalCode }>,
  ): Promise<Taken> {
    const failure = says.failure?.failure ?? '';
    const reading = { challengeId, attempt, challengerId: agent.id, message, signature, failure };
    return this.#intake.take({ ...reading, proofType, info });
  }

  /** Makes the challenge due earlier, if an assignment that has ended allows it. Returns whether it is due at once. */
  async hasten(
    tx: Tx,
    challenge: Pick<Standing, 'id' | 'proofType' | 'info' | 'attempt'>,
    at: number,
  ): Promise<boolean> {
    const proofType = this.#options.proofType(challenge.proofType);
    const ask = proofType.decode(challenge.info);
    const counts = await assignmentStore.countAssignments(tx, [challenge.id], ask.challengers);
    const dueAt = dueAfter(proofType, ask, counts.get(challenge.id), at);
    if (dueAt === undefined) return false;
    await hasten(tx, challenge.id, dueAt);
    return dueAt <= at;
  }

  #validator({ id, series }: ProofType): Validator {
    const validator = this.#series.get(id) ?? Compile(series);
    this.#series.set(id, validator);
    return validator;
  }
}

const answer = (message: Message, accepted: boolean, code: string, text: string): HubMessageOf<'recorded'> => ({
  type: 'recorded',
  challenge_id: message.challenge_id,
  attempt: message.attempt,
  accepted,
  code,
  message: text,
});
