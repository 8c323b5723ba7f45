import { type Entry, EntryError, type EntryOf, parseEntry, UnknownEntry } from './entries.ts';
import { type SeenTree, TreeWatch } from './tree-watch.ts';
import { type SeenWatches, SlotWatch } from './watches/slot-watch.ts';

/** The acceptance of a challenge whose end the log does not have yet. */
export interface OpenAcceptance {
  readonly index: number;
  /** When the monitor first saw it, in milliseconds. Acceptances have no time of their own. */
  readonly seenAt: number;
}

/**
 * Reads the entries of a log in their order for a monitor, and finds contradictions between them. If the monitor began in the middle
 * of the log, it does not check what depends on earlier entries.
 */
export class EntryWatch {
  /** Challenges that were accepted and have not ended, by id. */
  readonly open: Map<string, OpenAcceptance>;
  /** For each prover the index of its last acceptance. Undefined if the log was not read from its beginning. */
  readonly #last: Map<string, number> | undefined;
  readonly #ended: Set<string> | undefined;
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
  ) {
    this.open = new Map(open);
    this.trees = new TreeWatch(trees, isWhole);
    this.slots = watches && new SlotWatch(watches.log, isWhole, watches.seen);
    this.#last = isWhole ? new Map() : undefined;
    this.#ended = isWhole ? new Set() : undefined;
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
    if (this.open.has(challenge) || this.#ended?.has(challenge))
      problems.push(`Entry ${index} accepts challenge ${challenge} a second time.`);
    if (this.#last && (this.#last.get(prover) ?? null) !== previous)
      problems.push(`Entry ${index} does not name the acceptance of ${prover} before it.`);
    this.#last?.set(prover, index);
    this.open.set(challenge, { index, seenAt });
    return problems;
  }

  #over(index: number, { challenge, acceptance }: EntryOf<'transcript'>): string[] {
    const problems: string[] = [];
    const accepted = this.open.get(challenge)?.index;
    if (this.#ended?.has(challenge)) problems.push(`Entry ${index} ends challenge ${challenge} a second time.`);
    else if (acceptance !== (accepted ?? null) && (this.#ended !== undefined || accepted !== undefined))
      problems.push(`Entry ${index} ends challenge ${challenge} and does not name its acceptance.`);
    this.#ended?.add(challenge);
    this.open.delete(challenge);
    return problems;
  }
}
