import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { judgeTranscript, type ProofType } from '@trigpoint/proofs';
import { type AgentMessageOf, composeReading, encodeBase58, type HubMessage, type WireTask } from '@trigpoint/protocol';
import { verifySignature } from '@trigpoint/protocol/node';
import type { Db } from '@trigpoint/server';
import { type Agent, Agents, openWorks, type Works } from '@trigpoint/server/parts';
import { pino } from 'pino';
import type { Random } from '../proof.ts';

/** What an agent does with a task. Honest ones answer within the time they are given. */
export type Manner =
  | 'honest'
  | 'silent'
  | 'late'
  | 'double'
  | 'forged'
  | 'stolen'
  | 'own_fault'
  | 'declines'
  | 'garbage';

export interface Actor {
  readonly agent: Agent;
  readonly key: KeyObject;
  readonly manner: Manner;
  /** By how much its clock is off; it shows in its texts and must change nothing. */
  readonly clockOffMs: number;
}

export const reward = 7;
const log = pino({ level: 'silent' });

/** A network under a clock that moves only when told to: real database, real signatures, real coordinator. */
export class World {
  now = 1_800_000_000_000;
  readonly db: Db;
  readonly random: Random;
  readonly actors = new Map<string, Actor>();
  /** What will be said, and when; in order of time. */
  readonly mail: { at: number; from: Actor; message: AgentMessageOf<'reading' | 'declined'> }[] = [];
  readonly #types: ReadonlyMap<string, ProofType>;
  #nodes = 0;
  agents: Agents;
  works: Works;

  constructor(db: Db, random: Random, types: readonly ProofType[]) {
    this.db = db;
    this.random = random;
    this.#types = new Map(types.map((it) => [it.id, it]));
    ({ agents: this.agents, works: this.works } = this.#node());
  }

  proofType = (id: string): ProofType => this.#types.get(id) as ProofType;

  /** The process dies and another takes its place: nothing but the database remains. */
  crash(): void {
    ({ agents: this.agents, works: this.works } = this.#node());
  }

  #node() {
    const { db, proofType } = this;
    const now = () => this.now;
    const random = (bytes: number) => Buffer.from(this.random.bytes(bytes));
    const agents = new Agents({ db, now, random, nodeId: `node-${++this.#nodes}`, development: true });
    const works = openWorks({
      db,
      now,
      random,
      log,
      agents,
      proofType,
      judge: {
        judge: async (it) => judgeTranscript(proofType(it.proofType), it.transcript, it.eligibleSets, it.calibration),
      },
      calibration: async () => ({ hash: null, data: null }),
      reward,
      checkSignature: async (it, text, signature) => verifySignature(it.key_type, it.public_key, text, signature),
      send: (to, message) => this.#deliver(to, message),
      stillOnChain: async () => true,
    });
    return { agents, works };
  }

  async arrive(role: 'prover' | 'challenger', proofType: string, manner: Manner): Promise<Actor> {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const address = encodeBase58(publicKey.export({ format: 'der', type: 'spki' }).subarray(12));
    const session = {
      tokenHash: '',
      publicId: '',
      keyType: 'solana' as const,
      publicKey: address,
      role,
      proofType,
      projectName: '',
      projectPublicKey: '',
      walletPublicKey: {},
      claims: {},
      createdAt: 0,
      usedAt: 0,
      expiresAt: 0,
    };
    const udp = role === 'challenger' ? { udp: { port: 1 } } : {};
    const hello = { type: 'hello' as const, version: 'toy', capacity: 4, ...udp };
    const agent = await this.agents.arrive(session, '127.0.0.1', hello);
    const clockOffMs = this.random.pick([0, 0, 3_600_000, -3_600_000]);
    const actor: Actor = { agent, key: privateKey, manner, clockOffMs };
    this.actors.set(`${role}/${agent.id}`, actor);
    return actor;
  }

  #deliver(to: Pick<Agent, 'role' | 'id'>, message: HubMessage): boolean {
    const actor = this.actors.get(`${to.role}/${to.id}`);
    if (!actor || message.type !== 'task' || to.role !== 'challenger') return actor !== undefined;
    const { task, token } = message;
    const quick = this.now + this.random.int(task.budget_ms);
    const late = this.now + task.budget_ms + 1 + this.random.int(20_000);
    const say = (at: number, value: number, change: Partial<AgentMessageOf<'reading'>> = {}, fault = false) => {
      const text = this.#text(actor, task, value, fault);
      const signature = encodeBase58(sign(null, Buffer.from(text), actor.key));
      const reading = { type: 'reading' as const, challenge_id: task.challenge_id, attempt: task.attempt, token };
      this.mail.push({ at, from: actor, message: { ...reading, message: text, signature, ...change } });
    };
    switch (actor.manner) {
      case 'honest':
        say(quick, 1);
        break;
      case 'late':
        say(late, 1);
        break;
      case 'double':
        say(quick, 1);
        say(quick + 1, 0);
        say(quick + 2, 1);
        break;
      case 'forged':
        say(quick, 1, { signature: encodeBase58(this.random.bytes(64)) });
        say(quick, 1, { token: 'x'.repeat(token.length) });
        say(quick, 1, { attempt: task.attempt + 1 });
        break;
      case 'stolen': {
        const others = [...this.actors.values()].filter((it) => it !== actor && it.agent.role === 'challenger');
        if (others.length === 0) break;
        const other = this.random.pick(others);
        const text = this.#text(other, task, 1, false);
        say(quick, 1, { message: text, signature: encodeBase58(sign(null, Buffer.from(text), actor.key)) });
        break;
      }
      case 'own_fault':
        say(quick, 0, {}, true);
        break;
      case 'garbage':
        say(quick, 1, { message: this.random.pick(['{}', 'null', '[]', '{"challenge_id":1}', 'x']) });
        break;
      case 'declines':
        this.mail.push({
          at: quick,
          from: actor,
          message: {
            type: 'declined',
            challenge_id: task.challenge_id,
            attempt: task.attempt,
            challenger: actor.agent.id,
            reason: 'full',
          },
        });
        break;
      case 'silent':
        break;
    }
    return true;
  }

  #text(actor: Actor, task: WireTask, value: number, fault: boolean): string {
    const at = new Date(this.now + actor.clockOffMs).toISOString();
    return composeReading({
      challenge_id: task.challenge_id,
      attempt: task.attempt,
      prover: task.prover.id,
      challenger: actor.agent.id,
      proof_type: task.proof_type,
      ...(fault ? { failure: { failure: 'own_fault', detail: 'no sockets left' } } : { series: { value } }),
      started_at: at,
      ended_at: at,
      prover_counter_signature: null,
    });
  }
}
