/** Tiles are 256 hashes wide: eight levels of the tree in one file. */
export const tileHeight = 8;
export const tileWidth = 256;

/** One file of the log below its prefix (C2SP tlog-tiles): hashes of a level of tiles, or the entries themselves. */
export interface TileName {
  readonly level: number | 'entries';
  /** Counts from 0 within the level. */
  readonly index: number;
  /** How many hashes or entries it has; below 256 it is a partial tile. */
  readonly width: number;
}

/** 1234067 is `x001/x234/067`: no folder has more than a thousand files. */
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

/** Undefined for any path that `tilePath` does not write. So each tile has one path. */
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
