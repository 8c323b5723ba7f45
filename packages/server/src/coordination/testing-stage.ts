import { randomBytes } from 'node:crypto';
import {
  askHash,
  type CheckSignature,
  type Claims,
  checkEvidence,
  counterSignedOf,
  type Evidence,
  encodePolAsk,
  isSettled,
  judgeTranscript,
  knownClaims,
  type PolAsk,
  type ProofType,
  pol,
  type Reading,
  type Verdict,
} from '@trigpoint/proofs';
import {
  type AgentMessageOf,
  type Consent,
  composeReading,
  consent,
  type HubMessageOf,
  type ReadingText,
} from '@trigpoint/protocol';
import { verifySignature } from '@trigpoint/protocol/node';
import { Type } from '@trigpoint/schema';
import { pino } from 'pino';
import { DirectRequests } from '../challenge/direct-requests.ts';
import * as store from '../challenge/store.ts';
import type { Db } from '../db/driver.ts';
import { userAccount } from '../ledger/accounts.ts';
import { balance } from '../ledger/transfers.ts';
import { SteppedLog } from '../log/stepped-log.ts';
import { Agents } from '../network/agents.ts';
import type { Speaker } from '../network/hub.ts';
import { Identities } from '../network/identities.ts';
import { helloFor, sessionKey, solanaKey, type TestKey } from '../testing.ts';
import { readEvidence } from '../verdict/evidence.ts';
import { type ChallengeRooms, type ChallengeRoomsOptions, openChallengeRooms } from '../wiring/challenge-rooms.ts';
import { listAssignments } from './assignment-store.ts';

type Task = HubMessageOf<'task'>;
type Recorded = HubMessageOf<'recorded'>;

const onesOf = (readings: readonly Reading[]): number =>
  readings.filter(({ series }) => (series as { value?: number }).value === 1).length;

/** The smallest proof type: challengers report a number, the majority decides. */
const toyType = (schedule: ProofType['schedule']): ProofType => ({
  ...pol,
  id: schedule,
  attributeId: `${schedule}-v1`,
  challengersClaim: [],
  schedule,
  attemptMs: (ask) => (schedule === 'sequential' ? 10_000 * ask.challengers : 10_000),
  seats: ({ challengers: near }) => ({ near, lookouts: 0, claim: undefined, poolFactor: 1 }),
  series: Type.Object({ value: Type.Integer() }),
  counterSigned: undefined as never,
  settling: undefined as never,
  judge: ({ readings }): Verdict => {
    const ones = onesOf(readings);
    const verified = readings.length === 0 ? 'inconclusive' : ones * 2 > readings.length ? 'true' : 'false';
    return { verified, reason: `${ones} of ${readings.length}`, result: { ones: String(ones) }, detail: { ones } };
  },
});

/** The same, and it waits for nobody once more than half of those asked say 1. */
const hastyType = (schedule: ProofType['schedule']): ProofType => ({
  ...toyType(schedule),
  id: `hasty-${schedule}`,
  settling: {
    least: (asked) => Math.ceil(asked / 2),
    isSettled: ({ readings, asked }) => 2 * onesOf(readings) > asked,
    mayDecide: () => true,
  },
});

const types = new Map<string, ProofType>([
  ['parallel', toyType('parallel')],
  ['sequential', toyType('sequential')],
  ['hasty-parallel', hastyType('parallel')],
  ['hasty-sequential', hastyType('sequential')],
  ['pol', pol],
  ['patient-pol', { ...pol, id: 'patient-pol', attributeId: 'patient-pol', settling: undefined as never }],
]);

const stranger = `0x${'22'.repeat(20)}`;
const service = 'ab'.repeat(32);
const onChain = { service, chain_id: 31_337, contract: `0x${'44'.repeat(20)}` };
const withoutChain = { service, chain_id: 0, contract: 'none' };
const checkSignature: CheckSignature = async (it, text, signature) =>
  verifySignature(it.key_type, it.public_key, text, signature);

export interface Actor extends Speaker {
  /** Hash of what it signed when it arrived. */
  readonly description: string;
  readonly key: TestKey;
  readonly chainAddress: string;
}

interface Arriving {
  readonly key?: TestKey;
  readonly claims?: Claims;
  readonly capacity?: number;
  readonly wallet?: string;
  readonly owner?: TestKey;
  /** Where a challenger is reached. */
  readonly address?: string;
}

interface Asking extends Partial<Omit<PolAsk, 'prover'>> {
  readonly fee?: number;
  readonly payer?: string;
  readonly consents?: boolean;
  readonly expiresInMs?: number;
}

export interface ReadOptions {
  readonly value?: number;
  readonly series?: Record<string, unknown>;
  readonly failure?: ReadingText['failure'];
  /** Changes what is said inside the text before it is signed. */
  readonly says?: Partial<ReadingText>;
  /** Changes the message around it afterwards. */
  readonly change?: Partial<AgentMessageOf<'reading'>>;
  readonly signedBy?: TestKey;
}

/** Coordinator, readings and endings on a real database, under a clock that moves when told to. Agents act as tests say. */
export class Stage {
  now = 1_800_000_000_000;
  /** Of direct requests. */
  fee = 0;
  readonly db: Db;
  readonly sent: { to: Pick<Speaker, 'role' | 'id'>; message: Parameters<ChallengeRoomsOptions['send']>[1] }[] = [];
  readonly service;
  readonly #changes: Partial<ChallengeRoomsOptions>;
  #submitted = 0;
  #nodes = 0;
  agents!: Agents;
  seeds!: SteppedLog['seeds'];
  rooms!: ChallengeRooms;
  direct!: DirectRequests;

  constructor(db: Db, changes: Partial<ChallengeRoomsOptions> = {}) {
    this.db = db;
    this.#changes = changes;
    this.service = this.#hasBlocks ? onChain : withoutChain;
  }

  get #hasBlocks(): boolean {
    return !('seedBlocks' in this.#changes) || this.#changes.seedBlocks !== undefined;
  }

  /** Another process on the same database; the one before is left as it stands. */
  async open(): Promise<this> {
    const { db, service } = this;
    const now = () => this.now;
    const nodeId = `node${++this.#nodes}`;
    const identities = new Identities({ service, now, proofType: this.proofType, checkSignature });
    this.agents = new Agents({ db, now, random: randomBytes, nodeId, development: true, identities });
    await this.agents.nodes.begin(false);
    const publicLog = await SteppedLog.open(db, now);
    this.seeds = publicLog.seeds;
    this.rooms = openChallengeRooms({
      db,
      now,
      random: randomBytes,
      log: pino({ level: 'silent' }),
      agents: this.agents,
      proofType: this.proofType,
      judge: {
        judge: async (it) => judgeTranscript(this.proofType(it.proofType), it.transcript, it.calibration),
        isSettled: async (it) => isSettled(this.proofType(it.proofType), it.transcript, it.calibration),
      },
      calibration: async () => ({ hash: null, data: null }),
      reward: 1_000_000,
      budget: { total: 1e15, campaigns: 1e15, each: 1e15 },
      checkSignature,
      send: (to, message) => {
        this.sent.push({ to: { role: to.role, id: to.id }, message });
        return true;
      },
      stillOnChain: async () => true,
      publicLog,
      seeds: publicLog.seeds,
      // The next block is always there when somebody asks for it.
      seedBlocks: { upcoming: async () => 2, confirmedHash: async (number) => `0x${String(number).padStart(64, '0')}` },
      confirmations: 0,
      // Requests of tests have no blocks that a tree could be before.
      head: async () => null,
      ...this.#changes,
    });
    this.direct = new DirectRequests({
      ...{ db, now, random: randomBytes, service, fee: this.fee, checkSignature },
      hasBlocks: this.#hasBlocks,
      findProver: (id, address, isIPv6) => this.agents.findProver(id, address, isIPv6),
      settings: () => ({}),
      takenIn: () => {},
      logSize: () => publicLog.size(),
      due: (id) => this.rooms.recorded(id, true),
    });
    return this;
  }

  proofType = (id: string): ProofType => types.get(id) as ProofType;

  async arrive(
    role: 'prover' | 'challenger',
    proofType = 'parallel',
    { key = solanaKey(), claims = {}, capacity = 16, wallet, owner, address }: Arriving = {},
  ): Promise<Actor> {
    const session = {
      ...{ tokenHash: '', publicId: '', projectName: '', projectPublicKey: '', createdAt: 0, usedAt: 0, expiresAt: 0 },
      ...{ ...sessionKey(key), role, proofType, claims },
      walletPublicKey: wallet === undefined ? {} : { solana: wallet },
    };
    const greeting = this.agents.identities.greet(session, '127.0.0.1');
    const hello = await helloFor(greeting, key, {
      ...{ role, proofType, capacity, owner, now: this.now },
      ...(address === undefined ? {} : { udp: { address, port: 9 } }),
      claims: knownClaims(this.proofType(proofType), claims),
    });
    return { ...(await this.agents.arrive(session, '127.0.0.1', hello)), key };
  }

  #askOf({ chainAddress }: Pick<Actor, 'chainAddress'>, about: Partial<Omit<PolAsk, 'prover'>> = {}): PolAsk {
    return {
      ...{ proverRegistry: `0x${'11'.repeat(20)}`, prover: chainAddress as `0x${string}`, isIPv6: false },
      ...{ challengers: 3, tolerance: 1, latitude: 0, longitude: 0 },
      ...about,
    };
  }

  infoOf(prover: Pick<Actor, 'chainAddress'>): `0x${string}` {
    return encodePolAsk(this.#askOf(prover));
  }

  /** A challenge as challenge-request-dcl leaves it; its prover consents at once, unless told otherwise. */
  async submit(
    prover: Pick<Actor, 'chainAddress'> | Actor,
    proofType = 'parallel',
    { fee = 0, payer = stranger, consents = true, expiresInMs = 600_000, ...about }: Asking = {},
  ): Promise<string> {
    const id = String(++this.#submitted);
    const ask = this.#askOf(prover, about);
    await this.db.write((tx) =>
      store.insertChallenge(tx, {
        ...{ id, proofType, payer, fee, relayedBy: '', info: encodePolAsk(ask), proverAddress: ask.prover },
        ...{ blockNumber: 1, blockHash: `0x${'33'.repeat(32)}`, proverId: '', proverClaims: {}, settings: {} },
        ...{ submittedAt: this.now, expiresAt: this.now + expiresInMs, dueAt: this.now },
      }),
    );
    if (consents && 'key' in prover) await this.consent(prover, id);
    return id;
  }

  /** A challenge after its first step: who was drawn is asked. */
  async begin(...given: Parameters<Stage['submit']>): Promise<string> {
    const id = await this.submit(...given);
    await this.tick();
    return id;
  }

  /** The prover's consent, as it would sign it, with what `says` changes. */
  async consent(prover: Actor, id: string, says: Partial<Consent> = {}, signedBy = prover.key): Promise<void> {
    const { info } = await this.challenge(id);
    const text = consent.compose({
      ...this.service,
      challenge_id: id,
      ask_hash: askHash(info),
      description_hash: prover.description,
      ...says,
    });
    const signature = await signedBy.sign(text);
    await this.rooms.inbox.receive(prover, { type: 'consent', challenge_id: id, text, signature });
  }

  tick(): Promise<number> {
    return this.rooms.coordinator.queue.tick();
  }

  /** Lets time pass, then drives what is due. */
  async pass(ms: number): Promise<number> {
    this.now += ms;
    return this.tick();
  }

  async challenge(id: string): Promise<store.ChallengeRow> {
    const found = await store.findChallenge(this.db, id);
    if (!found) throw new Error(`There is no challenge ${id}`);
    return found;
  }

  async state(id: string): Promise<string> {
    return (await this.challenge(id)).state;
  }

  async states(id: string): Promise<string[]> {
    const { attempt } = await this.challenge(id);
    return (await listAssignments(this.db, id)).filter((it) => it.attempt === attempt).map((it) => it.state);
  }

  /** The newest task an agent was sent. */
  task(agent: Pick<Speaker, 'role' | 'id'>): Task | undefined {
    return this.sent
      .filter(({ to, message }) => message.type === 'task' && to.id === agent.id && to.role === agent.role)
      .map(({ message }) => message as Task)
      .at(-1);
  }

  /** The same, of an agent that must have one. */
  given = (agent: Actor): Task => {
    const task = this.task(agent);
    if (!task) throw new Error(`${agent.id} was not asked`);
    return task;
  };

  asked = (who: readonly Actor[]): Actor[] => who.filter((it) => this.task(it));

  /** Each says 1. */
  answer = (who: readonly Actor[]): Promise<Recorded[]> => Promise.all(who.map((it) => this.read(it, this.given(it))));

  /** Those of them who were asked say 1. */
  answerAsked = (who: readonly Actor[]): Promise<Recorded[]> => this.answer(this.asked(who));

  earned = async (it: Actor): Promise<number> => Number(await balance(this.db, userAccount(it.keyType, it.publicKey)));

  async read(
    agent: Actor,
    { task, token }: Pick<Task, 'task' | 'token'>,
    options: ReadOptions = {},
  ): Promise<Recorded> {
    const { value = 1, failure, says, change, signedBy = agent.key, series = { value } } = options;
    const at = new Date(this.now).toISOString();
    const { context, challenge_id, attempt, proof_type } = task;
    const message = composeReading({
      ...{ context, challenge_id, attempt, prover: task.prover.id, challenger: agent.id, proof_type },
      ...(failure ? { failure } : { series }),
      ...{ started_at: at, ended_at: at, prover_counter_signature: null, ...says },
    });
    const signature = await signedBy.sign(message);
    const reading = { type: 'reading' as const, challenge_id, attempt, token, message, signature, ...change };
    return (await this.rooms.inbox.receive(agent, reading)) as Recorded;
  }

  /** A measurement of location as both ends would have signed it. */
  async polSeries(prover: Actor, { task }: Pick<Task, 'task'>, rttUs: number): Promise<Record<string, unknown>> {
    const series = {
      rtts_us: Array.from({ length: 24 }, (_, i) => rttUs + i),
      starved: [],
      lost: 0,
      transcript: randomBytes(32).toString('hex'),
      prover_counter_signature: '',
    };
    const says = { ...task, prover: task.prover.id, challenger: task.challenger.id, series };
    const counter = counterSignedOf(this.proofType('pol'), says as never);
    return { ...series, prover_counter_signature: await prover.key.sign(counter?.text ?? '') };
  }

  async evidence(id: string): Promise<Evidence> {
    const found = await readEvidence(this.db, await this.challenge(id), async () => null);
    if (!found) throw new Error(`Challenge ${id} has not ended`);
    return found;
  }

  check(evidence: Evidence): Promise<string[]> {
    return checkEvidence(this.proofType(evidence.transcript.proof_type), evidence, checkSignature);
  }
}

/** What an agent that arrives says of its place, and something that no proof type knows. */
export const place = (latitude: number, longitude: number) => ({
  claims: { latitude: String(latitude), longitude: String(longitude), made_up: 'x' },
});

/** Who is on a stage. */
export interface Cast {
  readonly db: Db;
  readonly stage: Stage;
  readonly prover: Actor;
  readonly challengers: Actor[];
}

/** A stage with a prover and challengers: so many, or one for each of these. */
export const openCast = async (
  db: Db,
  who: number | readonly Arriving[],
  proofType = 'parallel',
  changes: Partial<ChallengeRoomsOptions> = {},
): Promise<Cast> => {
  const stage = await new Stage(db, changes).open();
  const prover = await stage.arrive('prover', proofType);
  const arriving = typeof who === 'number' ? Array.from({ length: who }, () => ({})) : who;
  const challengers = await Promise.all(arriving.map((it) => stage.arrive('challenger', proofType, it)));
  return { db, stage, prover, challengers };
};
