import { hashBytes } from '@trigpoint/log';

const utf8 = new TextEncoder();

/** The bytes of an entry, which are hashed and served. Entries are stored as text. */
export const entryBytes = (entry: string): Uint8Array => utf8.encode(entry);

export const hashesOf = (tile: Uint8Array): Uint8Array[] =>
  Array.from({ length: tile.length / hashBytes }, (_, i) => tile.slice(i * hashBytes, (i + 1) * hashBytes));
