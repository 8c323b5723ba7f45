import { beginOf, editionFor, fits } from '@trigpoint/log/watches';
import type { EditionRow } from './store.ts';

/** Computes the windows of a watch from its editions. An edition is added with each change of the watch. */
export class Schedule {
  readonly editions: readonly EditionRow[];

  constructor(editions: readonly EditionRow[]) {
    this.editions = editions;
  }

  at(number: number): EditionRow {
    const found = editionFor(this.editions, number);
    if (!found) throw new Error(`There is no window ${number}.`);
    return found;
  }

  beginOf(number: number): number {
    return beginOf(this.at(number), number);
  }

  /** Whether there is such a window. There is none after the end of the watch. */
  has(number: number): boolean {
    const edition = this.at(number);
    return edition.change !== 'ended' && fits(edition, number);
  }

  /** How many windows from this one on belong to the same edition and begin no later than `at`. */
  begunBy(number: number, at: number): number {
    const edition = this.at(number);
    const begin = beginOf(edition, number);
    let count = Math.floor((at - begin) / edition.everyMs) + 1;
    for (const { first } of this.editions) if (first > number) count = Math.min(count, first - number);
    const left = Math.floor((edition.until - begin) / edition.everyMs);
    return Math.max(0, Math.min(count, left));
  }

  /** The first window from this one on that begins at this time or later. */
  firstFrom(number: number, at: number): number {
    let found = number;
    for (;;) {
      const edition = this.at(found);
      const begin = beginOf(edition, found);
      if (begin >= at) return found;
      const next = this.editions.find((it) => it.first > found)?.first ?? Number.POSITIVE_INFINITY;
      found = Math.min(found + Math.ceil((at - begin) / edition.everyMs), next);
    }
  }
}
