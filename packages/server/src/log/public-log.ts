import {
  composeEntry,
  type Entry,
  encodeBundle,
  formatInclusion,
  formatNote,
  formatVerifierKey,
  hashBytes,
  leafHash,
  parseCheckpoint,
  parseNote,
  type SeedChain,
  type Signer,
  signNote,
  Tile,
  type TileName,
  TileReader,
  tileWidth,
  toHex,
  widthIn,
} from '@trigpoint/log';
import type { Db, Reader, Tx } from '../db/driver.ts';
import type { MakeChain } from './chain-thread.ts';
import { entryBytes } from './entry-bytes.ts';
import { ownChain, SeedChains } from './seed-chains.ts';
import { type Batch, Sequencer } from './sequencer.ts';
import * as store from './store.ts';
import { TileCache } from './tile-cache.ts';

interface PublicLogOptions {
  readonly db: Db;
  readonly now: () => number;
  readonly random: (bytes: number) => Buffer;
  readonly signer: Signer;
  readonly makeChain: MakeChain;
  readonly warn: (problem: string, error: unknown) => void;
}

/** The pause between two batches of one node. Entries that come meanwhile share the next batch. */
const gatherMs = 5;
/** The delay for entries that nobody waits for. A batch costs one commit, however many entries it has. */
const unhurriedMs = 50;
/** An entry that is waited for and has no place is looked for again after this, and then after twice as long each time. */
const againMs = 2;
const mostAgainMs = 200;
/** If an entry is not found after this long, its transaction was rolled back. */
const expectedMs = 10_000;
/** How often a node looks for entries of nodes that died before they gave them places. */
const pollMs = 1_000;

interface Waiter {
  readonly resolve: (place: { index: number }) => void;
  readonly reject: (error: Error) => void;
}

/**
 * What the service says in public and cannot take back. Entries are appended in the transaction that makes them true. Every node
 * gives places to all entries that wait, so that no entry depends on the node that wrote it.
 */
export class PublicLog {
  readonly #options: PublicLogOptions;
  readonly #sequencer: Sequencer;
  /** The service's half of the seeds, which rests on the log's key. */
  readonly seeds: SeedChains;
  readonly #waiters = new Map<string, Waiter[]>();
  /** Entries of this node that have no place yet, and until when they are looked for. */
  readonly #expected = new Map<string, number>();
  readonly #tiles = new TileCache();
  #isStopped = false;
  #timer: NodeJS.Timeout | undefined;
  /** When the timer fires. */
  #dueAt = Number.POSITIVE_INFINITY;
  #lastBatchAt = 0;
  #againMs = againMs;
  #working: Promise<void> | undefined;
  /** The newest checkpoint here. On SQLite only this one is told: reads show commits that are not on disk yet. */
  #published: { readonly size: number; readonly checkpoint: string };

  constructor(options: PublicLogOptions, state: store.LogState) {
    this.#options = options;
    this.#sequencer = new Sequencer(options);
    this.seeds = new SeedChains({ ...options, append: (tx, entry, id) => this.append(tx, entry, id) });
    this.#published = state;
  }

  /** The log's name for itself. */
  get origin(): string {
    return this.#options.signer.name;
  }

  /** The public key that readers check the log's signatures with. */
  get vkey(): string {
    return formatVerifierKey(this.#options.signer);
  }

  /**
   * Appends an entry inside a transaction. It gets its place after the commit. `id` names what the entry is about, such as
   * `transcript:12`; a second entry with the same id changes nothing. Returns the id, for `sequenced`.
   */
  async append(tx: Tx, entry: Entry, id: string = this.#options.random(16).toString('hex')): Promise<string> {
    await store.insertEntry(tx, id, composeEntry(entry));
    this.#expected.set(id, performance.now() + expectedMs);
    this.#schedule(unhurriedMs);
    return id;
  }

  /** Resolves when the entry has its place and the checkpoint that covers it is public. Call it after the commit. */
  sequenced(id: string): Promise<{ index: number }> {
    return new Promise((resolve, reject) => {
      if (this.#isStopped) return reject(closed());
      const waiters = this.#waiters.get(id) ?? [];
      waiters.push({ resolve, reject });
      this.#waiters.set(id, waiters);
      this.#againMs = againMs;
      this.#schedule(this.#lastBatchAt + gatherMs - performance.now());
    });
  }

  /** The index of an entry; undefined while it waits, or if there is no such entry. */
  async indexOf(tx: Reader, id: string): Promise<number | undefined> {
    return (await store.placesOf(tx, [id])).get(id);
  }

  /**
   * An entry and the proof that it is in the log, for somebody who will be offline. The proof is for the checkpoint
   * `cosigned` if that covers the entry, otherwise for the newest checkpoint. Undefined while no public checkpoint covers the
   * entry.
   */
  async prove(
    id: string,
    cosigned?: { readonly size: number; readonly checkpoint: string },
  ): Promise<{ readonly entry: string; readonly proof: string } | undefined> {
    const found = (await this.entriesOf([id])).get(id);
    const isCovered = found && cosigned && found.index < cosigned.size;
    const { size, checkpoint } = isCovered ? cosigned : await this.checkpoint();
    if (!found || found.index >= size) return undefined;
    const { index, entry } = found;
    return { entry, proof: formatInclusion({ index, path: await this.reader(size).inclusion(index), checkpoint }) };
  }

  /** Entries that are in the log, by their ids. */
  entriesOf(ids: readonly string[]): Promise<ReadonlyMap<string, { readonly index: number; readonly entry: string }>> {
    return store.findEntries(this.#options.db, ids);
  }

  /** Signs a text with the key of the log. A text that begins with the log's name could be taken for a checkpoint. */
  sign(text: string): string {
    if (text.startsWith(`${this.origin}\n`)) throw new Error('Only checkpoints begin with the name of the log.');
    return formatNote(signNote(text, this.#options.signer));
  }

  /** Values that are fixed now and published one by one, such as for the times of a watch. Each `name` is used once. */
  valuesFor(name: string, length: number): Promise<SeedChain> {
    return ownChain(this.#options, name, length);
  }

  /** The newest signed checkpoint and its size. */
  async checkpoint(): Promise<{ readonly size: number; readonly checkpoint: string }> {
    if (this.#options.db.dialect === 'sqlite') return this.#published;
    const state = await store.readState(this.#options.db);
    if (!state) throw new Error('This database has no log.');
    return state;
  }

  /** Size and root, in hex, of the newest checkpoint. */
  async head(): Promise<{ readonly size: number; readonly root: string }> {
    const { size, checkpoint } = await this.checkpoint();
    return { size, root: toHex(parseCheckpoint(parseNote(checkpoint).text).root) };
  }

  /** A tile or a bundle of entries as it is served. Undefined if the log is too short for it. */
  async tile(name: TileName): Promise<Uint8Array | undefined> {
    const { size } = await this.checkpoint();
    return name.width <= widthIn(size, name) ? this.#read(name) : undefined;
  }

  /** Makes proofs for one size of the log, which must not exceed that of the newest checkpoint. */
  reader(size: number): TileReader {
    return new TileReader(size, (name) => this.#tileFor(name));
  }

  start(): void {
    this.#schedule(0);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#working;
    for (const { reject } of [...this.#waiters.values()].flat()) reject(closed());
    this.#waiters.clear();
  }

  /** Plans the next work after this time, unless earlier work is planned already. */
  #schedule(ms: number): void {
    const dueAt = performance.now() + ms;
    if (this.#isStopped || this.#working || dueAt >= this.#dueAt) return;
    clearTimeout(this.#timer);
    this.#dueAt = dueAt;
    this.#timer = setTimeout(() => {
      this.#dueAt = Number.POSITIVE_INFINITY;
      this.#working = this.#work();
    }, ms);
  }

  async #work(): Promise<void> {
    let waitMs: (() => number) | undefined;
    try {
      const batch = await this.#step();
      waitMs = () => this.#waitAfter(batch);
    } catch (error) {
      this.#options.warn('giving places in the log failed', error);
    }
    // The waiting time is computed now, without an await after it. So it counts everybody who began to wait during the work.
    this.#working = undefined;
    this.#schedule(waitMs?.() ?? mostAgainMs);
  }

  async #step(): Promise<Batch | undefined> {
    const { db } = this.#options;
    // Entries of this node surely wait the first time, so nothing is asked before. After a miss another node may have placed
    // them.
    const batch = await this.#sequencer.step(this.#expected.size > 0 && this.#againMs === againMs);
    if (batch) {
      this.#published = batch;
      this.#lastBatchAt = performance.now();
      this.#againMs = againMs;
      this.#tell(batch.places);
    }
    // Some entries may have got their places before they were waited for, or from another node.
    const open = new Set(this.#waiters.keys());
    if (db.dialect === 'postgres') for (const id of this.#expected.keys()) open.add(id);
    if (open.size > 0) this.#tell(await store.placesOf(db, [...open].slice(0, 1_000)));
    this.#forgetLost();
    return batch;
  }

  #waitAfter(batch: Batch | undefined): number {
    if (batch?.isFull) return 0;
    if (this.#waiters.size === 0) return this.#expected.size > 0 ? unhurriedMs : pollMs;
    if (batch) return gatherMs;
    this.#againMs = Math.min(2 * this.#againMs, mostAgainMs);
    return this.#againMs / 2;
  }

  #tell(places: ReadonlyMap<string, number>): void {
    for (const [id, index] of places) {
      this.#expected.delete(id);
      for (const { resolve } of this.#waiters.get(id) ?? []) resolve({ index });
      this.#waiters.delete(id);
    }
  }

  #forgetLost(): void {
    const at = performance.now();
    for (const [id, until] of this.#expected) if (until < at) this.#expected.delete(id);
  }

  async #read({ level, index, width }: TileName): Promise<Uint8Array | undefined> {
    const { db } = this.#options;
    const from = index * tileWidth;
    if (level !== 'entries' && (level > 0 || width === tileWidth))
      return (await store.findTile(db, level, index))?.subarray(0, width * hashBytes);
    const entries = (await store.listEntries(db, from, from + width)).map(entryBytes);
    return level === 'entries' ? encodeBundle(entries) : Buffer.concat(entries.map(leafHash));
  }

  async #tileFor(name: TileName): Promise<Uint8Array | Tile> {
    const known = this.#tiles.find(name);
    if (known) return known;
    const bytes = await this.#read(name);
    if (!bytes) throw new Error(`The log has no tile ${name.level}/${name.index} of width ${name.width}.`);
    return name.level === 'entries' ? bytes : this.#tiles.keep(name, new Tile(bytes));
  }
}

const closed = () => new Error('The log is closed.');
