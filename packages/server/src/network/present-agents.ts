import { nodeLeaseMs } from '../cluster/nodes.ts';
import type { Db } from '../db/driver.ts';
import type { Agent, AgentRole } from './store.ts';
import * as store from './store.ts';

/**
 * Changes are stamped by the clock of the node that notes them, and seen when they are committed. Leases already ask that clocks
 * agree better than this.
 */
const lookBackMs = nodeLeaseMs;
/** Everybody who is connected is read again this often, should a change have been missed after all. */
const wholeEveryMs = 600_000;

export interface PresentAgentsOptions {
  readonly db: Db;
  readonly proofType: string;
  readonly role: AgentRole;
  readonly liveNodes: () => Promise<readonly string[]>;
  /** What this node adds to what the database says. */
  readonly completed: (agent: Agent) => Agent;
}

interface Present {
  /** As it was read. */
  readonly row: Agent;
  readonly agent: Agent;
}

/**
 * The agents of one role that are connected to any node. Once read, they follow who comes and goes. Counts and leases are as old
 * as the last change of their agent.
 */
export class PresentAgents {
  readonly #options: PresentAgentsOptions;
  readonly #present = new Map<string, Present>();
  #readAt = Number.NEGATIVE_INFINITY;
  #wholeAt = Number.NEGATIVE_INFINITY;
  #liveNodes = '';
  #list: Agent[] = [];
  #reading: Promise<unknown> = Promise.resolve();

  constructor(options: PresentAgentsOptions) {
    this.#options = options;
  }

  /** The same array as before, if nobody came or went. */
  read(at: number): Promise<Agent[]> {
    const next = this.#reading.then(() => this.#read(at));
    this.#reading = next.catch(() => {});
    return next;
  }

  async #read(at: number): Promise<Agent[]> {
    const nodes = await this.#options.liveNodes();
    const liveNodes = [...nodes].sort().join();
    // A clock that was set back leaves no time to look back to.
    const isWhole = at < this.#readAt || at - this.#wholeAt >= wholeEveryMs;
    const hasChanged = isWhole ? await this.#readWhole(at) : await this.#follow();
    this.#readAt = at;
    if (!hasChanged && liveNodes === this.#liveNodes) return this.#list;
    this.#liveNodes = liveNodes;
    const alive = new Set(nodes);
    this.#list = [...this.#present.values()].filter(({ row }) => alive.has(row.nodeId)).map((it) => it.agent);
    return this.#list;
  }

  async #readWhole(at: number): Promise<boolean> {
    const { db, proofType, role } = this.#options;
    const rows = await store.aliveAgents(db, proofType, role, at);
    this.#present.clear();
    for (const row of rows) this.#keep(row);
    this.#wholeAt = at;
    return true;
  }

  async #follow(): Promise<boolean> {
    const { db, proofType, role } = this.#options;
    let hasChanged = false;
    for (const { id, isStill, read } of await store.changedAgents(db, proofType, role, this.#readAt - lookBackMs)) {
      const known = this.#present.get(id)?.row;
      if (known && isStill(known)) continue;
      const row = read();
      if (row.nodeId !== '') this.#keep(row);
      else if (!this.#present.delete(id)) continue;
      hasChanged = true;
    }
    return hasChanged;
  }

  #keep(row: Agent): void {
    this.#present.set(row.id, { row, agent: this.#options.completed(row) });
  }
}
