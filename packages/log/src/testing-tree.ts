import { concat } from './bytes.ts';
import { encodeBundle } from './entry-bundles.ts';
import { leafHash } from './hashes.ts';
import { type TileName, tileWidth } from './tile-paths.ts';
import { TileReader } from './tile-reader.ts';
import { Tile } from './tiles.ts';

/** A log in memory: its tiles, and readers of any size up to its own. */
export const plant = (entries: readonly Uint8Array[]) => {
  const levels: Uint8Array[] = [];
  for (let hashes = entries.map(leafHash); hashes.length > 0; ) {
    levels.push(concat(...hashes));
    const full = Math.floor(hashes.length / tileWidth);
    hashes = Array.from({ length: full }, (_, i) =>
      new Tile(concat(...hashes.slice(i * tileWidth, (i + 1) * tileWidth))).node(8, 0),
    );
  }
  const tile = ({ level, index, width }: TileName): Uint8Array => {
    const from = index * tileWidth;
    if (level === 'entries') return encodeBundle(entries.slice(from, from + width));
    return (levels[level] as Uint8Array).slice(from * 32, (from + width) * 32);
  };
  return { tile, reader: (size: number) => new TileReader(size, async (name) => tile(name)) };
};
