import { type HubMessage, taskKey } from '@trigpoint/protocol';
import type { Logger } from 'pino';
import { wireAssignment } from '../coordination/agent-inbox.ts';
import { type NodeTask, openTasksOnNode, tasksOnNode } from '../coordination/task-store.ts';
import type { Db } from '../db/driver.ts';
import type { NoticeBoard } from './notice-board.ts';

/** Wake-ups of this long travel together. */
const gatherMs = 10;
/** Ids have up to 78 digits and a notice up to 8,000 bytes. */
const idsPerNotice = 90;
/** The floor under the wake-ups; half of what a task has for its way out and back. */
const lookEveryMs = 1_000;
/** Tasks younger than this are left to the wake-ups. */
const wakeUpMs = 500;
const maxTasks = 10_000;

export interface RelayOptions {
  readonly db: Db;
  readonly now: () => number;
  readonly log: Logger;
  readonly nodeId: string;
  readonly board: NoticeBoard;
  /** To an agent that is connected here; false for one that is not. */
  readonly send: (to: Addressee, message: HubMessage) => boolean;
  /** Whether other nodes are alive. */
  readonly hasPeers: () => Promise<boolean>;
}

interface Addressee {
  readonly proofType: string;
  readonly role: 'prover' | 'challenger';
  readonly id: string;
  /** The node it was last seen on. */
  readonly nodeId?: string;
}

/**
 * Brings tasks to agents that are connected to another node than the one that handed them out. That one names the challenge
 * to the agents' node, which reads the tasks from the table; what no wake-up brought is found by looking. Anything else is
 * said once, by whichever node has the agent.
 */
export class Relay {
  readonly #options: RelayOptions;
  readonly #outbox = new Map<string, Set<string>>();
  /** What agents here were given, until it is no longer open. */
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

  /** Here, or by way of the agent's own node. */
  send(to: Addressee, message: HubMessage): boolean {
    const handed = this.#options.send(to, message);
    if (message.type !== 'task') {
      const { proofType, role, id } = to;
      if (!handed) this.#options.board.tell('say', JSON.stringify({ to: { proofType, role, id }, message }));
      return handed;
    }
    const { task } = message;
    if (handed) this.#handed.set(handedKey(to, taskKey(task)), this.#options.now() + task.budget_ms);
    else if (to.nodeId && to.nodeId !== this.#options.nodeId) this.#wake(to.nodeId, task.challenge_id);
    return handed;
  }

  /** Hands out what is open for agents here and was not handed out yet. */
  async look(): Promise<number> {
    const { db, now, nodeId, hasPeers } = this.#options;
    const at = now();
    for (const [key, until] of this.#handed) if (until < at) this.#handed.delete(key);
    if (!(await hasPeers())) return 0;
    return this.#handOut(await openTasksOnNode(db, nodeId, at - wakeUpMs, at, maxTasks));
  }

  #handOut(tasks: readonly NodeTask[]): number {
    const { now } = this.#options;
    let count = 0;
    for (const { task, roles } of tasks)
      for (const role of roles) {
        const to = { proofType: task.proofType, role, id: task[role].id };
        const message = wireAssignment(task, role, now());
        if (this.#handed.has(handedKey(to, taskKey(message.task)))) continue;
        if (this.send(to, message)) count++;
      }
    return count;
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
    const { db, now, nodeId } = this.#options;
    const [node, ...ids] = text.split(' ');
    if (node === nodeId && ids.length > 0)
      this.#work(async () => this.#handOut(await tasksOnNode(db, nodeId, ids, now(), maxTasks)));
  }

  #work(work: () => Promise<unknown>): void {
    this.#atWork = this.#atWork.then(work).then(
      () => {},
      (error: unknown) => this.#options.log.warn({ err: error }, 'relaying tasks failed'),
    );
  }
}

const handedKey = ({ role, id }: Addressee, task: string) => `${role} ${id} ${task}`;
