import type { Db, Tx } from '../db/driver.ts';
import { deleteNode, findLiveNodes, findNodes, hasOtherNodes, renewNode } from './node-store.ts';

/** A node, and with it its agents, counts as alive this long after it last said so. */
export const nodeLeaseMs = 60_000;

export interface NodesOptions {
  readonly db: Db;
  readonly now: () => number;
  /** This process, as the rows name it. */
  readonly nodeId: string;
  /** Lets go of what belongs to a node that ended, in the transaction that deletes the node. */
  readonly released: (tx: Tx, nodeId: string, lastAlive: number) => Promise<void>;
}

/** The processes of this service that share one database. Each holds a lease that it renews while it lives. */
export class Nodes {
  readonly #options: NodesOptions;

  constructor(options: NodesOptions) {
    this.#options = options;
  }

  /** Starts this node's lease. On a database of its own no other node is alive, whatever a killed process left there. */
  async begin(isAlone: boolean): Promise<void> {
    const { db, now } = this.#options;
    if (isAlone)
      for (const it of await findNodes(db, Number.MAX_SAFE_INTEGER))
        await this.#release(it.id, Math.min(now(), it.leaseUntil - nodeLeaseMs));
    await this.renew();
  }

  /** Renews this node's lease, and releases nodes whose lease ran out long ago: they will not do it themselves. */
  async renew(): Promise<void> {
    const { db, now, nodeId } = this.#options;
    const at = now();
    await db.write((tx) => renewNode(tx, nodeId, at, at + nodeLeaseMs));
    for (const it of await findNodes(db, at - nodeLeaseMs)) await this.#release(it.id, it.leaseUntil - nodeLeaseMs);
  }

  /** This node ends. Other nodes may take its agents at once. */
  release(): Promise<void> {
    return this.#release(this.#options.nodeId, this.#options.now());
  }

  /** The ids of the nodes that are alive. */
  alive(): Promise<string[]> {
    return findLiveNodes(this.#options.db, this.#options.now());
  }

  /** Whether other nodes share the database now. */
  hasPeers(): Promise<boolean> {
    const { db, now, nodeId } = this.#options;
    return hasOtherNodes(db, nodeId, now());
  }

  #release(nodeId: string, lastAlive: number): Promise<void> {
    const { db, released } = this.#options;
    return db.write(async (tx) => {
      await released(tx, nodeId, lastAlive);
      await deleteNode(tx, nodeId);
    });
  }
}
