import type { WireCandidate } from '@trigpoint/proofs';
import type { Reader } from '../db/driver.ts';
import { findEligibleSet } from './store.ts';

/** A set of 10,000 is 5 MB when parsed, and challenges of one moment share it. */
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
    const candidates: WireCandidate[] = JSON.parse((await findEligibleSet(this.#db, hash)) ?? '[]');
    return new Map(candidates.map((it) => [it.id, it]));
  }
}
