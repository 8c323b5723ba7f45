import { type EntryOf, type SeedChain, toHex, type WatchChange } from '@trigpoint/log';
import { countWindows } from '@trigpoint/log/watches';
import { askHash } from '@trigpoint/proofs';
import { invalidField, serviceError } from '@trigpoint/protocol';
import type { Db, Reader, Tx } from '../db/driver.ts';
import { type Once, onceFields } from '../db/once.ts';
import { dayMs, iso } from '../times.ts';
import { Schedule } from './schedule.ts';
import { awayResults } from './slot-results.ts';
import type { SlotValues } from './slot-values.ts';
import * as store from './store.ts';
import { type WatchLog, watchEntryId } from './watch-log.ts';

export type { EditionRow, SlotRow, WatchRow } from './store.ts';

/** Limits for watches. */
interface WatchLimits {
  /** How many watches may not be over at a time: of one payer, added from one network, and in all. */
  readonly most: number;
  readonly perNetwork: number;
  readonly inAll: number;
  /** How many changes of watches of one prover are allowed in 24 hours: by everybody, and as many again by its owner. */
  readonly changesPerDay: number;
  readonly leastEveryMs: number;
}

export interface WatchesOptions {
  readonly db: Db;
  readonly now: () => number;
  readonly random: (bytes: number) => Buffer;
  readonly log: WatchLog;
  readonly values: SlotValues;
  readonly limits: WatchLimits;
  /** Whether the payer is the prover itself or its owner, or a stranger. Undefined for a prover that never connected. */
  readonly relationTo: (payer: string, proofType: string, prover: string) => Promise<Relation | undefined>;
}

type Relation = 'owner' | 'stranger';

/** What is asked, how often and until when. */
export interface Terms {
  readonly info: `0x${string}`;
  readonly everyMs: number;
  readonly until: number;
}

export interface NewWatch extends Terms {
  readonly proofType: string;
  readonly payer: string;
  readonly prover: string;
  readonly name: string;
  /** When the watch begins. A time in the past, or undefined, means now. */
  readonly from: number | undefined;
  /** The network that the payer calls from. */
  readonly network: string;
  /** True if the payer is known by the API key of a guest alone. */
  readonly isGuest?: boolean | undefined;
  readonly once?: Once | undefined;
}

/** A watch with all its editions. In lists it has the first and the newest edition alone. */
export interface WholeWatch {
  readonly watch: store.WatchRow;
  readonly editions: readonly store.EditionRow[];
  /** The newest slot that has a result. */
  readonly last: store.SlotRow | undefined;
}

/** How many characters the asks of a watch have together. An ask that several editions share counts once. */
const roomOf = (editions: readonly store.EditionRow[]): number =>
  editions.reduce((sum, { askSeq, info }) => sum + (askSeq === null ? info.length : 0), 0);

/** What others see of a watch. */
export type SeenWatch = Pick<WholeWatch, 'watch' | 'editions'>;

/** Whether a watch has no more windows, or none after the one that runs. */
export const isOver = ({ watch, editions }: SeenWatch): boolean =>
  watch.phase === 'over' || editions.at(-1)?.change === 'ended';

/** When the next window begins; undefined while one runs. When its slot is due is a secret. */
export const nextWindowOf = ({ phase, dueAt }: store.WatchRow): number | undefined =>
  phase === 'waiting' && dueAt !== null ? dueAt : undefined;

/** When the prover was asked. Before that the time of a slot is a secret. */
export const askedAtOf = ({ challengeId, due }: store.SlotRow): number | undefined =>
  challengeId === '' || due === null ? undefined : due;

/** What came of a watch so far. */
export interface WatchSummary {
  readonly counts: Readonly<Record<string, number>>;
  readonly newest: store.SlotRow | undefined;
  /** The newest slot that decides, or whose extra slot put the prover elsewhere. */
  readonly decided: store.SlotRow | undefined;
  /** The newest slot that ended without an answer. */
  readonly silent: store.SlotRow | undefined;
  /** When this was read. */
  readonly at: number;
}

const decidingResults = ['inside', 'outside', 'verified', 'refuted'] as const;
const judgedResults = [...decidingResults, 'undecided', 'inconclusive'] as const;
const silentResults = ['refused', 'absent', 'unanswered', 'missed'] as const;

/** The most windows of a watch. A verifier computes at most as many hashes to check the time of one slot. */
export const mostWindows = 20_000;
/** How many slots are in memory at a time: some 100 KB of JSON. */
const slotsAtATime = 250;
/** How many times a watch may be changed. Reading a watch means reading all its changes. */
const mostChanges = 1_000;
/** How many characters its different asks may have together: 20 polygons of the longest kind, or hundreds of other asks. */
const mostAskLength = 1_000_000;
const longestMs = 400 * dayMs;
const longestEveryMs = 31 * dayMs;

type Outcome = store.WatchRow | { readonly waitsFor: string } | { readonly needs: store.EditionRow };

/** Watches as their payers see them. A change counts from the next window on. It is in the log before that window begins. */
export class Watches {
  readonly #options: WatchesOptions;

  constructor(options: WatchesOptions) {
    this.#options = options;
  }

  /** Throws if something is wrong with these terms. Returns how many windows they have. */
  checkTerms({ everyMs, until }: Terms, beginsAt: number): number {
    const { limits } = this.#options;
    if (everyMs < limits.leastEveryMs || everyMs > longestEveryMs)
      throw invalidField(
        'every_seconds',
        `must be from ${limits.leastEveryMs / 1000} to ${longestEveryMs / 1000} here`,
      );
    if (until > beginsAt + longestMs) throw invalidField('until', 'must be within 400 days of the beginning');
    const count = countWindows({ first: 0, beginsAt, everyMs, until });
    if (count < 1) throw invalidField('until', 'leaves no time for a single window: choose a later one');
    if (count > mostWindows)
      throw invalidField('every_seconds', `makes ${count} slots, and a watch has ${mostWindows} at most`);
    return count;
  }

  /** When a watch that is added now begins. */
  beginningOf(from: number | undefined): number {
    const at = this.#options.now();
    if (from === undefined || from <= at) return at;
    if (from > at + longestMs) throw invalidField('from', 'must be within 400 days');
    return from;
  }

  /** The watch that an earlier request with this Idempotency-Key added. Throws if that was another request. */
  async findRepeated(proofType: string, payer: string, once: Once | undefined): Promise<WholeWatch | undefined> {
    const watch = await this.#repeated(this.#options.db, proofType, payer, once);
    return watch && this.#whole(watch);
  }

  async #repeated(db: Reader, proofType: string, payer: string, once: Once | undefined) {
    const watch = once && (await store.findByIdempotencyKey(db, payer, once.key));
    if (watch && (watch.requestHash !== once.requestHash || watch.proofType !== proofType))
      throw serviceError('idempotency_key_reused', { what: 'Idempotency-Key' });
    return watch;
  }

  /** Adds a watch. The same idempotency key again gives the same watch. */
  async add({ proofType, payer, prover, name, from, network, isGuest, once, ...terms }: NewWatch): Promise<WholeWatch> {
    if (isGuest)
      throw serviceError('not_allowed', {
        detail: 'A key for guests adds no watches: it ends within a week, and nobody could end them then. Log in.',
      });
    const { random } = this.#options;
    const id = random(10).toString('hex');
    const relation = await this.#options.relationTo(payer, proofType, prover);
    // Random addresses cost nothing, but every window of a watch costs the service something.
    if (relation === undefined) throw invalidField('prover', 'was never here: start it once, and then add its watch');
    const added = await this.#write(prover, async (tx, before) => {
      const repeated = await this.#repeated(tx, proofType, payer, once);
      if (repeated) return repeated;
      await this.#checkOpen(tx, payer, network);
      const at = this.#options.now();
      await this.#checkChanges(tx, { prover, payer }, relation, at);
      const beginsAt = this.beginningOf(from);
      this.checkTerms(terms, beginsAt);
      const watch: store.WatchRow = {
        ...{ id, proofType, payer, prover, name, addedAt: at, phase: 'waiting', nextNumber: 0 },
        ...{ lastEntry: watchEntryId(id, 0), dueAt: beginsAt, leaseOwner: '', leaseUntil: 0, isPublic: false, network },
        ...onceFields(once),
        ...{ referenceEntry: '', referenceChallenge: '' },
      };
      const seqs = { seq: 0, askSeq: null };
      const edition = { watchId: id, ...seqs, change: 'added' as const, first: 0, beginsAt, at, ...terms };
      const values = this.#options.values.madeFor(edition);
      if (!values) return { needs: edition };
      // A request with the same key for another prover does not wait for this prover's lock, so it may have been faster.
      if ((await store.insertWatch(tx, watch)) === 0) {
        const faster = await this.#repeated(tx, proofType, payer, once);
        if (faster) return faster;
        throw new Error('a watch was neither inserted nor found');
      }
      await this.#say(tx, watch, edition, values, { before, previous: null });
      return watch;
    });
    return this.#whole(added);
  }

  /** Changes a watch from the next window on. `prover` is whom the new ask is about. */
  async change(
    id: string,
    payer: string,
    change: Exclude<WatchChange, 'added'>,
    { prover, ...terms }: Partial<Terms> & { readonly prover?: string } = {},
  ): Promise<WholeWatch> {
    const { db, now, log } = this.#options;
    const known = await this.#owned(id, payer);
    const hasTerms = Object.keys(terms).length > 0;
    if (change === 'edited' && !hasTerms) throw invalidField('action', 'edit needs something to change');
    if (change !== 'edited' && hasTerms) throw invalidField('action', 'must be edit to change terms');
    if (prover !== undefined && prover !== known.prover)
      throw invalidField('ask', 'is about another prover: add a watch for that one');
    const relation = await this.#options.relationTo(payer, known.proofType, known.prover);
    const changed = await this.#write(known.prover, async (tx, before) => {
      const watch = (await store.findWatch(tx, id)) as store.WatchRow;
      const editions = await store.listEditions(tx, id);
      const newest = editions.at(-1) as store.EditionRow;
      const at = now();
      if (change !== 'ended') await this.#checkChanges(tx, known, relation, at);
      const schedule = new Schedule(editions);
      const first = schedule.firstFrom(watch.nextNumber + (hasBegun(watch) ? 1 : 0), at);
      if (isOver({ watch, editions }) || !schedule.has(first))
        throw serviceError('watch_unchanged', { watch: id, problem: 'is over' });
      refuseIdle(id, newest.change, change);
      if (change !== 'ended' && editions.length >= mostChanges)
        throw serviceError('watch_unchanged', {
          watch: id,
          problem: `has been changed ${mostChanges} times: end it and add another`,
        });
      const previous = await log.indexOf(tx, watch.lastEntry);
      if (previous === undefined) return { waitsFor: watch.lastEntry };
      const { info, everyMs, until } = newest;
      const { info: asked = info } = terms;
      const isOtherAsk = asked !== info;
      if (isOtherAsk && roomOf(editions) + asked.length > mostAskLength)
        throw serviceError('watch_unchanged', {
          watch: id,
          problem: 'has asked too many long zones: end it and add another',
        });
      const beginsAt = schedule.beginOf(first);
      const edition = {
        ...{ watchId: id, seq: newest.seq + 1, change, first, beginsAt, at },
        askSeq: isOtherAsk ? null : (newest.askSeq ?? newest.seq),
        ...{ info, everyMs, until, ...terms },
      };
      if (change === 'edited') this.checkTerms(edition, beginsAt);
      const values = this.#options.values.madeFor(edition);
      if (!values) return { needs: edition };
      await this.#say(tx, watch, edition, values, { before, previous });
      await store.setLastEntry(tx, id, watchEntryId(id, edition.seq));
      return watch;
    });
    return this.#whole((await store.findWatch(db, changed.id)) as store.WatchRow);
  }

  /** Throws if there are too many open watches. A payer's key costs nothing, so a limit for each payer alone would not help. */
  async #checkOpen(tx: Tx, payer: string, network: string): Promise<void> {
    const { most, perNetwork, inAll } = this.#options.limits;
    const counts = [
      [most, 'of yours', { payer }],
      [perNetwork, 'from your network', { network }],
      [inAll, 'of all payers', {}],
    ] as const;
    for (const [limit, whose, of] of counts)
      if ((await store.countOpen(tx, of)) >= limit)
        throw serviceError('too_many_watches', { most: String(limit), whose });
  }

  /**
   * Throws if there were too many changes today. Every certificate about a prover has all changes of all its watches, and a
   * payer's key costs nothing. The limit bounds how much longer strangers can make certificates. The owner's changes are
   * counted apart, so that strangers cannot use them up.
   */
  async #checkChanges(
    tx: Tx,
    { prover, payer }: Pick<store.WatchRow, 'prover' | 'payer'>,
    relation: Relation | undefined,
    at: number,
  ): Promise<void> {
    const most = this.#options.limits.changesPerDay;
    const times = await store.changeTimes(tx, prover, at - dayMs, relation === 'owner' ? payer : undefined);
    if (times.length < most) return;
    const seconds = Math.max(1, Math.ceil(((times.at(-most) as number) + dayMs - at) / 1000));
    throw serviceError('rate_limited', { seconds }, seconds);
  }

  async find(proofType: string, id: string, payer: string): Promise<WholeWatch> {
    const watch = await this.#owned(id, payer);
    if (watch.proofType === proofType) return this.#whole(watch);
    throw notFound(id);
  }

  /** A payer's watches, newest first. The editions of each are read when it is given out. */
  async *list(payer: string, page: store.WatchPage): AsyncGenerator<WholeWatch> {
    const { db } = this.#options;
    for (const watch of await store.listWatches(db, payer, page))
      yield { watch, editions: await store.endEditions(db, watch.id), last: await store.lastSlot(db, watch.id) };
  }

  /** Makes a watch public, or visible to its payer alone. */
  async publish(id: string, payer: string, isPublic: boolean): Promise<WholeWatch> {
    const watch = await this.#owned(id, payer);
    await this.#options.db.write((tx) => store.setPublic(tx, id, isPublic));
    return this.#whole({ ...watch, isPublic });
  }

  /** Finds a public watch, of any type unless one is named. */
  async findPublic(id: string, proofType?: string): Promise<WholeWatch> {
    // PostgreSQL refuses some characters, and an address may have any.
    const watch = /^[0-9a-f]{20}$/.test(id) ? await store.findWatch(this.#options.db, id) : undefined;
    if (watch?.isPublic && (proofType ?? watch.proofType) === watch.proofType) return this.#whole(watch);
    throw notFound(id);
  }

  /** Public watches, newest first. */
  async listPublic(
    proofType: string,
    page: { readonly limit: number; readonly before: { at: number; id: string } | undefined },
  ): Promise<SeenWatch[]> {
    const { db } = this.#options;
    const watches = await store.listPublic(db, proofType, page);
    return Promise.all(watches.map(async (watch) => ({ watch, editions: await store.endEditions(db, watch.id) })));
  }

  /** Newest first. */
  slots(id: string, limit: number): Promise<store.SlotRow[]> {
    return store.newestSlots(this.#options.db, id, limit);
  }

  /** Like `slots`, but only some are in memory at a time. */
  async *slotsInParts(id: string, limit: number): AsyncGenerator<store.SlotRow[]> {
    let below: number | undefined;
    for (let left = limit; left > 0; left -= slotsAtATime) {
      const part = await store.newestSlots(this.#options.db, id, Math.min(left, slotsAtATime), below);
      yield part;
      if (part.length < slotsAtATime) return;
      below = part.at(-1)?.number;
    }
  }

  /** How many windows had which result, and the newest slots: with any answer, with one that decides, and without an answer. */
  async standing(id: string): Promise<WatchSummary> {
    const { db, now } = this.#options;
    const [counts, newest, decided, silent] = await Promise.all([
      store.countResults(db, id),
      store.newestWith(db, id, judgedResults),
      store.newestWith(db, id, decidingResults, awayResults),
      store.newestWith(db, id, silentResults),
    ]);
    return { counts, newest, decided, silent, at: now() };
  }

  async #owned(id: string, payer: string): Promise<store.WatchRow> {
    const watch = await store.findWatch(this.#options.db, id);
    // For others a watch does not exist.
    if (watch?.payer === payer) return watch;
    throw notFound(id);
  }

  async #whole(watch: store.WatchRow): Promise<WholeWatch> {
    const { db } = this.#options;
    return { watch, editions: await store.listEditions(db, watch.id), last: await store.lastSlot(db, watch.id) };
  }

  async #say(
    tx: Tx,
    { id, prover, payer, proofType }: store.WatchRow,
    edition: store.EditionRow,
    { anchor }: SeedChain,
    places: { readonly before: number | null; readonly previous: number | null },
  ): Promise<void> {
    const { log } = this.#options;
    const { change, info, everyMs, until, first, beginsAt, at, seq } = edition;
    const entry: EntryOf<'watch'> = {
      ...{ kind: 'watch', version: 1, watch: id, prover, payer, change, proof_type: proofType, ask: askHash(info) },
      ...{ every_seconds: everyMs / 1000, until: iso(until), values: toHex(anchor) },
      ...{ first, begins: iso(beginsAt), ...places, at: iso(at) },
    };
    await store.insertEdition(tx, edition);
    await log.append(tx, entry, watchEntryId(id, seq));
    await store.setNewest(tx, prover, watchEntryId(id, seq));
  }

  /** Does the work in a transaction. Before, waits for the place of the prover's newest change, and for values. */
  async #write(prover: string, work: (tx: Tx, before: number | null) => Promise<Outcome>): Promise<store.WatchRow> {
    const { db, log, values } = this.#options;
    for (;;) {
      const outcome = await db.write(async (tx): Promise<Outcome> => {
        const newest = await store.lockProver(tx, prover);
        const before = newest === '' ? null : await log.indexOf(tx, newest);
        return before === undefined ? { waitsFor: newest } : work(tx, before);
      });
      if ('waitsFor' in outcome) await log.sequenced(outcome.waitsFor);
      else if ('needs' in outcome) await values.of(outcome.needs);
      else return outcome;
    }
  }
}

const notFound = (id: string) => serviceError('watch_not_found', { watch: id.slice(0, 64) });

/** Whether the window `nextNumber` has begun. While an extra slot is asked, it has not. */
const hasBegun = ({ phase }: store.WatchRow): boolean => phase === 'opened' || phase === 'asked';

const refuseIdle = (watch: string, now: WatchChange, change: WatchChange): void => {
  const isPaused = now === 'paused';
  const problem =
    change === 'paused' && isPaused
      ? 'is paused already'
      : change === 'resumed' && !isPaused
        ? 'is not paused'
        : change === 'edited' && isPaused
          ? 'is paused: resume it first'
          : undefined;
  if (problem) throw serviceError('watch_unchanged', { watch, problem });
};
