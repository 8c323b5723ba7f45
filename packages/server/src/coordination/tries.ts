import { distanceKm, type Place, wrapLongitude } from '@trigpoint/proofs';
import type { Tx } from '../db/driver.ts';
import * as store from './acceptance-store.ts';

const dayMs = 24 * 3_600_000;
/** How long a try counts, and how long a key is young. */
const triesCountDays = 30;
/** Young keys whose claims are this close to each other count as one. */
const togetherKm = 500;
/** Cells of one degree are counted as a whole. None is wider than this from its middle to its corner. */
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
 * Counts one more try and tells how many there were, this one included: the most of the key's, its owner's and its
 * network's in 30 days. Keys cost nothing, so those younger than that count together around the place they claim. A prover
 * that names a stranger as its owner only adds the stranger's tries to its own count.
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

/** The cells whose middle is as near as a cell within 500 km can be. */
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
