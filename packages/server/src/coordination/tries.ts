import { distanceKm, type Place, wrapLongitude } from '@trigpoint/proofs';
import type { Tx } from '../db/driver.ts';
import { dayMs } from '../times.ts';
import * as store from './acceptance-store.ts';

/** How long a try counts, and how long a key is young. */
const triesCountDays = 30;
/** Tries of young keys whose claims are this close to each other are counted together. */
const togetherKm = 500;
/** Tries are counted in cells of one degree. From its middle to a corner no cell is longer than this. */
const halfCellKm = 79;

export interface Trier {
  readonly proofType: string;
  readonly key: string;
  readonly owner: string;
  /** /24 or /48 */
  readonly network: string;
  readonly firstSeen: number;
  /** The place that is asked about; undefined for types without places. */
  readonly place: Place | undefined;
}

/**
 * Counts one more try. Returns how many there were in 30 days, including this one: the largest of the counts of the key, its
 * owner and its network. Keys cost nothing, so the tries of keys younger than 30 days are also counted together around the
 * place they claim. A prover that names a stranger as its owner only adds the stranger's tries to its own count.
 */
export const countTry = async (tx: Tx, it: Trier, at: number): Promise<number> => {
  const day = Math.floor(at / dayMs);
  const kind = (name: string) => `${it.proofType} ${name}`;
  const isYoung = it.place !== undefined && at - it.firstSeen < triesCountDays * dayMs;
  const single = [
    [kind('key'), it.key],
    [kind('owner'), it.owner],
    [kind('network'), it.network],
  ] as const;
  const own = isYoung ? [[kind('young'), cellOf(it.place as Place)] as const] : [];
  const since = day - triesCountDays;
  const [, ...counts] = await Promise.all([
    store.countUnder(tx, [...single, ...own], day),
    ...single.map(([of, name]) => store.countSince(tx, of, [name], since)),
    ...(isYoung ? [store.countSince(tx, kind('young'), cellsAround(it.place as Place), since)] : []),
  ]);
  return Math.max(...counts);
};

/** Cells are rows of one degree, cut into as many as make each about one degree of latitude wide. */
const columnsOf = (row: number): number => Math.max(1, Math.round(360 * Math.cos(((row + 0.5) * Math.PI) / 180)));

const rowOf = ({ latitude }: Place): number => Math.min(89, Math.floor(latitude));
const columnOf = (row: number, { longitude }: Place): number =>
  Math.floor(((wrapLongitude(longitude) + 180) / 360) * columnsOf(row)) % columnsOf(row);

const cellOf = (place: Place): string => `${rowOf(place)}/${columnOf(rowOf(place), place)}`;

/** All cells that may have a part within `togetherKm` of a place, judged by their middles. */
const cellsAround = (place: Place): string[] => {
  const reach = Math.ceil((togetherKm + halfCellKm) / 111) + 1;
  const names = new Set<string>();
  for (let row = Math.max(-90, rowOf(place) - reach); row <= Math.min(89, rowOf(place) + reach); row++) {
    const columns = columnsOf(row);
    for (let i = -reach - 1; i <= reach + 1; i++) {
      const column = (((columnOf(row, place) + i) % columns) + columns) % columns;
      const middle = { latitude: row + 0.5, longitude: ((column + 0.5) / columns) * 360 - 180 };
      if (distanceKm(place, middle) <= togetherKm + halfCellKm) names.add(`${row}/${column}`);
    }
  }
  return [...names];
};

export const forgetOldTries = (tx: Tx, at: number): Promise<number> =>
  store.forgetCountsBefore(tx, Math.floor(at / dayMs) - 2 * triesCountDays);
