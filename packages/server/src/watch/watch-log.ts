import type { Entry, SeedChain } from '@trigpoint/log';
import type { Reader, Tx } from '../db/driver.ts';

/** The log, as far as watches need it. */
export interface WatchLog {
  readonly origin: string;
  append(tx: Tx, entry: Entry, id: string): Promise<string>;
  /** Resolves when the entry is public. */
  sequenced(id: string): Promise<{ readonly index: number }>;
  indexOf(tx: Reader, id: string): Promise<number | undefined>;
  head(): Promise<{ readonly size: number; readonly root: string }>;
  valuesFor(name: string, length: number): Promise<SeedChain>;
}

/** The ids of log entries about a watch. */
export const watchEntryId = (id: string, seq: number) => `watch:${id}:${seq}`;
export const slotEntryId = (id: string, number: number) => `slot:${id}:${number}`;
export const outcomeEntryId = (id: string, number: number) => `outcome:${id}:${number}`;
export const extraEntryId = (id: string, number: number) => `extra:${id}:${number}`;
