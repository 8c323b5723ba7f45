import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { askHash } from '@trigpoint/proofs';
import {
  type AgentMessageOf,
  composeReading,
  consent,
  describeAgent,
  encodeBase58,
  type Greeting,
  type HubMessageOf,
  type ServiceName,
  taskKey,
  type WireTask,
} from '@trigpoint/protocol';
import type { Agent } from '@trigpoint/server/parts';
import type { Random } from '../proof.ts';

/** A message reaches a node at most this much later. Agents that are in time allow for it. */
const deliveryMs = 50;

/** What an agent does with a task. Honest ones answer within the time they are given. */
export const manners = [
  'honest',
  'honest',
  'honest',
  'silent',
  'late',
  'double',
  'forged',
  'stolen',
  'own_fault',
  'declines',
  'garbage',
] as const;
export type Manner = (typeof manners)[number];

/** Readings of agents with these manners may count. Readings of the others may not. */
export const mayCount = (manner: Manner) => manner === 'honest' || manner === 'double' || manner === 'own_fault';

export interface Saying {
  readonly at: number;
  readonly message: AgentMessageOf<'reading' | 'declined' | 'consent'>;
}

/** The bytes before the 32 bytes of an ed25519 key. The key comes from the seed, because who is drawn depends on it. */
const pkcs8Ed25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** An agent. Its key stays the same over all its connections. */
export class Actor {
  readonly #key: KeyObject;
  readonly publicKey: string;
  readonly role: 'prover' | 'challenger';
  readonly proofType: string;
  readonly manner: Manner;
  readonly claims: Readonly<Record<string, string>>;
  /** By how much the agent's clock is off. This shows in its texts, and must change nothing. */
  readonly #clockOffMs: number;
  readonly #random: Random;
  readonly #taken = new Set<string>();
  /** The agent as it is connected now; undefined while it is away. */
  agent: Agent | undefined;

  constructor(role: Actor['role'], proofType: string, manner: Manner, random: Random, claims: Actor['claims'] = {}) {
    const der = Buffer.concat([pkcs8Ed25519, random.bytes(32)]);
    this.#key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    this.publicKey = encodeBase58(createPublicKey(this.#key).export({ format: 'der', type: 'spki' }).subarray(12));
    this.role = role;
    this.proofType = proofType;
    this.manner = manner;
    this.claims = claims;
    this.#random = random;
    this.#clockOffMs = random.pick([0, 0, 3_600_000, -3_600_000]);
  }

  get id() {
    return `IPv4/${this.publicKey}`;
  }

  sign(text: string): string {
    return encodeBase58(sign(null, Buffer.from(text), this.#key));
  }

  /** What it says when it connects, as it signed it. */
  hello(greeting: Greeting, now: number): AgentMessageOf<'hello'> {
    const { role, proofType, publicKey, claims } = this;
    const udp = role === 'challenger' ? { port: 1 } : undefined;
    const text = describeAgent({
      ...{ greeting, proofType, role, keyType: 'solana', publicKey, claims, udp, version: 'toy' },
      now: now + this.#clockOffMs,
    });
    const signature = this.sign(text);
    return { type: 'hello', version: 'toy', capacity: 4, ...(udp ? { udp } : {}), description: { text, signature } };
  }

  /** Agrees to be measured, after a while. */
  consent({ challenge_id, ask }: HubMessageOf<'consent_wanted'>, service: ServiceName, now: number): Saying {
    const description_hash = this.agent?.description ?? '00'.repeat(32);
    const text = consent.compose({ ...service, challenge_id, ask_hash: askHash(ask), description_hash });
    const signature = this.sign(text);
    return { at: now + this.#random.int(300), message: { type: 'consent', challenge_id, text, signature } };
  }

  /** What the agent will say to a task, and when. It does not answer the same task twice. */
  take({ task, token }: HubMessageOf<'task'>, now: number, others: readonly Actor[]): Saying[] {
    if (this.role !== 'challenger' || this.#taken.has(taskKey(task))) return [];
    this.#taken.add(taskKey(task));
    const random = this.#random;
    const { challenge_id, attempt } = task;
    const quick = now + random.int(Math.max(1, task.budget_ms - deliveryMs));
    const late = now + task.budget_ms + 1 + random.int(20_000);
    const say = (
      at: number,
      value: number,
      change: Partial<AgentMessageOf<'reading'>> = {},
      isFault = false,
    ): Saying => {
      const message = change.message ?? this.#text(this.id, task, value, isFault, now);
      const signature = this.sign(message);
      return { at, message: { type: 'reading', challenge_id, attempt, token, message, signature, ...change } };
    };
    switch (this.manner) {
      case 'honest':
        return [say(quick, 1)];
      case 'late':
        return [say(late, 1)];
      case 'double':
        return [say(quick, 1), say(quick + 1, 0), say(quick + 2, 1)];
      case 'forged':
        return [
          say(quick, 1, { signature: encodeBase58(random.bytes(64)) }),
          say(quick, 1, { token: 'x'.repeat(token.length) }),
          say(quick, 1, { attempt: attempt + 1 }),
        ];
      case 'stolen': {
        const other = random.pick(others);
        return [say(quick, 1, { message: this.#text(other.id, task, 1, false, now) })];
      }
      case 'own_fault':
        return [say(quick, 0, {}, true)];
      case 'garbage':
        return [say(quick, 1, { message: random.pick(['{}', 'null', '[]', '{"challenge_id":1}', 'x']) })];
      case 'declines': {
        const challenger = this.id;
        return [{ at: quick, message: { type: 'declined', challenge_id, attempt, challenger, reason: 'full' } }];
      }
      case 'silent':
        return [];
    }
  }

  #text(challenger: string, task: WireTask, value: number, isFault: boolean, now: number): string {
    const at = new Date(now + this.#clockOffMs).toISOString();
    return composeReading({
      context: task.context,
      challenge_id: task.challenge_id,
      attempt: task.attempt,
      prover: task.prover.id,
      challenger,
      proof_type: task.proof_type,
      ...(isFault ? { failure: { failure: 'own_fault', detail: 'no sockets left' } } : { series: { value } }),
      started_at: at,
      ended_at: at,
      prover_counter_signature: null,
    });
  }
}
