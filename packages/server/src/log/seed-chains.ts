import { createHash } from 'node:crypto';
import { type EntryOf, type SeedChain, type Signer, toHex } from '@trigpoint/log';
import type { Db, Tx } from '../db/driver.ts';
import type { MakeChain } from './chain-thread.ts';
import * as store from './seed-chain-store.ts';

/** Values per chain: a thread hashes them in 30 ms, and a verifier hashes back as far at most. */
const chainLength = 16_384;
/** A chain with fewer values left is followed by the next one, so that one batch of acceptances never runs out. */
const spareValues = 256;

/** A chain that had plenty of values left needs no look for as long. */
const plentyMs = 1_000;

export interface SeedChainsOptions {
  readonly db: Db;
  readonly signer: Pick<Signer, 'name' | 'sign'>;
  readonly makeChain: MakeChain;
  /** Values per chain; fewer for proofs that begin many logs. */
  readonly length?: number;
  /** Says the first value of a new chain in the log. */
  readonly append: (tx: Tx, entry: EntryOf<'seeds'>, id: string) => Promise<unknown>;
}

/** A chain whose secret follows from the log's key and a name, so that every node can make it again. */
export const ownChain = (
  { signer, makeChain }: Pick<SeedChainsOptions, 'signer' | 'makeChain'>,
  name: string,
  length: number,
): Promise<SeedChain> => {
  // Ed25519 signs the same text in the same way, and the log signs nothing else that begins like this.
  const signature = signer.sign(Buffer.from(`trigpoint ${name} of ${signer.name}`));
  return makeChain(createHash('sha256').update(signature).digest(), length);
};

/** Which value of which chain goes into a seed. */
export interface TakenValue {
  readonly chain: number;
  readonly anchor: string;
  readonly index: number;
}

/**
 * The service's half of every seed: values that were all decided before the first of them is used. A value also tells all
 * before it, so values are taken in order, each by one acceptance, in the transaction that writes the acceptance: when a
 * value is told, the acceptances of all before it are public.
 *
 * The secret of a chain follows from the log's key, which all nodes have and the database has not.
 */
export class SeedChains {
  readonly #options: SeedChainsOptions;
  readonly #length: number;
  readonly #made = new Map<number, Promise<SeedChain>>();
  #plentyUntil = 0;

  constructor(options: SeedChainsOptions) {
    this.#options = options;
    this.#length = options.length ?? chainLength;
  }

  /** Makes the next chain where there is none, or where the newest is nearly used up. Its first value is logged before it is used. */
  async prepare(): Promise<void> {
    const { db, append } = this.#options;
    if (performance.now() < this.#plentyUntil) return;
    const newest = await store.newestChain(db);
    if (newest && newest.nextIndex + Math.min(spareValues, this.#length / 4) <= newest.length) return;
    const number = (newest?.number ?? 0) + 1;
    const anchor = toHex((await this.#chain(number)).anchor);
    await db.write(async (tx) => {
      // The first value is public: the first that goes into a seed is the next one.
      if ((await store.insertChain(tx, { number, anchor, length: this.#length, nextIndex: 1 })) === 0) return;
      await append(tx, { kind: 'seeds', version: 1, anchor, length: this.#length }, `seeds:${number}`);
    });
  }

  /** Whether all nodes together cannot use the rest up before this node looks again. */
  #isPlenty({ nextIndex, length }: store.SeedChainRow): boolean {
    return nextIndex < length / 2 && length - nextIndex > 16 * spareValues;
  }

  /** Until the transaction ends nobody else takes a value. */
  async lock(tx: Tx): Promise<void> {
    await store.lockNewestChain(tx);
  }

  /** The next value by its name. */
  async take(tx: Tx): Promise<TakenValue> {
    const taken = await store.takeIndex(tx);
    if (!taken) throw new Error('There is no value left in the chain of seeds.');
    if (this.#isPlenty(taken)) this.#plentyUntil = performance.now() + plentyMs;
    return { chain: taken.number, anchor: taken.anchor, index: taken.nextIndex };
  }

  /** The value itself. It may be told when the acceptance that took it is public. */
  async value({ chain, anchor, index }: TakenValue): Promise<string> {
    const made = await this.#chain(chain);
    if (toHex(made.anchor) !== anchor)
      throw new Error(`The chain of seeds ${chain} was made with another key of the log.`);
    return toHex(made.value(index));
  }

  #chain(number: number): Promise<SeedChain> {
    let made = this.#made.get(number);
    if (!made) {
      made = ownChain(this.#options, `seed chain ${number}`, this.#length);
      this.#made.set(number, made);
      made.catch(() => this.#made.delete(number));
    }
    return made;
  }
}
