import { type Entry, EntryError, type EntryOf, parseEntry, UnknownEntry } from './entries.ts';
import { type SeenTree, TreeWatch } from './tree-watch.ts';
import { type SeenWatches, SlotWatch } from './watches/slot-watch.ts';

/** The acceptance of a challenge whose end the log does not have yet. */
export interface OpenAcceptance {
  readonly index: number;
  /** When the monitor first saw it, in milliseconds. Acceptances have no time of their own. */
  readonly seenAt: number;
}

/** What a monitor remembers of challenges and provers from one look to the next: the newest of each. */
export interface SeenChallenges {
  /** Ids of challenges that have ended. */
  readonly ended: readonly string[];
  /** For each prover the index of its last acceptance. */
  readonly last: readonly (readonly [prover: string, index: number])[];
}

const mostSeen = 2_000;

/**
 * Reads the entries of a log in their order for a monitor, and finds contradictions between them. If the monitor began in the middle
 * of the log, it does not check what depends on earlier entries.
 */
export class EntryWatch {
  /** Challenges that were accepted and have not ended, by id. */
  readonly open: Map<string, OpenAcceptance>;
  readonly #last: Map<string, number>;
  readonly #ended: Set<string>;
  /** True if the log is read from its beginning. */
  readonly #isWhole: boolean;
  /** True if `open` has every challenge that was accepted and has not ended. */
  readonly #isFollowed: boolean;
  readonly trees: TreeWatch;
  /** Checks the watches. Undefined if the log's name is not known, because times are drawn with it. */
  readonly slots: SlotWatch | undefined;
  /** How many entries of each kind were seen. */
  readonly counts: Partial<Record<Entry['kind'], number>> = {};

  constructor(
    open: Iterable<readonly [string, OpenAcceptance]> = [],
    isWhole = false,
    trees: readonly SeenTree[] = [],
    watches?: { readonly log: string; readonly seen?: SeenWatches | undefined },
    seen?: SeenChallenges,
  ) {
    this.open = new Map(open);
    this.trees = new TreeWatch(trees, isWhole);
    this.slots = watches && new SlotWatch(watches.log, isWhole, watches.seen);
    this.#last = new Map(seen?.last);
    this.#ended = new Set(seen?.ended);
    this.#isWhole = isWhole;
    this.#isFollowed = isWhole || seen !== undefined;
  }

  get seen(): SeenChallenges {
    return { ended: [...this.#ended].slice(-mostSeen), last: [...this.#last].slice(-mostSeen) };
  }

  /** Reads the next entry. Returns what is wrong with it, each as a sentence. */
  see(index: number, bytes: Uint8Array, at: number): string[] {
    let entry: Entry;
    try {
      entry = parseEntry(bytes);
    } catch (error) {
      if (error instanceof UnknownEntry) return [];
      if (error instanceof EntryError) return [`Entry ${index} cannot be read: ${error.message}`];
      throw error;
    }
    this.counts[entry.kind] = (this.counts[entry.kind] ?? 0) + 1;
    if (entry.kind === 'tree') return this.trees.logged(index, entry);
    if (entry.kind === 'acceptance') return [...this.#accepted(index, entry, at), ...this.trees.accepted(index, entry)];
    if (entry.kind === 'transcript') return [...this.#over(index, entry), ...(this.slots?.ended(index, entry) ?? [])];
    if (entry.kind === 'watch' || entry.kind === 'slot' || entry.kind === 'outcome' || entry.kind === 'extra')
      return this.slots?.see(index, entry) ?? [];
    return [];
  }

  /** Challenges that were first seen accepted more than `withinMs` ago, and have not ended. */
  overdue(now: number, withinMs: number): { readonly challenge: string; readonly index: number }[] {
    return [...this.open]
      .filter(([, { seenAt }]) => now - seenAt > withinMs)
      .map(([challenge, { index }]) => ({ challenge, index }));
  }

  #accepted(index: number, { challenge, prover, previous }: EntryOf<'acceptance'>, seenAt: number): string[] {
    const problems: string[] = [];
    if (this.open.has(challenge) || this.#ended.has(challenge))
      problems.push(`Entry ${index} accepts challenge ${challenge} a second time.`);
    const last = this.#last.get(prover);
    if ((this.#isWhole || last !== undefined) && (last ?? null) !== previous)
      problems.push(`Entry ${index} does not name the acceptance of ${prover} before it.`);
    this.#last.delete(prover);
    this.#last.set(prover, index);
    this.open.set(challenge, { index, seenAt });
    return problems;
  }

  #over(index: number, { challenge, acceptance }: EntryOf<'transcript'>): string[] {
    const problems: string[] = [];
    const accepted = this.open.get(challenge)?.index;
    if (this.#ended.has(challenge)) problems.push(`Entry ${index} ends challenge ${challenge} a second time.`);
    else if (acceptance !== (accepted ?? null) && (this.#isFollowed || accepted !== undefined))
      problems.push(`Entry ${index} ends challenge ${challenge} and does not name its acceptance.`);
    this.#ended.add(challenge);
    this.open.delete(challenge);
    return problems;
  }
}
