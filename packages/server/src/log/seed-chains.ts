import { createHash } from 'node:crypto';
import { type EntryOf, type SeedChain, type Signer, toHex } from '@trigpoint/log';
import type { Db, Tx } from '../db/driver.ts';
import type { MakeChain } from './chain-thread.ts';
import * as store from './seed-chain-store.ts';

/** How many values a chain has. A thread makes them in 30 ms. A verifier hashes at most as many. */
const chainLength = 16_384;
/** When a chain has fewer values left, the next chain is made, so that a batch of acceptances never runs out of values. */
const spareValues = 256;

/** A chain that had plenty of values left is not looked at again for this long. */
const plentyMs = 1_000;

interface SeedChainsOptions {
  readonly db: Db;
  readonly signer: Pick<Signer, 'name' | 'sign'>;
  readonly makeChain: MakeChain;
  /** How many values a chain has. Proofs that begin many logs use fewer. */
  readonly length?: number;
  /** Writes the anchor of a new chain into the log. */
  readonly append: (tx: Tx, entry: EntryOf<'seeds'>, id: string) => Promise<unknown>;
}

/** A chain whose secret follows from the log's key and a name, so that every node can make it again. */
export const ownChain = (
  { signer, makeChain }: Pick<SeedChainsOptions, 'signer' | 'makeChain'>,
  name: string,
  length: number,
): Promise<SeedChain> => {
  // An Ed25519 signature of the same text is always the same. The log signs nothing else that begins like this.
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
 * The service's part of every seed. All values of a chain are fixed before the first is used. Whoever knows a value can
 * compute all earlier ones. So values are taken in order, each in the transaction that writes its acceptance. When a value is
 * published, the acceptances of all earlier values are public.
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

  /** Makes the next chain if there is none or the newest is nearly used up. Its anchor is logged before any value is used. */
  async prepare(): Promise<void> {
    const { db, append } = this.#options;
    if (performance.now() < this.#plentyUntil) return;
    const newest = await store.newestChain(db);
    if (newest && newest.nextIndex + Math.min(spareValues, this.#length / 4) <= newest.length) return;
    const number = (newest?.number ?? 0) + 1;
    const anchor = toHex((await this.#chain(number)).anchor);
    await db.write(async (tx) => {
      // The value with index 0 is the anchor, which is public. So the first value for a seed has index 1.
      if ((await store.insertChain(tx, { number, anchor, length: this.#length, nextIndex: 1 })) === 0) return;
      await append(tx, { kind: 'seeds', version: 1, anchor, length: this.#length }, `seeds:${number}`);
    });
  }

  /** Whether so many values are left that all nodes together cannot use them up before this node looks again. */
  #isPlenty({ nextIndex, length }: store.SeedChainRow): boolean {
    return nextIndex < length / 2 && length - nextIndex > 16 * spareValues;
  }

  /** Nobody else takes a value until the transaction ends. */
  async lock(tx: Tx): Promise<void> {
    await store.lockNewestChain(tx);
  }

  /** Takes the next value. Returns which one it is, not the value itself. */
  async take(tx: Tx): Promise<TakenValue> {
    const taken = await store.takeIndex(tx);
    if (!taken) throw new Error('There is no value left in the chain of seeds.');
    if (this.#isPlenty(taken)) this.#plentyUntil = performance.now() + plentyMs;
    return { chain: taken.number, anchor: taken.anchor, index: taken.nextIndex };
  }

  /** The value itself. It may be published after the acceptance that took it is public. */
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
