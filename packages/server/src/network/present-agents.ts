import { nodeLeaseMs } from '../cluster/nodes.ts';
import type { Db } from '../db/driver.ts';
import type { Agent, AgentRole } from './store.ts';
import * as store from './store.ts';

/**
 * A change has the time of the node that made it, and is visible only when it is committed. So each read looks back this far.
 * Leases already require that clocks differ by less.
 */
const lookBackMs = nodeLeaseMs;
/** All connected agents are read again this often, in case a change was missed. */
const wholeEveryMs = 600_000;

interface PresentAgentsOptions {
  readonly db: Db;
  readonly proofType: string;
  readonly role: AgentRole;
  readonly liveNodes: () => Promise<readonly string[]>;
  /** Adds to an agent what does not come from the database. */
  readonly completed: (agent: Agent) => Agent;
}

interface Present {
  /** The agent as it was read, without what `completed` adds. */
  readonly row: Agent;
  readonly agent: Agent;
}

/**
 * The agents of one role that are connected to any node. All are read once; after that only changes are read. The counts and the
 * lease of an agent are as old as its last change.
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

  /** Returns the same array as before if nobody came, went or was decided about. */
  read(at: number): Promise<Agent[]> {
    const next = this.#reading.then(() => this.#read(at));
    this.#reading = next.catch(() => {});
    return next;
  }

  async #read(at: number): Promise<Agent[]> {
    const nodes = await this.#options.liveNodes();
    const liveNodes = [...nodes].sort().join();
    // If the clock was set back, changes could be missed, so all agents are read.
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
