import { hashBytes, pairHash } from './hashes.ts';
import { tileHeight, tileWidth } from './tile-paths.ts';

/** A tile or bundle that is malformed, or not as wide as it should be. */
export class TileError extends Error {
  override readonly name = 'TileError';
}

/** The hashes of one tile. The hashes of the levels inside it are computed when they are first needed. */
export class Tile {
  /** `#levels[h]` holds the nodes of height h above the tile's own hashes, one after another. */
  readonly #levels: Uint8Array[];

  constructor(hashes: Uint8Array) {
    if (hashes.length === 0 || hashes.length % hashBytes !== 0 || hashes.length > tileWidth * hashBytes)
      throw new TileError(`A tile cannot have ${hashes.length} bytes.`);
    this.#levels = [hashes];
  }

  get width(): number {
    return (this.#levels[0] as Uint8Array).length / hashBytes;
  }

  /** The hash of a node, by its height above the tile's own hashes (0 to 8). All of its leaves must be in this tile. */
  node(height: number, index: number): Uint8Array {
    if (height > tileHeight || (index + 1) * 2 ** height > this.width)
      throw new TileError(`A tile of width ${this.width} has no node ${index} of height ${height}.`);
    for (let h = this.#levels.length; h <= height; h++) this.#levels.push(above(this.#levels[h - 1] as Uint8Array));
    const level = this.#levels[height] as Uint8Array;
    return level.subarray(index * hashBytes, (index + 1) * hashBytes);
  }
}

const above = (level: Uint8Array): Uint8Array => {
  const pairBytes = 2 * hashBytes;
  const pairs = Math.floor(level.length / pairBytes);
  const nodes = new Uint8Array(pairs * hashBytes);
  for (let i = 0; i < pairs; i++)
    nodes.set(pairHash(level.subarray(i * pairBytes, (i + 1) * pairBytes)), i * hashBytes);
  return nodes;
};
