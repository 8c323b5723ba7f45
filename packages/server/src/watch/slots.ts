import { type EntryOf, type Finding, type SlotResult, toHex, transcriptEntryId } from '@trigpoint/log';
import { allowsExtra, becomesReference, dueOf, isJudged, lateOf, leadOf, tailOf } from '@trigpoint/log/watches';
import { ServiceError } from '@trigpoint/protocol';
import type { PreparedRequest } from '../challenge/direct-requests.ts';
import type { Db, Tx } from '../db/driver.ts';
import { dayMs, iso } from '../times.ts';
import { Schedule } from './schedule.ts';
import { type TellPayer, tellOfSlot } from './slot-news.ts';
import { type EndedChallenge, figuresOf, resultOf } from './slot-results.ts';
import type { SlotValues } from './slot-values.ts';
import * as store from './store.ts';
import { extraEntryId, outcomeEntryId, slotEntryId, type WatchLog } from './watch-log.ts';

export interface SlotChallenges {
  prepare(it: {
    readonly proofType: string;
    readonly payer: string;
    readonly info: `0x${string}`;
    readonly expiresInMs: number;
  }): Promise<PreparedRequest>;
  /** Undefined while it runs. */
  ended(id: string): Promise<EndedChallenge | undefined>;
  /** What became of the prover between two challenges that have ended; null if that cannot be told. */
  compare(beforeId: string, nowId: string): Promise<Finding | null>;
}

interface SlotsOptions {
  readonly db: Db;
  readonly now: () => number;
  readonly log: WatchLog;
  readonly values: SlotValues;
  readonly challenges: SlotChallenges;
  /** The blocks that times are drawn with; undefined without a chain. */
  readonly blocks?:
    | { upcoming(): Promise<number>; confirmedHash(number: number): Promise<string | undefined> }
    | undefined;
  /** The newest checkpoint that witnesses cosigned. */
  readonly cosigned?: () => Promise<{ readonly size: number; readonly checkpoint: string } | undefined>;
  /** Tells the payer what became of a slot, in the same transaction. */
  readonly tell?: TellPayer;
  /** How long a prover that is not connected may take to connect and consent. */
  readonly consentMs: (everyMs: number) => number;
}

/** The time between two looks at a running challenge or for a block that is to come. */
const againMs = 1_000;

type Window = { readonly watch: store.WatchRow; readonly schedule: Schedule; readonly edition: store.EditionRow };
type Close = Pick<EntryOf<'outcome'>, 'result' | 'count'> &
  Partial<Omit<EntryOf<'outcome'>, 'kind' | 'version' | 'watch' | 'number' | 'previous' | 'at'>> & {
    readonly reason: string;
  };
type CloseExtra = Pick<EntryOf<'extra'>, 'result' | 'finding'> &
  Partial<Pick<EntryOf<'extra'>, 'challenge' | 'transcript' | 'liars' | 'radius_km' | 'radius_km_any_medium'>> & {
    readonly reason: string;
  };

const nothing = {
  slot: null,
  value: null,
  block_hash: null,
  due: null,
  challenge: null,
  transcript: null,
  liars: null,
  radius_km: null,
  radius_km_any_medium: null,
  finding: null,
  compared_with: null,
} as const;
const noExtra = { extra: '', extraChallenge: '', extraFinding: '', extraReason: '' } as const;

/**
 * Takes a watch one step further. A step is one transaction. It changes the row, appends to the log and asks the challenge
 * together or not at all. If another node was faster, the row has changed and the step does nothing.
 */
export class Slots {
  readonly #options: SlotsOptions;

  constructor(options: SlotsOptions) {
    this.#options = options;
  }

  /** Takes the step that is due now. Returns when to look again; undefined if the step has stored that itself. */
  async step(watch: store.WatchRow): Promise<number | undefined> {
    const { db } = this.#options;
    const schedule = new Schedule(await store.listEditions(db, watch.id));
    const isExtra = watch.phase === 'extra_due' || watch.phase === 'extra_asked';
    const number = watch.nextNumber - (isExtra ? 1 : 0);
    const window = { watch, schedule, edition: schedule.at(number) };
    if (watch.phase === 'waiting') return this.#await(window);
    const slot = await store.findSlot(db, watch.id, number);
    if (!slot) throw new Error(`Watch ${watch.id} has no slot ${number}.`);
    if (isExtra) return watch.phase === 'extra_due' ? this.#askExtra(window, slot) : this.#concludeExtra(window, slot);
    return watch.phase === 'opened' ? this.#ask(window, slot) : this.#conclude(window, slot);
  }

  /** Before a window: begins it, or closes it as paused or missed. */
  async #await(window: Window): Promise<number | undefined> {
    const { watch, schedule, edition } = window;
    const number = watch.nextNumber;
    if (!schedule.has(number)) return this.#finish(window);
    const at = this.#options.now();
    const begin = schedule.beginOf(number);
    if (at < begin) return begin;
    if (edition.change === 'paused')
      return this.#close(window, { result: 'paused', count: schedule.begunBy(number, at), reason: '' });
    const missed = schedule.begunBy(number, at - leadOf(edition.everyMs) - 1);
    if (missed > 0)
      return this.#close(window, { result: 'missed', count: missed, reason: 'The service was not there.' });
    return this.#open(window);
  }

  async #open({ watch, schedule, edition }: Window): Promise<number | undefined> {
    const { log, now, blocks } = this.#options;
    const number = watch.nextNumber;
    const head = await log.head();
    const seedBlock = blocks ? await blocks.upcoming() : null;
    const begins = schedule.beginOf(number);
    const id = slotEntryId(watch.id, number);
    return this.#move(watch, async (tx, places) => {
      // The editions are read again under the lock, because a change that came meanwhile may concern this window.
      const current = new Schedule(await store.listEditions(tx, watch.id));
      if (current.editions.length !== schedule.editions.length) return undefined;
      const at = now();
      if (at > begins + leadOf(edition.everyMs)) return undefined;
      const entry: EntryOf<'slot'> = {
        ...{ kind: 'slot', version: 1, watch: watch.id, number, begins: iso(begins) },
        ...{ head_size: head.size, head_root: head.root, seed_block: seedBlock },
        ...{ previous: places.previous, newest: places.newest, at: iso(at) },
      };
      await log.append(tx, entry, id);
      await store.insertSlot(tx, {
        ...{ watchId: watch.id, number, count: 1, beginsAt: begins, seq: edition.seq },
        ...{ headRoot: head.root, seedBlock, due: null, blockHash: '', challengeId: '', cosigned: '' },
        ...{ result: '', reason: '', transcript: null, radiusKm: null, at, ...noExtra },
        ...{ finding: '', referenceEntry: '', referenceChallenge: '' },
      });
      await store.moveWatch(tx, { ...watch, phase: 'opened', lastEntry: id, dueAt: at });
      return undefined;
    });
  }

  /** In a window: waits for the time of the slot, and asks. */
  async #ask(window: Window, slot: store.SlotRow): Promise<number | undefined> {
    const { now, log, cosigned } = this.#options;
    const { watch, edition } = window;
    const begun = (await log.sequenced(slotEntryId(watch.id, slot.number))).index;
    const blockHash = slot.seedBlock === null ? '' : await this.#blockHash(slot.seedBlock);
    const value = await this.#valueOf(edition, slot);
    const known = { slot: begun, value, block_hash: blockHash === '' ? null : (blockHash ?? null) };
    if (blockHash === undefined) {
      const at = now();
      if (at <= slot.beginsAt + edition.everyMs - tailOf(edition.everyMs)) return at + againMs;
      return this.#close(window, {
        ...known,
        result: 'missed',
        count: 1,
        reason: 'The block of its time did not come.',
      });
    }
    const root = slot.headRoot;
    const due = dueOf({ log: log.origin, watch: watch.id, number: slot.number, root, blockHash, value }, edition);
    if (now() < due) return due;
    const late = { ...known, due: iso(due), result: 'missed' as const, count: 1 };
    if (now() > due + lateOf(edition.everyMs))
      return this.#close(window, { ...late, reason: slot.reason || 'The service was not there at its time.' });
    const seen = await cosigned?.();
    return this.#request(window, {
      phase: 'asked',
      mayAsk: (at) => at >= due && at <= due + lateOf(edition.everyMs),
      asked: (challengeId, at) => ({
        ...{ ...slot, due, blockHash, challengeId, at, reason: '' },
        cosigned: seen && seen.size > begun ? seen.checkpoint : '',
      }),
      unpaid: (reason) => this.#close(window, { ...late, result: 'unpaid', reason }, due),
      refused: (reason) => (reason === slot.reason ? undefined : { ...slot, reason }),
    });
  }

  /** Asks for a challenge of this watch, if no other node did and `mayAsk` allows the time. */
  async #request(
    { watch, edition }: Window,
    it: {
      readonly phase: store.Phase;
      readonly mayAsk: (at: number) => boolean;
      readonly asked: (challengeId: string, at: number) => store.SlotRow;
      readonly unpaid: (reason: string) => Promise<number | undefined>;
      /** The slot with the reason of a refusal. Undefined if it has that reason already. */
      readonly refused: (reason: string) => store.SlotRow | undefined;
    },
  ): Promise<number | undefined> {
    const { db, now, challenges, consentMs } = this.#options;
    const { proofType, payer } = watch;
    const expiresInMs = consentMs(edition.everyMs);
    try {
      const prepared = await challenges.prepare({ proofType, payer, info: edition.info, expiresInMs });
      let isAsked = false;
      await db.write(async (tx) => {
        isAsked = false;
        if (!(await isStill(tx, watch))) return;
        const at = now();
        if (!it.mayAsk(at)) return;
        await prepared.insert(tx);
        await store.updateSlot(tx, it.asked(prepared.id, at));
        await store.setPhase(tx, watch.id, it.phase, at + againMs);
        isAsked = true;
      });
      if (isAsked) prepared.asked();
      return undefined;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (error.code === 'insufficient_balance') return it.unpaid(error.message);
      // It is tried again while its time lasts. If that is in vain, the payer reads why.
      const refused = it.refused(`It could not be asked: ${error.message}`);
      if (refused)
        await db.write(async (tx) => {
          if (await isStill(tx, watch)) await store.updateSlot(tx, refused);
        });
      return now() + againMs;
    }
  }

  async #valueOf(edition: store.EditionRow, { number }: store.SlotRow): Promise<string> {
    return toHex((await this.#options.values.of(edition)).value(number - edition.first + 1));
  }

  async #blockHash(block: number): Promise<string | undefined> {
    return (await this.#options.blocks?.confirmedHash(block))?.replace(/^0x/, '');
  }

  /** After the time of the slot: waits for the end of the challenge. */
  async #conclude(window: Window, slot: store.SlotRow): Promise<number | undefined> {
    const { now, log, challenges } = this.#options;
    const { watch, edition } = window;
    const ended = await challenges.ended(slot.challengeId);
    if (!ended) return now() + againMs;
    const { index: begun } = await log.sequenced(slotEntryId(watch.id, slot.number));
    const { index: transcript } = await log.sequenced(transcriptEntryId(slot.challengeId));
    const result = resultOf(ended);
    return this.#close(window, {
      ...{ result, count: 1, slot: begun, challenge: slot.challengeId, transcript },
      ...{ value: await this.#valueOf(edition, slot) },
      ...{ block_hash: slot.blockHash === '' ? null : slot.blockHash },
      ...{ due: iso(slot.due as number), reason: ended.reason },
      ...(isJudged(result) ? figuresOf(ended) : {}),
      finding: await this.#findingOf(watch, slot.challengeId, result),
    });
  }

  /** Whether the prover is where it was. Compares the transcripts of now and of the reference. */
  async #findingOf({ referenceChallenge }: store.WatchRow, challengeId: string, result: SlotResult) {
    if (referenceChallenge === '' || !isJudged(result)) return null;
    return this.#options.challenges.compare(referenceChallenge, challengeId);
  }

  /** After a slot that found a change: asks once more at once, while slots of its window may still be asked. */
  async #askExtra(window: Window, slot: store.SlotRow): Promise<number | undefined> {
    const { now } = this.#options;
    const { edition } = window;
    const until = slot.beginsAt + edition.everyMs - tailOf(edition.everyMs);
    if (now() >= until) {
      const reason = slot.extraReason || 'Its window was almost over.';
      return this.#closeExtra(window, slot, { result: 'missed', reason, finding: null });
    }
    return this.#request(window, {
      phase: 'extra_asked',
      mayAsk: (at) => at < until,
      asked: (extraChallenge) => ({ ...slot, extraChallenge, extraReason: '' }),
      unpaid: (reason) => this.#closeExtra(window, slot, { result: 'unpaid', reason, finding: null }),
      refused: (extraReason) => (extraReason === slot.extraReason ? undefined : { ...slot, extraReason }),
    });
  }

  async #concludeExtra(window: Window, slot: store.SlotRow): Promise<number | undefined> {
    const { now, log, challenges } = this.#options;
    const ended = await challenges.ended(slot.extraChallenge);
    if (!ended) return now() + againMs;
    const { index: transcript } = await log.sequenced(transcriptEntryId(slot.extraChallenge));
    const result = resultOf(ended);
    return this.#closeExtra(window, slot, {
      ...{ result, challenge: slot.extraChallenge, transcript, reason: ended.reason },
      ...(isJudged(result) ? figuresOf(ended) : {}),
      finding: await this.#findingOf(window.watch, slot.extraChallenge, result),
    });
  }

  /** Logs the result of the extra slot, and goes on. Extra slots count for no window, because they can be provoked. */
  #closeExtra({ watch }: Window, slot: store.SlotRow, { reason, ...says }: CloseExtra) {
    const { log, now } = this.#options;
    const id = extraEntryId(watch.id, slot.number);
    return this.#move(watch, async (tx, { previous }) => {
      const at = now();
      const { challenge, transcript, liars, radius_km, radius_km_any_medium } = nothing;
      const about = { kind: 'extra', version: 1, watch: watch.id, number: slot.number } as const;
      const compared_with = isJudged(says.result) ? await this.#referencePlace(tx, watch) : null;
      const none = { challenge, transcript, liars, radius_km, radius_km_any_medium };
      await log.append(tx, { ...about, ...none, ...says, compared_with, previous, at: iso(at) }, id);
      const ended = { extra: says.result, extraFinding: says.finding ?? ('' as const), extraReason: reason };
      await store.updateSlot(tx, { ...slot, ...ended });
      await this.#refer(tx, watch, { ...says, entry: id }, true);
      await tellOfSlot(tx, this.#options.tell, {
        ...says,
        reason,
        watch,
        number: slot.number,
        beginsAt: slot.beginsAt,
        at,
        isExtra: true,
      });
      const current = new Schedule(await store.listEditions(tx, watch.id));
      const next = current.has(watch.nextNumber);
      await store.moveWatch(tx, {
        ...{ id: watch.id, nextNumber: watch.nextNumber, lastEntry: id },
        phase: next ? 'waiting' : 'over',
        dueAt: next ? Math.max(at, current.beginOf(watch.nextNumber)) : null,
      });
      return undefined;
    });
  }

  /** The index in the log of the slot that others are compared with now. */
  async #referencePlace(tx: Tx, { referenceEntry }: store.WatchRow): Promise<number | null> {
    return referenceEntry === '' ? null : ((await this.#options.log.indexOf(tx, referenceEntry)) ?? null);
  }

  /** Makes this slot the one that later slots are compared with, if the rule says so. */
  async #refer(
    tx: Tx,
    { id, referenceEntry }: store.WatchRow,
    it: { readonly result: SlotResult; readonly finding?: Finding | null | undefined } & {
      readonly entry: string;
      readonly challenge?: string | null;
    },
    isExtra: boolean,
  ): Promise<void> {
    const says = { result: it.result, finding: it.finding ?? null };
    if (becomesReference(says, referenceEntry !== '', isExtra))
      await store.setReference(tx, id, it.entry, it.challenge as string);
  }

  /** Logs the result of the window, and goes on to the next window. */
  #close({ watch, schedule, edition }: Window, { reason, ...says }: Close, due?: number): Promise<number | undefined> {
    const { log, now } = this.#options;
    const number = watch.nextNumber;
    const id = outcomeEntryId(watch.id, number);
    return this.#move(watch, async (tx, { previous }) => {
      const at = now();
      const current = new Schedule(await store.listEditions(tx, watch.id));
      // Windows that now belong to a later edition are left out.
      const left = current.editions.find((it) => it.first > number)?.first ?? Number.POSITIVE_INFINITY;
      const count = Math.min(says.count, left - number);
      if (current.at(number).seq !== edition.seq) return undefined;
      const about = { kind: 'outcome', version: 1, watch: watch.id, number } as const;
      const compared_with = isJudged(says.result) ? await this.#referencePlace(tx, watch) : null;
      const entry: EntryOf<'outcome'> = { ...about, ...nothing, ...says, compared_with, count, previous, at: iso(at) };
      await log.append(tx, entry, id);
      const beginsAt = schedule.beginOf(number);
      const extra = says.finding === 'changed' && (await this.#allowsExtra(tx, watch.id, says.due as string));
      await this.#keep(tx, watch, edition, { ...says, count, reason, at, beginsAt, due, extra });
      await this.#refer(tx, watch, { ...says, entry: id }, false);
      await tellOfSlot(tx, this.#options.tell, { ...says, reason, watch, number, beginsAt, at, isExtra: false });
      const nextNumber = number + count;
      const next = current.has(nextNumber);
      await store.moveWatch(tx, {
        ...{ id: watch.id, nextNumber, lastEntry: id },
        phase: extra ? 'extra_due' : next ? 'waiting' : 'over',
        dueAt: extra ? at : next ? current.beginOf(nextNumber) : null,
      });
      return undefined;
    });
  }

  async #allowsExtra(tx: Tx, id: string, due: string): Promise<boolean> {
    const time = Date.parse(due);
    return allowsExtra(await store.extraTimes(tx, id, time - dayMs), time);
  }

  async #keep(
    tx: Tx,
    { id: watchId, nextNumber: number, referenceEntry, referenceChallenge }: store.WatchRow,
    { seq }: store.EditionRow,
    it: {
      result: SlotResult;
      count: number;
      reason: string;
      at: number;
      beginsAt: number;
      due: number | undefined;
      extra: boolean;
    } & Partial<Pick<EntryOf<'outcome'>, 'transcript' | 'radius_km' | 'finding'>>,
  ): Promise<void> {
    const { result, count, reason, at, beginsAt, transcript = null, radius_km: radiusKm = null } = it;
    const known = await store.findSlot(tx, watchId, number);
    const ended = {
      ...{ result, count, reason, at, transcript, radiusKm, finding: it.finding ?? ('' as const) },
      ...(isJudged(result) ? { referenceEntry, referenceChallenge } : { referenceEntry: '', referenceChallenge: '' }),
      ...{ ...noExtra, extra: it.extra ? ('awaited' as const) : ('' as const) },
    };
    if (known) await store.updateSlot(tx, { ...known, ...ended, due: it.due ?? known.due });
    else
      await store.insertSlot(tx, {
        ...{ watchId, number, beginsAt, seq, headRoot: '', seedBlock: null, due: null },
        ...{ blockHash: '', challengeId: '', cosigned: '' },
        ...ended,
      });
  }

  #finish({ watch }: Window): Promise<number | undefined> {
    const { db } = this.#options;
    return db.write(async (tx) => {
      if (await isStill(tx, watch)) await store.setPhase(tx, watch.id, 'over', null);
      return undefined;
    });
  }

  /** Does the work in a transaction, unless the watch was moved. Before, waits for the entries that it names. */
  async #move(
    watch: store.WatchRow,
    work: (tx: Tx, places: { readonly previous: number; readonly newest: number }) => Promise<undefined>,
  ): Promise<undefined> {
    const { db, log } = this.#options;
    for (;;) {
      const waitsFor = await db.write(async (tx) => {
        const newestEntry = await store.lockProver(tx, watch.prover);
        if (!(await isStill(tx, watch, true))) return undefined;
        const { lastEntry } = (await store.findWatch(tx, watch.id)) as store.WatchRow;
        const previous = await log.indexOf(tx, lastEntry);
        if (previous === undefined) return lastEntry;
        const newest = await log.indexOf(tx, newestEntry);
        if (newest === undefined) return newestEntry;
        await work(tx, { previous, newest });
        return undefined;
      });
      if (waitsFor === undefined) return undefined;
      await log.sequenced(waitsFor);
    }
  }
}

/** Whether nobody has moved the watch meanwhile. Locks all watches of its prover until the transaction ends. */
const isStill = async (
  tx: Tx,
  { id, prover, phase, nextNumber }: store.WatchRow,
  isLocked = false,
): Promise<boolean> => {
  if (!isLocked) await store.lockProver(tx, prover);
  const now = await store.findWatch(tx, id);
  return now?.phase === phase && now.nextNumber === nextNumber && now.dueAt !== null;
};
