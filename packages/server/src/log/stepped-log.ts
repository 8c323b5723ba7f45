import {
  composeEntry,
  type Entry,
  emptyRoot,
  formatVerifierKey,
  makeSigner,
  parseCheckpoint,
  parseNote,
  SeedChain,
  signCheckpoint,
  toHex,
} from '@trigpoint/log';
import type { Db, Reader, Tx } from '../db/driver.ts';
import type { MakeChain } from './chain-thread.ts';
import { ownChain, SeedChains } from './seed-chains.ts';
import { Sequencer } from './sequencer.ts';
import { insertEntry, insertState, type LogState, placesOf, readState } from './store.ts';

const signer = makeSigner('stepped.example/log', new Uint8Array(32).fill(7));
/** Chains are short here, because making a long one takes too much time for many short runs. */
const seedChainLength = 512;
const makeChain: MakeChain = async (secret, length) => SeedChain.make(secret, length);
/** An entry that has no place after this many steps was lost. */
const mostSteps = 100;

/** The log for tests and proofs with a clock of their own. Entries get places when somebody waits, not by a timer. */
export class SteppedLog {
  readonly #db: Db;
  readonly #sequencer: Sequencer;
  readonly seeds: SeedChains;

  private constructor(db: Db, now: () => number) {
    this.#db = db;
    this.#sequencer = new Sequencer({ db, now, signer });
    this.seeds = new SeedChains({
      ...{ db, signer, makeChain, length: seedChainLength },
      append: (...it) => this.append(...it),
    });
  }

  /** The log that the database has, or a new one. */
  static async open(db: Db, now: () => number): Promise<SteppedLog> {
    const checkpoint = signCheckpoint({ origin: signer.name, size: 0, root: emptyRoot }, signer);
    await db.write((tx) => insertState(tx, { vkey: formatVerifierKey(signer), size: 0, checkpoint }, now()));
    return new SteppedLog(db, now);
  }

  async append(tx: Tx, entry: Entry, id: string): Promise<string> {
    await insertEntry(tx, id, composeEntry(entry));
    return id;
  }

  async sequenced(id: string): Promise<{ readonly index: number }> {
    for (let i = 0; i < mostSteps; i++) {
      const index = await this.indexOf(this.#db, id);
      if (index !== undefined) return { index };
      await this.#sequencer.step();
    }
    throw new Error(`The log has no entry ${id}.`);
  }

  get origin(): string {
    return signer.name;
  }

  valuesFor(name: string, length: number): Promise<SeedChain> {
    return ownChain({ signer, makeChain }, name, length);
  }

  async head(): Promise<{ readonly size: number; readonly root: string }> {
    const { size, checkpoint } = (await readState(this.#db)) as LogState;
    return { size, root: toHex(parseCheckpoint(parseNote(checkpoint).text).root) };
  }

  async size(): Promise<number> {
    return (await readState(this.#db))?.size ?? 0;
  }

  async indexOf(tx: Reader, id: string): Promise<number | undefined> {
    return (await placesOf(tx, [id])).get(id);
  }
}
