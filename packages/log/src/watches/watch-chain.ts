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

/** What holds from one window on. */
export interface Edition extends Windows {
  readonly index: number;
  readonly change: Watch['change'];
  readonly ask: string;
  /** The anchor of the values that its times are drawn with. */
  readonly values: string;
}

/** A window, or several in which nobody was asked, and what became of them. */
export interface HeldSlot {
  readonly index: number;
  readonly outcome: Outcome;
  readonly slot: (Slot & { readonly index: number }) | undefined;
  readonly edition: Edition;
  /** Of the first of them; the end of the last. */
  readonly beginsAt: number;
  readonly endsAt: number;
  /** The extra slot that a change asked for. */
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
  /** Earlier versions saved none. */
  readonly findings?: SavedFindings;
}

export interface WatchChainOptions {
  /** Whether it begins with the watch. */
  readonly isWhole: boolean;
  /** Whether outcomes are kept, which a monitor has no use for. */
  readonly keeps: boolean;
  readonly saved?: SavedChain;
}

/** A service makes 20,000 windows of one edition. Whoever writes the entries chooses how many values a reader hashes back. */
const mostOfEdition = 100_000;

/** The clocks of two nodes may differ by this much. */
const clocksMs = 2_000;
const time = (text: string) => Date.parse(text);

/** Results of windows in which somebody was asked: these name their challenge. */
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

/** The edition that counts for a window: the newest of those that begin with it or before. */
export const editionFor = <E extends Pick<Windows, 'first'>>(editions: readonly E[], number: number): E | undefined =>
  editions.findLast((it) => it.first <= number);

/**
 * The entries of one watch, in the order of the log. Each names the one before it, and windows follow one another without a gap.
 * What is left out, added, changed in order, begun too late or drawn for another time contradicts the others.
 *
 * A reader that does not begin with the watch passes over the windows before its first.
 */
export class WatchChain {
  /** The log's name, which times are drawn with. */
  readonly #log: string;
  readonly editions: Edition[];
  readonly held: HeldSlot[] = [];
  #added: Watch | undefined;
  /** The place of its newest entry; undefined before the first window of a reader that began later. */
  #last: number | undefined;
  #lastAt = 0;
  /** The next window; undefined until a reader that began later has seen one. */
  #next: number | undefined;
  #open: (Slot & { readonly index: number }) | undefined;
  /** By the anchor of its chain: the newest value told. */
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

  /** Whether there is nothing more to come. */
  get isOver(): boolean {
    const edition = editionFor(this.editions, this.#next ?? 0);
    if (this.#open || this.#findings.isAwaited || !edition) return false;
    return edition.change === 'ended' || !fits(edition, this.#next ?? 0);
  }

  /** When the outcome of its next window should be there; undefined where none is to come. */
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

  /** What is wrong with the next entry, each as a sentence. */
  see(index: number, entry: WatchEntry): string[] {
    const problems: string[] = [];
    const wrong = (holds: boolean, problem: string) => {
      if (!holds) problems.push(`Entry ${index} of watch ${entry.watch} ${problem}.`);
    };
    const at = time(entry.at);
    wrong(at >= this.#lastAt - clocksMs, 'says that it was written before the one before it');
    this.#lastAt = Math.max(this.#lastAt, at);
    if (entry.kind === 'watch') this.#change(index, entry, wrong);
    else if (!this.#added) wrong(false, 'comes before the watch was added');
    else {
      wrong(this.#last === undefined || entry.previous === this.#last, 'does not name the entry before it');
      if (entry.kind === 'extra') this.#extra(index, entry, wrong);
      else {
        wrong(!this.#findings.isAwaited, 'goes on without the extra slot that a change asked for');
        this.#findings.passed();
        if (entry.kind === 'slot') this.#begin(index, entry, wrong);
        else this.#end(index, entry, wrong);
      }
    }
    this.#last = entry.kind === 'watch' && this.#next === undefined ? undefined : index;
    return problems;
  }

  #change(index: number, it: Watch, wrong: Wrong): void {
    const at = time(it.at);
    const beginsAt = time(it.begins);
    wrong(beginsAt >= at - clocksMs, 'changes a window that had begun');
    if (!this.#added) {
      wrong(it.change === 'added' && it.previous === null && it.first === 0, 'does not begin the watch');
      this.#added = it;
    } else {
      const { prover, payer, proof_type } = this.#added;
      wrong(it.change !== 'added', 'begins the watch a second time');
      wrong(this.editions.at(-1)?.change !== 'ended', 'changes a watch that was ended');
      wrong(it.prover === prover && it.payer === payer && it.proof_type === proof_type, 'is about another watch');
      wrong(this.#last === undefined || it.previous === this.#last, 'does not name the entry before it');
      const before = editionFor(this.editions, it.first);
      const least = this.#open ? this.#open.number + 1 : (this.#next ?? 0);
      wrong(it.first >= least, 'changes a window that has its outcome');
      wrong(before !== undefined && beginOf(before, it.first) === beginsAt, 'moves the windows');
    }
    this.editions.push(editionOf(index, it));
  }

  #begin(index: number, it: Slot, wrong: Wrong): void {
    this.#next ??= it.number;
    const edition = editionFor(this.editions, it.number);
    wrong(!this.#open, 'begins a window before the one before it has its outcome');
    wrong(it.number === this.#next, `begins window ${it.number}, and ${this.#next} is next`);
    wrong(it.head_size <= index, 'names a tree that was not there');
    if (edition) {
      const begins = beginOf(edition, it.number);
      wrong(edition.change !== 'paused' && edition.change !== 'ended', 'begins a window while nobody was to ask');
      wrong(fits(edition, it.number), 'begins a window after the end of the watch');
      wrong(time(it.begins) === begins, 'says another beginning of the window than the watch');
      const at = time(it.at);
      wrong(at >= begins - clocksMs, 'begins a window too early');
      wrong(at <= begins + leadOf(edition.everyMs) + clocksMs, 'begins a window too late');
    } else wrong(false, 'begins a window that the watch does not have');
    this.#open = { ...it, index };
  }

  #end(index: number, it: Outcome, wrong: Wrong): void {
    this.#next ??= it.number;
    const edition = editionFor(this.editions, it.number);
    const slot = this.#open;
    wrong(it.number === this.#next, `tells of window ${it.number}, and ${this.#next} is next`);
    wrong(it.slot === (slot?.index ?? null), 'does not name the beginning of its window');
    if (edition) {
      if (slot) this.#endBegun(slot, it, edition, wrong);
      else this.#endWithout(it, edition, wrong);
      if (this.#keeps) {
        const beginsAt = beginOf(edition, it.number);
        this.held.push({ index, outcome: it, slot, edition, beginsAt, endsAt: beginsAt + it.count * edition.everyMs });
      }
      this.#findings.ended(index, it, isJudged(it.result), wrong);
    } else wrong(false, 'tells of a window that the watch does not have');
    this.#next = it.number + it.count;
    this.#open = undefined;
  }

  #endBegun(slot: Slot, it: Outcome, edition: Edition, wrong: Wrong): void {
    const at = time(it.at);
    wrong(it.count === 1, 'tells of several windows at once');
    wrong(it.result !== 'paused', 'calls a window paused that had begun');
    wrong(isAsked(it.result) === (it.challenge !== null), 'does not fit its challenge');
    wrong(isAsked(it.result) === (it.transcript !== null), 'does not say where its challenge ended');
    const figures = [it.liars, it.radius_km, it.radius_km_any_medium];
    wrong(isJudged(it.result) || figures.every((each) => each === null), 'tells more than can be known');
    wrong(this.#tells(it, edition), 'tells a value that is not the one of its window');
    wrong((slot.seed_block === null) === (it.block_hash === null) || it.result === 'missed', 'does not name its block');
    if (it.due === null || it.value === null) {
      wrong(it.result === 'missed', 'does not say its time');
      return;
    }
    const { watch, number } = it;
    const seed = {
      log: this.#log,
      watch,
      number,
      root: slot.head_root,
      blockHash: it.block_hash ?? '',
      value: it.value,
    };
    const due = dueOf(seed, edition);
    wrong(time(it.due) === due, 'says another time than the one that was drawn');
    if (isAsked(it.result)) wrong(at >= due - clocksMs, 'was asked before its time');
    if (it.result === 'missed') wrong(at >= due + lateOf(edition.everyMs) - clocksMs, 'was given up before its time');
  }

  #extra(index: number, it: Extra, wrong: Wrong): void {
    const isWithout = it.result === 'missed' || it.result === 'unpaid';
    wrong(isWithout || isAsked(it.result), 'tells of an extra slot that never began');
    wrong(isAsked(it.result) === (it.challenge !== null), 'does not fit its challenge');
    wrong(isAsked(it.result) === (it.transcript !== null), 'does not say where its challenge ended');
    const figures = [it.liars, it.radius_km, it.radius_km_any_medium];
    wrong(isJudged(it.result) || figures.every((each) => each === null), 'tells more than can be known');
    this.#findings.extra(index, it, isJudged(it.result), wrong);
    const last = this.held.at(-1);
    if (last?.outcome.number === it.number) this.held[this.held.length - 1] = { ...last, extra: { ...it, index } };
  }

  #endWithout(it: Outcome, edition: Edition, wrong: Wrong): void {
    const { value, block_hash, due, challenge, transcript, liars, radius_km, radius_km_any_medium } = it;
    const said = [value, block_hash, due, challenge, transcript, liars, radius_km, radius_km_any_medium];
    const compared = [it.finding ?? null, it.compared_with ?? null];
    const last = it.number + it.count - 1;
    const isPaused = edition.change === 'paused';
    wrong(it.result === (isPaused ? 'paused' : 'missed'), 'tells of a window that never began');
    wrong(
      [...said, ...compared].every((each) => each === null),
      'tells more than can be known',
    );
    wrong(editionFor(this.editions, last) === edition, 'tells of windows before and after a change at once');
    wrong(edition.change !== 'ended' && fits(edition, last), 'tells of a window after the end of the watch');
    const over = beginOf(edition, last) + (isPaused ? 0 : leadOf(edition.everyMs));
    wrong(time(it.at) >= over - clocksMs, 'tells of a window that had not begun');
  }

  /** Values are told in order, so each is compared with the one before it. */
  #tells({ number, value }: Outcome, { values: anchor, first }: Edition): boolean {
    if (value === null) return true;
    const known = this.#values.get(anchor) ?? { index: 0, value: hashFromHex(anchor) ?? new Uint8Array(0) };
    const told = { index: number - first + 1, value: hashFromHex(value) ?? new Uint8Array(0) };
    if (told.index <= known.index || told.index > mostOfEdition || !followsFrom(known, told)) return false;
    this.#values.set(anchor, told);
    return true;
  }
}

type Wrong = (holds: boolean, problem: string) => void;
