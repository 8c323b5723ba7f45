import { leafHash, openCheckpoint, type Signer, signCheckpoint, TreeEdge, tileWidth } from '@trigpoint/log';
import type { Db, Tx } from '../db/driver.ts';
import { entryBytes, hashesOf } from './entry-bytes.ts';
import * as store from './store.ts';

interface SequencerOptions {
  readonly db: Db;
  readonly now: () => number;
  readonly signer: Signer;
}

export interface Batch {
  readonly size: number;
  readonly checkpoint: string;
  /** The places of the batch's entries, by their ids. */
  readonly places: ReadonlyMap<string, number>;
  /** True if the batch has the largest size. More entries may wait then. */
  readonly isFull: boolean;
}

/** The largest batch. It holds the lock that every node needs. An entry takes 20 µs, so a batch takes 10 ms. */
const maxBatch = 512;

/**
 * Gives entries their places, one batch after another. A batch is one transaction under the lock of the log's row. So places,
 * tiles and the signed checkpoint are written together or not at all, and no two nodes give out the same place.
 */
export class Sequencer {
  readonly #options: SequencerOptions;
  /** The right edge of the tree after this node's last batch. It is read again if another node has added entries. */
  #edge: TreeEdge | undefined;

  constructor(options: SequencerOptions) {
    this.#options = options;
  }

  /** Undefined if nothing waits. With `isExpected` it does not ask that first. When it resolves, the batch survives kill -9. */
  async step(isExpected = false): Promise<Batch | undefined> {
    const { db } = this.#options;
    if (!isExpected && !(await store.isAnyWaiting(db))) return undefined;
    const done = await db.write((tx) => this.#batch(tx));
    this.#edge = done?.edge;
    return done?.batch;
  }

  async #batch(tx: Tx): Promise<{ edge: TreeEdge; batch: Batch } | undefined> {
    const { now, signer } = this.#options;
    const state = await store.lockState(tx);
    if (!state) throw new Error('This database has no log.');
    const placed = await store.placeWaiting(tx, state.size, maxBatch);
    if (placed.length === 0) return undefined;
    const edge = await this.#takeEdge(tx, state);
    const changed = new Set<number>();
    for (const { entry } of placed)
      for (const { level, index, hashes } of edge.add(leafHash(entryBytes(entry)))) {
        await store.keepTile(tx, level, index, hashes);
        changed.add(level + 1);
      }
    for (const level of changed) {
      const hashes = edge.partial(level);
      if (hashes.length > 0) await store.keepTile(tx, level, Math.floor(edge.size / tileWidth ** (level + 1)), hashes);
    }
    const { size } = edge;
    const checkpoint = signCheckpoint({ origin: signer.name, size, root: edge.root() }, signer);
    await store.updateState(tx, { size, checkpoint }, now());
    const places = new Map(placed.map(({ id, place }) => [id, place]));
    return { edge, batch: { size, checkpoint, places, isFull: placed.length === maxBatch } };
  }

  /** Removes the edge from this object: a transaction that is tried again must not find the leaves of its first try. */
  async #takeEdge(tx: Tx, { size, checkpoint }: store.LogState): Promise<TreeEdge> {
    const known = this.#edge;
    this.#edge = undefined;
    if (known?.size === size) return known;
    const edge = (known && (await grown(tx, known, size))) ?? (await readEdge(tx, size));
    // If the database is damaged, signing a checkpoint would fork the log, and nobody can undo that.
    const { root } = openCheckpoint(checkpoint, this.#options.signer);
    if (Buffer.compare(edge.root(), root) !== 0)
      throw new Error(`The log's ${size} entries in the database are not those that its checkpoint was signed for.`);
    return edge;
  }
}

/** Adds the entries of other nodes to the edge. Undefined if there are so many that reading the whole edge costs less. */
const grown = async (tx: Tx, edge: TreeEdge, size: number): Promise<TreeEdge | undefined> => {
  if (edge.size > size || size - edge.size > tileWidth / 2) return undefined;
  for (const it of await store.listEntries(tx, edge.size, size)) edge.add(leafHash(entryBytes(it)));
  return edge;
};

const readEdge = async (tx: Tx, size: number): Promise<TreeEdge> => {
  const from = size - (size % tileWidth);
  const partial = [(await store.listEntries(tx, from, size)).map((it) => leafHash(entryBytes(it)))];
  for (let level = 1; tileWidth ** level <= size; level++) {
    const hashes = Math.floor(size / tileWidth ** level);
    const tile = hashes % tileWidth > 0 && (await store.findTile(tx, level, Math.floor(hashes / tileWidth)));
    partial.push(tile ? hashesOf(tile) : []);
  }
  return new TreeEdge(size, partial);
};
