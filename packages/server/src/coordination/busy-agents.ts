import type { Db } from '../db/driver.ts';
import type { Agent } from '../network/agents.ts';
import { countBusy } from './assignment-store.ts';
import { aheadOf, type Claimant, turnFor, type Waiting } from './waiting-lists.ts';
import { deleteWaiting, insertWaiting, listWaiting } from './waiting-store.ts';

const snapshotMs = 250;

/** Knows which challengers have no capacity left. Challenges wait for them in the order of the waiting list. */
export class BusyAgents {
  readonly #db: Db;
  readonly #counts: ReturnType<typeof remembered<Map<string, number>>>;
  readonly #list: ReturnType<typeof remembered<Waiting[]>>;

  constructor(db: Db) {
    this.#db = db;
    this.#counts = remembered((at) => countBusy(db, at));
    this.#list = remembered(() => listWaiting(db));
  }

  /**
   * Reserves a place with all of these agents. If one of them has none left, reserves nothing, and the challenge waits.
   * Counts are a moment old, and other nodes count for themselves. So an agent may still get too many tasks; it then
   * declines.
   */
  async reserve(claimant: Claimant, agents: readonly Agent[], at: number): Promise<boolean> {
    const { isSequential } = claimant;
    const open = await (isSequential ? countBusy(this.#db, at) : this.#counts.read(at));
    const waiting = await this.#list.read(at);
    const known = waiting.find((it) => it.challengeId === claimant.challengeId);
    const mine = known ?? { ...claimant, turn: turnFor(claimant, waiting), since: at };
    const ahead = aheadOf(mine, waiting);
    // Bandwidth tests would disturb each other, so an agent takes one at a time.
    const isFull = ({ id, capacity }: Agent) =>
      (open.get(id) ?? 0) + (ahead.get(id) ?? 0) >= (isSequential ? 1 : capacity);
    if (agents.some(isFull)) {
      if (!known) {
        await insertWaiting(this.#db, mine);
        this.#list.forget();
      }
      return false;
    }
    for (const { id } of agents) open.set(id, (open.get(id) ?? 0) + 1);
    return true;
  }

  /** Takes a challenge off the waiting list, because it has begun, has ended, or cannot begin now. */
  async leave(challengeId: string, at: number): Promise<void> {
    if (!(await this.#list.read(at)).some((it) => it.challengeId === challengeId)) return;
    await deleteWaiting(this.#db, challengeId);
    this.#list.forget();
  }
}

/** Reads something again only after a moment has passed, or after it was forgotten. */
const remembered = <T>(look: (at: number) => Promise<T>) => {
  let known: { readonly at: number; readonly found: Promise<T> } | undefined;
  const forget = () => {
    known = undefined;
  };
  const read = (at: number): Promise<T> => {
    if (known && Math.abs(at - known.at) <= snapshotMs) return known.found;
    const found = look(at);
    known = { at, found };
    found.catch(forget);
    return found;
  };
  return { read, forget };
};
