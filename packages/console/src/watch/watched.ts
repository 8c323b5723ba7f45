import { listWatches, readPublicWatch, showWatch } from '@trigpoint/client';
import { ServiceError } from '@trigpoint/protocol';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { clientFor, type Loaded, useLoad } from '../service.ts';
import { useSession } from '../session/session.tsx';
import type { SeenWatch } from './names.ts';
import { findingOf, type KeptSlots, keepSlots, type Slot } from './ticks.ts';
import type { Change } from './words.ts';

/** Watches are about places: what else can be asked has no zone. */
export const watchedType = 'pol';

export interface Watched {
  readonly watch: SeenWatch;
  /** Whether it is mine, so that I may change it. */
  readonly isOwn: boolean;
  readonly changes: readonly (Change & { readonly change: string; readonly at: string; readonly from: string })[];
  /** All that there were; `changes` has the newest. */
  readonly change_count: number;
  /** Newest first. */
  readonly slots: readonly Slot[];
}

/** How many of somebody's own watches are looked through to tell whether a watch is one of them. */
const mostOwn = 100;

/** Whether a watch belongs to whoever signed in; undefined where there are too many watches to tell. */
const isMine = async (id: string): Promise<boolean | undefined> => {
  const own = await listWatches(clientFor(watchedType), { limit: mostOwn });
  return own.some((it) => it.watch === id) || (own.length < mostOwn ? false : undefined);
};

export const isWatchId = (text: string): boolean => /^[0-9a-f]{20}$/.test(text);

export const isMissing = (error: unknown): boolean => error instanceof ServiceError && error.code === 'watch_not_found';

/** Loads a watch as its owner, or as a public one. A watch that is not public is shown to its owner alone. */
const load = async (id: string, isOwn: boolean | undefined, limit: number): Promise<Watched> => {
  const client = clientFor(watchedType);
  if (isOwn !== false)
    try {
      return { ...(await showWatch(client, id, limit)), isOwn: true };
    } catch (error) {
      if (isOwn || !isMissing(error)) throw error;
    }
  return { ...(await readPublicWatch(client, id, limit)), isOwn: false };
};

/** How many slots are looked through for the one that asked for a challenge. */
const mostLookedAt = 500;

export interface OfWatch {
  readonly watch: SeenWatch;
  readonly finding: string;
}

/** The watch that a challenge was asked for, where its address names one whose slot it is. */
export const useWatchOf = (id: string, challenge: string): OfWatch | undefined => {
  const { user } = useSession();
  const found = useLoad(
    `watch ${id} of ${challenge} ${user?.publicKey}`,
    async () => {
      const { watch, slots } = await load(id, user ? await isMine(id) : false, mostLookedAt);
      const finding = findingOf(slots, challenge);
      return finding === undefined ? null : { watch, finding };
    },
    { when: isWatchId(id) && user !== undefined },
  );
  return found.data ?? undefined;
};

const everyMs = 5_000;
/** The most slots that the service gives. */
const most = 20_000;
const newestOnly = 20;

/** A watch with all of its slots, which are loaded once; after that the newest alone are asked for. */
export const useWatched = (id: string): Loaded<Watched> => {
  const { user } = useSession();
  const isSignedIn = user !== null && user !== undefined;
  const when = user !== undefined && isWatchId(id);
  const key = `watch ${id} ${user?.publicKey}`;
  const mine = useLoad(`${key} mine`, async () => ({ isOwn: isSignedIn && (await isMine(id)) }), { when });
  const isOwn = mine.data?.isOwn;
  const whole = useLoad(key, () => load(id, isOwn, most), { when: when && mine.data !== undefined });
  const newest = useLoad(`${key} newest`, () => load(id, isOwn, newestOnly), {
    everyMs,
    when: when && whole.data !== undefined,
  });
  const kept = useRef<KeptSlots>(undefined);
  const data = useMemo(() => {
    if (!whole.data || !newest.data) return whole.data;
    kept.current = keepSlots(kept.current, whole.data.slots, newest.data.slots);
    const { slots, isBehind } = kept.current;
    return { ...(isBehind ? whole.data : newest.data), slots };
  }, [whole.data, newest.data]);
  // More slots ended than are asked for at a time, because the page was hidden for long.
  useEffect(() => {
    if (kept.current?.isBehind) whole.reload();
  }, [data, whole.reload]);
  return {
    ...whole,
    data,
    error: mine.error ?? whole.error,
    reload: () => {
      whole.reload();
      newest.reload();
    },
  };
};
