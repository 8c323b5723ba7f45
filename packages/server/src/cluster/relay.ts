import { type HubMessage, type HubMessageOf, taskKey } from '@trigpoint/protocol';
import type { Foundation } from '../wiring/foundation.ts';
import type { NoticeBoard } from './notice-board.ts';

/** Challenges that are named within this time travel in one notice. */
const gatherMs = 10;
/** Ids have up to 78 digits and a notice up to 8,000 bytes. */
const idsPerNotice = 90;
/** Tasks whose notice was lost are looked for this often. It is half of the time that a task has for its way out and back. */
const lookEveryMs = 1_000;
/** Tasks younger than this are not looked for, because their notice may still come. */
const wakeUpMs = 500;

interface RelayOptions extends Pick<Foundation, 'now' | 'log'> {
  readonly nodeId: string;
  readonly board: NoticeBoard;
  /** Sends to an agent that is connected to this node. Returns false if it is not. */
  readonly send: (to: Addressee, message: HubMessage) => boolean;
  /** Whether other nodes are alive. */
  readonly hasPeers: () => Promise<boolean>;
  /** Reads open tasks whose agents are connected to this node. */
  readonly tasks: {
    readonly ofChallenges: (ids: readonly string[]) => Promise<readonly Delivery<'task'>[]>;
    readonly askedBefore: (at: number) => Promise<readonly Delivery<'task'>[]>;
  };
  /** Reads what provers of this node are asked to consent to. A question may be longer than a notice, because an ask may have a polygon. */
  readonly consents: (ids: readonly string[]) => Promise<readonly Delivery<'consent_wanted'>[]>;
}

export interface Delivery<T extends HubMessage['type']> {
  readonly to: Addressee;
  readonly message: HubMessageOf<T>;
}

interface Addressee {
  readonly proofType: string;
  readonly role: 'prover' | 'challenger';
  readonly id: string;
  /** The node that the agent was last connected to. */
  readonly nodeId?: string;
}

/**
 * Brings messages to agents that are connected to another node. For a task or a question of consent the sending node names the
 * challenge in a notice, and the agent's node reads the rest from the database. Each node also looks for tasks whose notice was
 * lost, and the coordinator asks for a consent again. So a proxy that drops LISTEN costs a second and no challenge. Other messages
 * travel in the notice itself. They are sent once and may be lost.
 */
export class Relay {
  readonly #options: RelayOptions;
  readonly #outbox = new Map<string, Set<string>>();
  /** Open tasks that agents of this node already have. */
  readonly #handed = new Map<string, number>();
  #gathering: NodeJS.Timeout | undefined;
  #looking: NodeJS.Timeout | undefined;
  #atWork = Promise.resolve();

  constructor(options: RelayOptions) {
    this.#options = options;
    options.board.on('tasks', (text) => this.#hear(text));
    options.board.on('say', (text) => {
      const { to, message } = JSON.parse(text) as { to: Addressee; message: HubMessage };
      options.send(to, message);
    });
  }

  start(): void {
    this.#looking = setInterval(() => this.#work(() => this.look()), lookEveryMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.#looking);
    clearTimeout(this.#gathering);
    await this.#atWork;
  }

  /** Sends to an agent of this node, or through the node that the agent is connected to. */
  send(to: Addressee, message: HubMessage): boolean {
    const handed = this.#options.send(to, message);
    const isElsewhere = to.nodeId !== undefined && to.nodeId !== '' && to.nodeId !== this.#options.nodeId;
    if (message.type === 'consent_wanted') {
      if (!handed && isElsewhere) this.#wake(to.nodeId, message.challenge_id);
      return handed;
    }
    if (message.type !== 'task') {
      const { proofType, role, id } = to;
      if (!handed) this.#options.board.tell('say', JSON.stringify({ to: { proofType, role, id }, message }));
      return handed;
    }
    const { task } = message;
    if (handed) this.#handed.set(handedKey(to, taskKey(task)), this.#options.now() + task.budget_ms);
    else if (isElsewhere) this.#wake(to.nodeId, task.challenge_id);
    return handed;
  }

  /** Hands out open tasks that agents of this node do not have yet. */
  async look(): Promise<number> {
    const { tasks, now, hasPeers } = this.#options;
    const at = now();
    for (const [key, until] of this.#handed) if (until < at) this.#handed.delete(key);
    if (!(await hasPeers())) return 0;
    return this.#handOut(await tasks.askedBefore(at - wakeUpMs));
  }

  #handOut(deliveries: readonly Delivery<'task'>[]): number {
    const fresh = deliveries.filter(({ to, message }) => !this.#handed.has(handedKey(to, taskKey(message.task))));
    return fresh.filter(({ to, message }) => this.send(to, message)).length;
  }

  #wake(nodeId: string, challengeId: string): void {
    this.#outbox.set(nodeId, (this.#outbox.get(nodeId) ?? new Set()).add(challengeId));
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined;
      for (const [node, ids] of this.#outbox) {
        const all = [...ids];
        for (let i = 0; i < all.length; i += idsPerNotice)
          this.#options.board.tell('tasks', [node, ...all.slice(i, i + idsPerNotice)].join(' '));
      }
      this.#outbox.clear();
    }, gatherMs);
  }

  #hear(text: string): void {
    const { tasks, consents, send, nodeId } = this.#options;
    const [node, ...ids] = text.split(' ');
    if (node !== nodeId || ids.length === 0) return;
    this.#work(async () => {
      const [open, questions] = await Promise.all([tasks.ofChallenges(ids), consents(ids)]);
      this.#handOut(open);
      for (const { to, message } of questions) send(to, message);
    });
  }

  #work(work: () => Promise<unknown>): void {
    this.#atWork = this.#atWork.then(work).then(
      () => {},
      (error: unknown) => this.#options.log.warn({ err: error }, 'relaying tasks failed'),
    );
  }
}

const handedKey = ({ role, id }: Addressee, task: string) => `${role} ${id} ${task}`;
