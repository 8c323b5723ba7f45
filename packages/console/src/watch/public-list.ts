import { type ListedPublicWatch, listPublicWatches } from '@trigpoint/client';
import { clientFor, type Loaded, useLoad } from '../service.ts';
import { watchedType } from './watched.ts';

export interface PublicList {
  /** Newest first. */
  readonly watches: readonly ListedPublicWatch[];
  readonly hasMore: boolean;
}

/** As many as one call gives. */
const pageRows = 100;

/** The first pages of the watches that anybody may see, each with its newest slots. */
const readPages = async (pages: number, recent: number): Promise<PublicList> => {
  const watches: ListedPublicWatch[] = [];
  let cursor: string | null = null;
  for (let i = 0; i < pages; i++) {
    const page = await listPublicWatches(clientFor(watchedType), {
      ...{ limit: pageRows, recent },
      ...(cursor === null ? {} : { cursor }),
    });
    watches.push(...page.watches);
    cursor = page.next_cursor;
    if (cursor === null) break;
  }
  return { watches, hasMore: cursor !== null };
};

export const usePublicWatches = (pages: number, recent: number, everyMs?: number): Loaded<PublicList> =>
  useLoad(`public watches ${pages}`, () => readPages(pages, recent), everyMs === undefined ? {} : { everyMs });
