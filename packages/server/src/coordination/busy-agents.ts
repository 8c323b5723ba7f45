import type { ProofType } from '@trigpoint/proofs';
import type { Db } from '../db/driver.ts';
import type { Agent } from '../network/agents.ts';
import { countBusy } from './assignment-store.ts';

const snapshotMs = 250;

/** Which challengers have no hand free. Those who were drawn are waited for. */
export class BusyAgents {
  readonly #db: Db;
  #snapshot: { readonly at: number; readonly counts: Promise<Map<string, number>> } | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  /**
   * Reserves a place with everybody, or with nobody if somebody has none left. Counts are a moment old, and other nodes
   * count for themselves: an agent that gets too many tasks nevertheless declines.
   */
  async reserve(proofType: Pick<ProofType, 'schedule'>, agents: readonly Agent[], at: number): Promise<boolean> {
    const isSequential = proofType.schedule === 'sequential';
    const open = await (isSequential ? countBusy(this.#db, at) : this.#counts(at));
    // Bandwidth tests would disturb each other: one at a time.
    const isFull = ({ id, capacity }: Agent) => (open.get(id) ?? 0) >= (isSequential ? 1 : capacity);
    if (agents.some(isFull)) return false;
    for (const { id } of agents) open.set(id, (open.get(id) ?? 0) + 1);
    return true;
  }

  #counts(at: number): Promise<Map<string, number>> {
    if (this.#snapshot && Math.abs(at - this.#snapshot.at) <= snapshotMs) return this.#snapshot.counts;
    const counts = countBusy(this.#db, at);
    this.#snapshot = { at, counts };
    counts.catch(() => {
      this.#snapshot = undefined;
    });
    return counts;
  }
}
