import type { WireCandidate } from '@trigpoint/proofs';
import type { Reader } from '../db/driver.ts';
import { findEligibleSet } from './store.ts';

export const readEligibleSet = async (db: Reader, hash: string): Promise<WireCandidate[]> =>
  JSON.parse((await findEligibleSet(db, hash)) ?? '[]');

/** Sets remembered at a time. One of 10,000 candidates is 5 MB when parsed, and challenges of one moment share it. */
const remembered = 8;

/** The sets that challengers were chosen from, by hash, read from the database once. */
export class EligibleSets {
  readonly #db: Reader;
  readonly #known = new Map<string, Promise<ReadonlyMap<string, WireCandidate>>>();

  constructor(db: Reader) {
    this.#db = db;
  }

  find(hash: string): Promise<ReadonlyMap<string, WireCandidate>> {
    const known = this.#known.get(hash) ?? this.#read(hash);
    this.#known.delete(hash);
    this.#known.set(hash, known);
    const oldest = this.#known.keys().next().value;
    if (this.#known.size > remembered && oldest !== undefined) this.#known.delete(oldest);
    known.catch(() => this.#known.delete(hash));
    return known;
  }

  async #read(hash: string): Promise<ReadonlyMap<string, WireCandidate>> {
    return new Map((await readEligibleSet(this.#db, hash)).map((it) => [it.id, it]));
  }
}
