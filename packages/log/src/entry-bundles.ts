import { concat } from './bytes.ts';
import { TileError } from './tiles.ts';

/** The bundle states an entry's length in 16 bits. */
export const maxEntryBytes = 0xffff;

/** The entries of a tile's leaves, each behind its length (two bytes, big-endian). */
export const encodeBundle = (entries: readonly Uint8Array[]): Uint8Array =>
  concat(
    ...entries.flatMap((entry) => {
      if (entry.length > maxEntryBytes) throw new TileError(`An entry of ${entry.length} bytes is too long.`);
      return [Uint8Array.of(entry.length >> 8, entry.length & 255), entry];
    }),
  );

export const decodeBundle = (bytes: Uint8Array): Uint8Array[] => {
  const entries: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = ((bytes[at] as number) << 8) | (bytes[at + 1] ?? 0);
    const end = at + 2 + length;
    if (end > bytes.length) throw new TileError('A bundle ends inside of an entry.');
    entries.push(bytes.subarray(at + 2, end));
    at = end;
  }
  return entries;
};
