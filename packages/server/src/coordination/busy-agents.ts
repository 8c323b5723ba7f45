import type { Db } from '../db/driver.ts';
import type { Agent } from '../network/agents.ts';
import { countBusy } from './assignment-store.ts';
import { aheadOf, type Claimant, turnFor, type Waiting } from './waiting-lists.ts';
import { deleteWaiting, insertWaiting, listWaiting } from './waiting-store.ts';

const snapshotMs = 250;

/**
 * Knows which challengers have no capacity left. Challenges wait for the challengers they drew, in the order of the waiting
 * list.
 */
export class BusyAgents {
  readonly #db: Db;
  #snapshot: { readonly at: number; readonly counts: Promise<Map<string, number>> } | undefined;
  #waiting: { readonly at: number; readonly list: Promise<Waiting[]> } | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  /**
   * Reserves a place with all of these agents. If one of them has none left, reserves nothing, and the challenge waits.
   * Counts are a moment old, and other nodes count for themselves. So an agent may still get too many tasks; it then
   * declines.
   */
  async reserve(claimant: Claimant, agents: readonly Agent[], at: number): Promise<boolean> {
    const { isSequential } = claimant;
    const open = await (isSequential ? countBusy(this.#db, at) : this.#counts(at));
    const waiting = await this.#list(at);
    const known = waiting.find((it) => it.challengeId === claimant.challengeId);
    const mine = known ?? { ...claimant, turn: turnFor(claimant, waiting), since: at };
    const ahead = aheadOf(mine, waiting);
    // Bandwidth tests would disturb each other, so an agent takes one at a time.
    const isFull = ({ id, capacity }: Agent) =>
      (open.get(id) ?? 0) + (ahead.get(id) ?? 0) >= (isSequential ? 1 : capacity);
    if (agents.some(isFull)) {
      if (!known) await this.#enlist(mine);
      return false;
    }
    for (const { id } of agents) open.set(id, (open.get(id) ?? 0) + 1);
    return true;
  }

  /**
   * Takes a challenge off the waiting list, because it has begun, has ended, or cannot begin now. Others need not wait for
   * it.
   */
  async leave(challengeId: string, at: number): Promise<void> {
    if (!(await this.#list(at)).some((it) => it.challengeId === challengeId)) return;
    await deleteWaiting(this.#db, challengeId);
    this.#waiting = undefined;
  }

  async #enlist(mine: Omit<Waiting, 'isProverBusy'>): Promise<void> {
    await insertWaiting(this.#db, mine);
    this.#waiting = undefined;
  }

  #list(at: number): Promise<Waiting[]> {
    if (this.#waiting && Math.abs(at - this.#waiting.at) <= snapshotMs) return this.#waiting.list;
    const list = listWaiting(this.#db);
    this.#waiting = { at, list };
    list.catch(() => {
      this.#waiting = undefined;
    });
    return list;
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
