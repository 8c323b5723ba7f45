import { isEqual } from './bytes.ts';
import { decodeBundle } from './entry-bundles.ts';
import { emptyRoot, leafHash } from './hashes.ts';
import { type TileName, tileHeight, tileWidth, widthIn } from './tile-paths.ts';
import { Tile, TileError } from './tiles.ts';
import {
  completeSubtrees,
  consistencyRanges,
  foldRight,
  inclusionRanges,
  type Range,
  verifyConsistency,
} from './tree-proofs.ts';

/** Fetches a tile of this width, or a wider one of the same index: a partial tile may be gone once the tile is full. */
export type FetchTile = (tile: TileName) => Promise<Uint8Array | Tile>;

/**
 * Makes proofs from tiles. It does not check the tiles. A caller that fetches them from somebody else must compare the root with a
 * checkpoint, or verify the proof.
 */
export class TileReader {
  readonly size: number;
  readonly #fetch: FetchTile;
  readonly #tiles = new Map<string, Promise<Tile>>();

  constructor(size: number, fetch: FetchTile) {
    this.size = size;
    this.#fetch = fetch;
  }

  async root(): Promise<Uint8Array> {
    return this.size === 0 ? emptyRoot : this.#range({ from: 0, to: this.size });
  }

  leaf(index: number): Promise<Uint8Array> {
    return this.#node(0, index);
  }

  /** The path that `verifyInclusion` takes. */
  inclusion(index: number): Promise<Uint8Array[]> {
    if (!(index >= 0 && index < this.size))
      throw new RangeError(`There is no leaf ${index} in a tree of ${this.size}.`);
    return Promise.all(inclusionRanges(index, this.size).map((it) => this.#range(it)));
  }

  /** The path that `verifyConsistency` takes, from an older size to this one. */
  consistency(oldSize: number): Promise<Uint8Array[]> {
    if (!(oldSize >= 0 && oldSize <= this.size))
      throw new RangeError(`A tree of ${this.size} cannot continue one of ${oldSize}.`);
    return Promise.all(consistencyRanges(oldSize, this.size).map((it) => this.#range(it)));
  }

  /** The entries of one bundle, each compared with its leaf. */
  async entries(index: number): Promise<Uint8Array[]> {
    const width = widthIn(this.size, { level: 'entries', index });
    if (width === 0) throw new RangeError(`There is no bundle ${index} in a tree of ${this.size}.`);
    const bytes = await this.#fetch({ level: 'entries', index, width });
    if (bytes instanceof Tile) throw new TileError('A bundle of entries is not a tile of hashes.');
    const entries = decodeBundle(bytes);
    if (entries.length < width) throw new TileError(`Bundle ${index} has ${entries.length} entries, not ${width}.`);
    const tile = await this.#tile(0, index);
    for (let i = 0; i < width; i++)
      if (!isEqual(leafHash(entries[i] as Uint8Array), tile.node(0, i)))
        throw new TileError(`Entry ${index * tileWidth + i} is not the one that the tree has.`);
    return entries.slice(0, width);
  }

  async #range(range: Range): Promise<Uint8Array> {
    return foldRight(await Promise.all(completeSubtrees(range).map(({ height, index }) => this.#node(height, index))));
  }

  /** The hash of a complete subtree of 2^height leaves. */
  async #node(height: number, index: number): Promise<Uint8Array> {
    const level = Math.floor(height / tileHeight);
    const inner = height % tileHeight;
    const nodes = tileWidth / 2 ** inner;
    return (await this.#tile(level, Math.floor(index / nodes))).node(inner, index % nodes);
  }

  #tile(level: number, index: number): Promise<Tile> {
    const key = `${level}/${index}`;
    let tile = this.#tiles.get(key);
    if (!tile) {
      tile = this.#load({ level, index, width: widthIn(this.size, { level, index }) });
      this.#tiles.set(key, tile);
    }
    return tile;
  }

  async #load(name: TileName): Promise<Tile> {
    const found = await this.#fetch(name);
    const tile = found instanceof Tile ? found : new Tile(found);
    if (tile.width < name.width)
      throw new TileError(`Tile ${name.level}/${name.index} is ${tile.width} wide, not ${name.width}.`);
    return tile;
  }
}

interface Tree {
  readonly size: number;
  readonly root: Uint8Array;
}

/** Whether the tiles show that a tree continues an older one, which is not larger. */
export const showContinued = async (tile: FetchTile, older: Tree, { size, root }: Tree): Promise<boolean> => {
  const path = await new TileReader(size, tile).consistency(older.size);
  return verifyConsistency({ oldSize: older.size, oldRoot: older.root, size, root, path });
};
