import type { EntryOf } from '../entries.ts';
import { isJudged, type SavedChain, WatchChain, type WatchEntry } from './watch-chain.ts';

/** What a monitor remembers of watches between two looks. */
export interface SeenWatches {
  /** Watches that are not over, by id. */
  readonly open: Readonly<Record<string, SavedChain>>;
  /** For each prover the index of the newest `watch` entry about it. */
  readonly newest: Readonly<Record<string, number>>;
}

/** How many ends of challenges are remembered. An outcome comes soon after the end of its challenge. */
const rememberedEnds = 10_000;

/** Checks the watches of a log, for a monitor that reads all its entries. */
export class SlotWatch {
  readonly #log: string;
  readonly #isWhole: boolean;
  readonly #chains: Map<string, WatchChain>;
  readonly #newest: Map<string, number>;
  readonly #ends = new Map<number, EntryOf<'transcript'>>();

  constructor(log: string, isWhole: boolean, seen: SeenWatches = { open: {}, newest: {} }) {
    this.#log = log;
    this.#isWhole = isWhole;
    this.#chains = new Map(
      Object.entries(seen.open).map(([id, saved]) => [id, new WatchChain(log, { isWhole: true, keeps: false, saved })]),
    );
    this.#newest = new Map(Object.entries(seen.newest));
  }

  get seen(): SeenWatches {
    const open = [...this.#chains].filter(([, it]) => !it.isOver).map(([id, it]) => [id, it.save()] as const);
    return { open: Object.fromEntries(open), newest: Object.fromEntries(this.#newest) };
  }

  /** A challenge has ended. */
  ended(index: number, entry: EntryOf<'transcript'>): string[] {
    this.#ends.set(index, entry);
    for (const oldest of this.#ends.keys()) {
      if (this.#ends.size <= rememberedEnds) break;
      this.#ends.delete(oldest);
    }
    return [];
  }

  see(index: number, entry: WatchEntry): string[] {
    let chain = this.#chains.get(entry.watch);
    if (!chain) {
      const isNew = entry.kind === 'watch' && entry.change === 'added';
      // A monitor that began in the middle of the log passes over watches whose beginning it has not seen.
      if (!isNew && !this.#isWhole) return [];
      chain = new WatchChain(this.#log, { isWhole: true, keeps: false });
      this.#chains.set(entry.watch, chain);
    }
    const problems = chain.see(index, entry);
    const prover = chain.added?.prover ?? '';
    const newest = this.#newest.get(prover) ?? null;
    if (entry.kind === 'watch') {
      if (entry.before !== newest && (this.#isWhole || newest !== null))
        problems.push(`Entry ${index} does not name the watch of ${prover} before it.`);
      this.#newest.set(prover, index);
    }
    if (entry.kind === 'slot' && entry.newest !== newest)
      problems.push(`Entry ${index} does not name the newest watch of ${prover}.`);
    if ((entry.kind === 'outcome' || entry.kind === 'extra') && entry.transcript !== null) {
      const end = this.#ends.get(entry.transcript);
      if (end ? !fitsEnd(entry, end) : this.#isWhole)
        problems.push(`Entry ${index} does not say how challenge ${entry.challenge} ended.`);
    }
    return problems;
  }

  /** Watches whose next outcome is late by more than `withinMs`. */
  overdue(now: number, withinMs: number): { readonly watch: string; readonly number: number }[] {
    return [...this.#chains].flatMap(([watch, it]) => {
      const by = it.outcomeBy;
      return by !== undefined && now - by > withinMs ? [{ watch, number: it.next ?? 0 }] : [];
    });
  }
}

const outcomes: Readonly<Record<string, readonly EntryOf<'outcome'>['result'][]>> = {
  true: ['inside', 'verified'],
  false: ['outside', 'refuted'],
  inconclusive: ['undecided', 'inconclusive'],
};

/** Whether the outcome of a window agrees with the entry about the end of its challenge. */
export const fitsEnd = (it: Pick<EntryOf<'outcome'>, 'result' | 'challenge'>, end: EntryOf<'transcript'>): boolean =>
  end.challenge === it.challenge &&
  (isJudged(it.result) ? outcomes[end.outcome]?.includes(it.result) === true : end.outcome === 'inconclusive');
