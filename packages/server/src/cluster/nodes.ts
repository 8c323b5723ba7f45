import type { Tx } from '../db/driver.ts';
import type { Foundation } from '../wiring/foundation.ts';
import { deleteNode, findLiveNodes, findNodes, hasOtherNodes, renewNode } from './node-store.ts';

/** A node and its agents count as alive this long after the node last renewed its lease. */
export const nodeLeaseMs = 60_000;

interface NodesOptions extends Pick<Foundation, 'db' | 'now'> {
  /** The id of this node. */
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

  /** Starts this node's lease. If the node is alone on its database, other rows come from killed processes and are released. */
  async begin(isAlone: boolean): Promise<void> {
    const { db, now } = this.#options;
    if (isAlone)
      for (const it of await findNodes(db, Number.MAX_SAFE_INTEGER))
        await this.#release(it.id, Math.min(now(), it.leaseUntil - nodeLeaseMs));
    await this.renew();
  }

  /** Renews this node's lease. Releases other nodes whose lease ended long ago, because they have died. */
  async renew(): Promise<void> {
    const { db, now, nodeId } = this.#options;
    const at = now();
    await db.write((tx) => renewNode(tx, nodeId, at, at + nodeLeaseMs));
    for (const it of await findNodes(db, at - nodeLeaseMs)) await this.#release(it.id, it.leaseUntil - nodeLeaseMs);
  }

  /** Ends this node's lease. Its agents count as gone at once. */
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
