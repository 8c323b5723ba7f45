import { hashFromHex, toHex } from '../bytes.ts';
import type { EntryOf } from '../entries.ts';
import { followsFrom, type SeedValue } from '../seed-chains.ts';
import { FindingChain, type SavedFindings } from './finding-chain.ts';
import { beginOf, dueOf, fits, lateOf, leadOf, type Windows } from './slot-times.ts';

export type WatchEntry = EntryOf<'watch'> | EntryOf<'slot'> | EntryOf<'outcome'> | EntryOf<'extra'>;
type Watch = EntryOf<'watch'>;
type Slot = EntryOf<'slot'>;
type Outcome = EntryOf<'outcome'>;
type Extra = EntryOf<'extra'>;

/** What a watch asks from one window on. Each `watch` entry makes a new edition. */
export interface Edition extends Windows {
  readonly index: number;
  readonly change: Watch['change'];
  readonly ask: string;
  /** The anchor of the values that its times are drawn with. */
  readonly values: string;
}

/** A window, or several windows in which nobody was asked, and what became of them. */
export interface HeldSlot {
  readonly index: number;
  readonly outcome: Outcome;
  readonly slot: (Slot & { readonly index: number }) | undefined;
  readonly edition: Edition;
  /** The beginning of the first window, and the end of the last. */
  readonly beginsAt: number;
  readonly endsAt: number;
  /** The extra slot that followed a change. */
  readonly extra?: Extra & { readonly index: number };
}

export interface SavedChain {
  readonly added: Watch | undefined;
  readonly editions: readonly Edition[];
  readonly last: number | undefined;
  readonly lastAt: number;
  readonly next: number | undefined;
  readonly open: (Slot & { readonly index: number }) | undefined;
  readonly values: readonly (readonly [anchor: string, index: number, value: string])[];
  /** Older versions did not save it. */
  readonly findings?: SavedFindings;
}

export interface WatchChainOptions {
  /** Whether the reader has seen the watch from its beginning. */
  readonly isWhole: boolean;
  /** Whether outcomes are kept. A monitor does not need them. */
  readonly keeps: boolean;
  readonly saved?: SavedChain;
}

/**
 * The most windows of one edition that a reader accepts. Whoever writes the entries chooses how much a reader must hash. A service
 * makes 20,000 at most.
 */
const mostOfEdition = 100_000;

/** The clocks of two nodes may differ by this much. */
const clocksMs = 2_000;
const time = (text: string) => Date.parse(text);

/** Results of windows in which the prover was asked. Outcomes with these results name a challenge. */
const asked: readonly Outcome['result'][] = [
  ...(['inside', 'outside', 'undecided', 'verified', 'refuted', 'inconclusive'] as const),
  ...(['refused', 'absent', 'unanswered'] as const),
];
const judged: readonly Outcome['result'][] = asked.slice(0, 6);
export const isAsked = (result: Outcome['result']): boolean => asked.includes(result);
export const isJudged = (result: Outcome['result']): boolean => judged.includes(result);

export const editionOf = (index: number, it: Watch): Edition => ({
  index,
  change: it.change,
  ask: it.ask,
  values: it.values,
  first: it.first,
  beginsAt: time(it.begins),
  everyMs: it.every_seconds * 1000,
  until: time(it.until),
});

/** The edition that counts for a window: the newest one that begins with this window or an earlier one. */
export const editionFor = <E extends Pick<Windows, 'first'>>(editions: readonly E[], number: number): E | undefined =>
  editions.findLast((it) => it.first <= number);

/**
 * Checks the entries of one watch, in the order of the log. Each entry names the one before it, and windows follow one another without
 * a gap. So it finds entries that are left out, added or out of order, windows that began too late, and times other than the drawn
 * ones.
 *
 * A reader that began later skips the windows before the first one that it sees.
 */
export class WatchChain {
  /** The log's name, which times are drawn with. */
  readonly #log: string;
  readonly editions: Edition[];
  readonly held: HeldSlot[] = [];
  #added: Watch | undefined;
  /** The index of the newest entry. Undefined until a reader that began later has seen a window. */
  #last: number | undefined;
  #lastAt = 0;
  /** The number of the next window. Undefined until a reader that began later has seen a window. */
  #next: number | undefined;
  #open: (Slot & { readonly index: number }) | undefined;
  /** The newest value told of each chain, by the chain's anchor. */
  readonly #values: Map<string, SeedValue>;
  readonly #keeps: boolean;
  readonly #findings: FindingChain;

  constructor(log: string, { isWhole, keeps, saved }: WatchChainOptions) {
    this.#log = log;
    this.#keeps = keeps;
    this.#findings = new FindingChain(isWhole, saved?.findings);
    this.#next = saved?.next ?? (isWhole ? 0 : undefined);
    this.editions = [...(saved?.editions ?? [])];
    this.#added = saved?.added;
    this.#last = saved?.last;
    this.#lastAt = saved?.lastAt ?? 0;
    this.#open = saved?.open;
    const values = saved?.values ?? [];
    this.#values = new Map(
      values.map(([anchor, index, value]) => [anchor, { index, value: hashFromHex(value) ?? new Uint8Array(0) }]),
    );
  }

  /** What a reader must keep to go on later. */
  save(): SavedChain {
    return {
      added: this.#added,
      editions: this.editions,
      last: this.#last,
      lastAt: this.#lastAt,
      next: this.#next,
      open: this.#open,
      values: [...this.#values].map(([anchor, { index, value }]) => [anchor, index, toHex(value)]),
      findings: this.#findings.save(),
    };
  }

  /** Whether no more entries are to come. */
  get isOver(): boolean {
    const edition = editionFor(this.editions, this.#next ?? 0);
    if (this.#open || this.#findings.isAwaited || !edition) return false;
    return edition.change === 'ended' || !fits(edition, this.#next ?? 0);
  }

  /** When the outcome of the next window should be in the log. Undefined if none is to come. */
  get outcomeBy(): number | undefined {
    const edition = editionFor(this.editions, this.#next ?? 0);
    return this.isOver || !edition ? undefined : beginOf(edition, (this.#next ?? 0) + 1);
  }

  /** Whether the extra slot of the last window is still to come. */
  get awaitsExtra(): boolean {
    return this.#findings.isAwaited;
  }

  get added(): Watch | undefined {
    return this.#added;
  }

  /** The next window that has no outcome yet. */
  get next(): number | undefined {
    return this.#next;
  }

  /** Reads the next entry. Returns what is wrong with it, each as a sentence. */
  see(index: number, entry: WatchEntry): string[] {
    const problems: string[] = [];
    const must = (holds: boolean, problem: string) => {
      if (!holds) problems.push(`Entry ${index} of watch ${entry.watch} ${problem}.`);
    };
    const at = time(entry.at);
    must(at >= this.#lastAt - clocksMs, 'says that it was written before the one before it');
    this.#lastAt = Math.max(this.#lastAt, at);
    if (entry.kind === 'watch') this.#change(index, entry, must);
    else if (!this.#added) must(false, 'comes before the watch was added');
    else {
      must(this.#last === undefined || entry.previous === this.#last, 'does not name the entry before it');
      if (entry.kind === 'extra') this.#extra(index, entry, must);
      else {
        must(!this.#findings.isAwaited, 'goes on without the extra slot that a change asked for');
        this.#findings.passed();
        if (entry.kind === 'slot') this.#begin(index, entry, must);
        else this.#end(index, entry, must);
      }
    }
    this.#last = entry.kind === 'watch' && this.#next === undefined ? undefined : index;
    return problems;
  }

  #change(index: number, it: Watch, must: Must): void {
    const at = time(it.at);
    const beginsAt = time(it.begins);
    must(beginsAt >= at - clocksMs, 'changes a window that had begun');
    if (!this.#added) {
      must(it.change === 'added' && it.previous === null && it.first === 0, 'does not begin the watch');
      this.#added = it;
    } else {
      const { prover, payer, proof_type } = this.#added;
      must(it.change !== 'added', 'begins the watch a second time');
      must(this.editions.at(-1)?.change !== 'ended', 'changes a watch that was ended');
      must(it.prover === prover && it.payer === payer && it.proof_type === proof_type, 'is about another watch');
      must(this.#last === undefined || it.previous === this.#last, 'does not name the entry before it');
      const before = editionFor(this.editions, it.first);
      const least = this.#open ? this.#open.number + 1 : (this.#next ?? 0);
      must(it.first >= least, 'changes a window that has its outcome');
      must(before !== undefined && beginOf(before, it.first) === beginsAt, 'moves the windows');
    }
    this.editions.push(editionOf(index, it));
  }

  #begin(index: number, it: Slot, must: Must): void {
    this.#next ??= it.number;
    const edition = editionFor(this.editions, it.number);
    must(!this.#open, 'begins a window before the one before it has its outcome');
    must(it.number === this.#next, `begins window ${it.number}, and ${this.#next} is next`);
    must(it.head_size <= index, 'names a tree that was not there');
    if (edition) {
      const begins = beginOf(edition, it.number);
      must(edition.change !== 'paused' && edition.change !== 'ended', 'begins a window while nobody was to ask');
      must(fits(edition, it.number), 'begins a window after the end of the watch');
      must(time(it.begins) === begins, 'says another beginning of the window than the watch');
      const at = time(it.at);
      must(at >= begins - clocksMs, 'begins a window too early');
      must(at <= begins + leadOf(edition.everyMs) + clocksMs, 'begins a window too late');
    } else must(false, 'begins a window that the watch does not have');
    this.#open = { ...it, index };
  }

  #end(index: number, it: Outcome, must: Must): void {
    this.#next ??= it.number;
    const edition = editionFor(this.editions, it.number);
    const slot = this.#open;
    must(it.number === this.#next, `tells of window ${it.number}, and ${this.#next} is next`);
    must(it.slot === (slot?.index ?? null), 'does not name the beginning of its window');
    if (edition) {
      if (slot) this.#endBegun(slot, it, edition, must);
      else this.#endWithout(it, edition, must);
      if (this.#keeps) {
        const beginsAt = beginOf(edition, it.number);
        this.held.push({ index, outcome: it, slot, edition, beginsAt, endsAt: beginsAt + it.count * edition.everyMs });
      }
      this.#findings.ended(index, it, isJudged(it.result), must);
    } else must(false, 'tells of a window that the watch does not have');
    this.#next = it.number + it.count;
    this.#open = undefined;
  }

  #endBegun(slot: Slot, it: Outcome, edition: Edition, must: Must): void {
    const at = time(it.at);
    must(it.count === 1, 'tells of several windows at once');
    must(it.result !== 'paused', 'calls a window paused that had begun');
    checkTold(it, must);
    must(this.#tells(it, edition), 'tells a value that is not the one of its window');
    must((slot.seed_block === null) === (it.block_hash === null) || it.result === 'missed', 'does not name its block');
    if (it.due === null || it.value === null) {
      must(it.result === 'missed', 'does not say its time');
      return;
    }
    const { watch, number, value, block_hash } = it;
    const seed = { log: this.#log, watch, number, root: slot.head_root, blockHash: block_hash ?? '', value };
    const due = dueOf(seed, edition);
    must(time(it.due) === due, 'says another time than the one that was drawn');
    if (isAsked(it.result)) must(at >= due - clocksMs, 'was asked before its time');
    if (it.result === 'missed') must(at >= due + lateOf(edition.everyMs) - clocksMs, 'was given up before its time');
  }

  #extra(index: number, it: Extra, must: Must): void {
    const isWithout = it.result === 'missed' || it.result === 'unpaid';
    must(isWithout || isAsked(it.result), 'tells of an extra slot that never began');
    checkTold(it, must);
    this.#findings.extra(index, it, isJudged(it.result), must);
    const last = this.held.at(-1);
    if (last?.outcome.number === it.number) this.held[this.held.length - 1] = { ...last, extra: { ...it, index } };
  }

  #endWithout(it: Outcome, edition: Edition, must: Must): void {
    const { value, block_hash, due, challenge, transcript, liars, radius_km, radius_km_any_medium } = it;
    const said = [value, block_hash, due, challenge, transcript, liars, radius_km, radius_km_any_medium];
    const compared = [it.finding ?? null, it.compared_with ?? null];
    const last = it.number + it.count - 1;
    const isPaused = edition.change === 'paused';
    must(it.result === (isPaused ? 'paused' : 'missed'), 'tells of a window that never began');
    must(
      [...said, ...compared].every((each) => each === null),
      'tells more than can be known',
    );
    must(editionFor(this.editions, last) === edition, 'tells of windows before and after a change at once');
    must(edition.change !== 'ended' && fits(edition, last), 'tells of a window after the end of the watch');
    const over = beginOf(edition, last) + (isPaused ? 0 : leadOf(edition.everyMs));
    must(time(it.at) >= over - clocksMs, 'tells of a window that had not begun');
  }

  /** Whether an outcome tells the right value. Values are told in order, so each is compared with the one told before. */
  #tells({ number, value }: Outcome, { values: anchor, first }: Edition): boolean {
    if (value === null) return true;
    const known = this.#values.get(anchor) ?? { index: 0, value: hashFromHex(anchor) ?? new Uint8Array(0) };
    const told = { index: number - first + 1, value: hashFromHex(value) ?? new Uint8Array(0) };
    if (told.index <= known.index || told.index > mostOfEdition || !followsFrom(known, told)) return false;
    this.#values.set(anchor, told);
    return true;
  }
}

type Must = (holds: boolean, problem: string) => void;

/** Checks that a result names a challenge if there was one, and figures only if it was judged. */
const checkTold = (it: Outcome | Extra, must: Must): void => {
  must(isAsked(it.result) === (it.challenge !== null), 'does not fit its challenge');
  must(isAsked(it.result) === (it.transcript !== null), 'does not say where its challenge ended');
  const figures = [it.liars, it.radius_km, it.radius_km_any_medium];
  must(isJudged(it.result) || figures.every((each) => each === null), 'tells more than can be known');
};
