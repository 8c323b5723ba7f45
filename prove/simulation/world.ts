import { type CheckSignature, isSettled, judgeTranscript, type ProofType } from '@trigpoint/proofs';
import type { HubMessage } from '@trigpoint/protocol';
import { verifySignature } from '@trigpoint/protocol/node';
import type { Db } from '@trigpoint/server';
import {
  type Agent,
  Agents,
  type ChallengeRooms,
  type ChallengeRoomsOptions,
  Identities,
  NoticeBoard,
  openChallengeRooms,
  openTaskDeliveries,
  Relay,
  SteppedLog,
} from '@trigpoint/server/parts';
import { pino } from 'pino';
import type { Random } from '../proof.ts';
import { Actor, type Manner, type Saying } from './actors.ts';
import { MortalDb } from './mortal-db.ts';

export const reward = 7;
const log = pino({ level: 'silent' });
const service = { service: 'ab'.repeat(32), chain_id: 0, contract: 'none' };
const isSigned: CheckSignature = async (it, text, signature) =>
  verifySignature(it.key_type, it.public_key, text, signature);

export interface Node {
  readonly id: string;
  readonly db: MortalDb;
  readonly agents: Agents;
  readonly rooms: ChallengeRooms;
  readonly relay: Relay;
}

/** Rules that a proof replaces. */
export type Rules = Partial<
  Pick<ChallengeRoomsOptions, 'stillOnChain' | 'checkSignature' | 'seedBlocks' | 'confirmations'>
>;

/** Nodes look this much later for tasks for agents of other nodes, because no notice ever arrives here. */
const lookAfterMs = 600;

/** A network under a clock that moves only when told to: real database, real signatures, two nodes that can die. */
export class World {
  now = 1_800_000_000_000;
  readonly db: Db;
  readonly random: Random;
  readonly actors: Actor[] = [];
  readonly mail: (Saying & { readonly from: Actor })[] = [];
  readonly nodes: Node[] = [];
  readonly violations: string[] = [];
  readonly #types: ReadonlyMap<string, ProofType>;
  /** The challenges that are being judged now. No two nodes may judge one challenge at a time. */
  readonly #judged = new Set<string>();
  readonly #rules: Rules;
  #started = 0;
  #missedAt = 0;
  /** When nodes should look for tasks that another node gave out. */
  lookAt = Number.POSITIVE_INFINITY;

  constructor(db: Db, random: Random, types: readonly ProofType[], rules: Rules = {}) {
    this.#rules = rules;
    this.db = db;
    this.random = random;
    this.#types = new Map(types.map((it) => [it.id, it]));
  }

  proofType = (id: string): ProofType => this.#types.get(id) as ProofType;

  async startNode(): Promise<Node> {
    const { proofType } = this;
    const db = new MortalDb(this.db);
    const now = () => this.now;
    const random = (bytes: number) => Buffer.from(this.random.bytes(bytes));
    const id = `node-${++this.#started}-${this.random.int(2 ** 32)}`;
    const checkSignature = isSigned;
    const identities = new Identities({ service, now, proofType, checkSignature });
    const agents = new Agents({ db, now, random, nodeId: id, development: true, identities });
    const relay = new Relay({
      tasks: openTaskDeliveries(db, now, id),
      consents: async () => [],
      now,
      log,
      nodeId: id,
      // No notice arrives here, so tasks must be found by looking.
      board: new NoticeBoard({}, id),
      send: (to, message) => !db.isDead && this.#deliver(id, to, message),
      hasPeers: () => agents.nodes.hasPeers(),
    });
    const publicLog = await SteppedLog.open(this.db, now);
    const rooms = openChallengeRooms({
      db,
      now,
      random,
      log,
      agents,
      proofType,
      judge: {
        judge: async (it) => {
          const key = it.transcript.draw?.seed ?? '';
          if (key !== '' && this.#judged.has(key)) this.violations.push('two nodes judged one challenge at a time');
          this.#judged.add(key);
          // A verdict takes time, and others are at work meanwhile.
          await new Promise(setImmediate);
          this.#judged.delete(key);
          return judgeTranscript(proofType(it.proofType), it.transcript, it.calibration);
        },
        isSettled: async (it) => {
          await new Promise(setImmediate);
          return isSettled(proofType(it.proofType), it.transcript, it.calibration);
        },
      },
      calibration: async () => ({ hash: null, data: null }),
      reward,
      budget: { total: 1e15, campaigns: 1e15, each: 1e15 },
      checkSignature,
      send: (to, message) => relay.send(to, message),
      stillOnChain: async () => true,
      publicLog,
      seeds: publicLog.seeds,
      seedBlocks: { upcoming: async () => 2, confirmedHash: async (number) => `0x${String(number).padStart(64, '0')}` },
      confirmations: 0,
      // Requests have no blocks here, so no tree can be older than a request's block.
      head: async () => null,
      ...this.#rules,
    });
    const node = { id, db, agents, rooms, relay };
    await agents.nodes.begin(false);
    this.nodes.push(node);
    return node;
  }

  /** Kills a node in the middle of its work, after so many operations. Another node takes its place, and agents come back to it. */
  async crash(node: Node, operations: number): Promise<void> {
    node.db.dieAfter(operations);
    await node.rooms.coordinator.queue.tick().catch(() => {});
    node.db.dieAfter(0);
    this.nodes.splice(this.nodes.indexOf(node), 1);
    const next = await this.startNode();
    for (const it of this.actors)
      if (it.agent?.nodeId === node.id) {
        it.agent = undefined;
        if (this.random() < 0.9) await this.connect(it, next);
      }
  }

  join(role: Actor['role'], proofType: string, manner: Manner): Promise<Actor> {
    return this.add(new Actor(role, proofType, manner, this.random));
  }

  async add<A extends Actor>(actor: A): Promise<A> {
    this.actors.push(actor);
    await this.connect(actor, this.random.pick(this.nodes));
    return actor;
  }

  async connect(actor: Actor, node: Node): Promise<void> {
    const { role, proofType, publicKey, claims } = actor;
    const session = {
      tokenHash: '',
      publicId: '',
      keyType: 'solana' as const,
      publicKey,
      role,
      proofType,
      projectName: '',
      projectPublicKey: '',
      walletPublicKey: {},
      claims,
      createdAt: 0,
      usedAt: 0,
      expiresAt: 0,
    };
    const hello = actor.hello(node.agents.identities.greet(session, '127.0.0.1'), this.now);
    actor.agent = await node.agents.arrive(session, '127.0.0.1', hello);
    for (const task of await node.rooms.inbox.openTasks(actor.agent)) this.#deliver(node.id, actor.agent, task);
    for (const it of await node.rooms.inbox.consentsWanted(actor.agent)) this.#deliver(node.id, actor.agent, it);
  }

  /** Lets every node find the tasks that others have given out for its agents. */
  async look(): Promise<void> {
    if (this.now < this.lookAt) return;
    // A task that was given out a moment ago is too young to be found. So nodes look once more.
    const next = this.#missedAt + lookAfterMs;
    this.lookAt = next > this.now ? next : Number.POSITIVE_INFINITY;
    await Promise.all(this.nodes.map(({ relay }) => relay.look().catch(() => {})));
  }

  async disconnect(actor: Actor): Promise<void> {
    const { agent } = actor;
    actor.agent = undefined;
    const node = this.nodes.find((it) => it.id === agent?.nodeId);
    if (agent && node) await node.agents.leave(agent);
  }

  /** Delivers mail that is due: each message goes to the node that its sender is connected to. */
  async bringMail(): Promise<void> {
    const due = this.mail.filter((it) => it.at <= this.now);
    for (const it of due) this.mail.splice(this.mail.indexOf(it), 1);
    await Promise.all(
      due.map(async ({ from, message, at }) => {
        const { agent } = from;
        const node = this.nodes.find((it) => it.id === agent?.nodeId);
        // An agent that is away keeps its message, and says it when it is back.
        if (!agent || !node) this.mail.push({ from, message, at: at + 5_000 });
        // An agent that was not answered says it again.
        else
          await node.rooms.inbox.receive(agent, message).catch(() => this.mail.push({ from, message, at: at + 1_000 }));
      }),
    );
  }

  #deliver(nodeId: string, to: Pick<Agent, 'role' | 'id'>, message: HubMessage): boolean {
    const actor = this.actors.find((it) => it.role === to.role && it.id === to.id);
    if (actor?.agent?.nodeId !== nodeId) {
      if (message.type === 'task') {
        this.#missedAt = this.now;
        this.lookAt = Math.min(this.lookAt, this.now + lookAfterMs);
      }
      return false;
    }
    if (message.type === 'consent_wanted') {
      this.mail.push({ ...actor.consent(message, service, this.now), from: actor });
    }
    if (message.type !== 'task') return true;
    const others = this.actors.filter((it) => it.role === 'challenger' && it !== actor);
    for (const saying of actor.take(message, this.now, others.length > 0 ? others : [actor]))
      this.mail.push({ ...saying, from: actor });
    return true;
  }
}
