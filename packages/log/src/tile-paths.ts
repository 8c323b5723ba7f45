/** Tiles are 256 hashes wide: eight levels of the tree in one file. */
export const tileHeight = 8;
export const tileWidth = 256;

/** The name of one file of the log (C2SP tlog-tiles). It has hashes of a level of the tree, or the entries themselves. */
export interface TileName {
  readonly level: number | 'entries';
  /** Counts from 0 within the level. */
  readonly index: number;
  /** How many hashes or entries it has. With fewer than 256 it is a partial tile. */
  readonly width: number;
}

/** Writes 1234067 as `x001/x234/067`, so that no folder has more than a thousand files. */
const encodeIndex = (index: number): string => {
  let text = String(index % 1000).padStart(3, '0');
  for (let rest = Math.floor(index / 1000); rest > 0; rest = Math.floor(rest / 1000))
    text = `x${String(rest % 1000).padStart(3, '0')}/${text}`;
  return text;
};

export const tilePath = ({ level, index, width }: TileName): string =>
  `tile/${level}/${encodeIndex(index)}${width === tileWidth ? '' : `.p/${width}`}`;

const form = /^tile\/(entries|0|[1-9]\d?)\/((?:x\d{3}\/)*)(\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;
const maxLevel = 63;

/** Reads a path. Undefined for any path that `tilePath` does not write, so that each tile has one path. */
export const parseTilePath = (path: string): TileName | undefined => {
  const [, level = '', folders = '', last = '', width = String(tileWidth)] = form.exec(path) ?? [];
  if (level === '' || (level !== 'entries' && Number(level) > maxLevel)) return undefined;
  const index = Number(folders.replace(/[x/]/g, '') + last);
  if (!Number.isSafeInteger(index)) return undefined;
  const name: TileName = { level: level === 'entries' ? level : Number(level), index, width: Number(width) };
  return tilePath(name) === path ? name : undefined;
};

/** How wide this tile is in a tree of `size` leaves; 0 if the tree does not reach it. */
export const widthIn = (size: number, { level, index }: Pick<TileName, 'level' | 'index'>): number => {
  const hashes = Math.floor(size / tileWidth ** (level === 'entries' ? 0 : level));
  return Math.max(0, Math.min(tileWidth, hashes - index * tileWidth));
};
