import type { Tile, TileName } from '@trigpoint/log';

/** How many tiles are kept. A tile takes 16 kB with its inner nodes, which cost 255 hashes. */
const kept = { leaves: 128, above: 512 };

/**
 * Tiles that proofs were made from. There are few tiles above the leaves, and every proof needs some of them. They are kept
 * apart, so that the many tiles of leaves do not push them out. A tile of one width never changes.
 */
export class TileCache {
  readonly #leaves = new Map<string, Tile>();
  readonly #above = new Map<string, Tile>();

  find(name: TileName): Tile | undefined {
    return (name.level === 0 ? this.#leaves : this.#above).get(keyOf(name));
  }

  keep(name: TileName, tile: Tile): Tile {
    const [tiles, most] = name.level === 0 ? [this.#leaves, kept.leaves] : [this.#above, kept.above];
    const oldest = tiles.size >= most && tiles.keys().next().value;
    if (oldest) tiles.delete(oldest);
    tiles.set(keyOf(name), tile);
    return tile;
  }
}

const keyOf = ({ level, index, width }: TileName): string => `${level}/${index}/${width}`;
