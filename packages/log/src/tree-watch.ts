import type { EntryOf } from './entries.ts';

/** An eligible tree that the log named. */
export interface SeenTree {
  readonly index: number;
  /** Proof type and address family. */
  readonly kind: string;
  readonly root: string;
  readonly size: number;
  readonly block: number | null;
  /** When it was logged, by the service's clock. States that older monitors saved do not have it. */
  readonly at?: string;
}

/** How many trees of each kind a monitor remembers between two looks. */
const remembered = 8;
/** A direct request waits for its prover for a day at most, and its tree may already have been replaced for a minute. */
const longestWaitMs = 24 * 3_600_000 + 60_000;
/** RPC endpoints of a chain may be this many blocks apart. */
const blocksApart = 64;

const tooOld = (index: number): string =>
  `Entry ${index} rests on an older eligible tree than the log had before the request.`;

/** Checks for a monitor that acceptances rest on the newest tree that the log had before their requests. */
export class TreeWatch {
  readonly #byIndex = new Map<number, SeenTree>();
  readonly #byKind = new Map<string, SeenTree[]>();
  readonly #isWhole: boolean;
  /** The highest block that an acceptance named as still to come. */
  #comingBlock = 0;
  /** Acceptances that rest on a tree which the log did not have before their request. */
  late = 0;

  constructor(seen: readonly SeenTree[] = [], isWhole = false) {
    this.#isWhole = isWhole;
    for (const it of seen) this.#keep(it);
  }

  /** What a monitor must remember to go on. */
  get recent(): SeenTree[] {
    return [...this.#byKind.values()].flatMap((all) => all.slice(-remembered));
  }

  logged(index: number, { proof_type, family, root, size, block, at }: EntryOf<'tree'>): string[] {
    const kind = `${proof_type}/${family}`;
    const last = this.#byKind.get(kind)?.at(-1);
    this.#keep({ index, kind, root, size, block, at });
    const isBack = block !== null && (block < (last?.block ?? 0) || block + blocksApart < this.#comingBlock);
    return isBack
      ? [`Entry ${index} names an eligible tree as of block ${block}, which was over: it is backdated.`]
      : [];
  }

  accepted(index: number, says: EntryOf<'acceptance'>): string[] {
    const { tree_index, tree_root, tree_size, proof_type, request_block, seed_block, prover } = says;
    this.#comingBlock = Math.max(this.#comingBlock, seed_block ?? 0);
    if (tree_index === undefined) return [];
    const kind = `${proof_type}/${prover.split('/')[0]}`;
    const tree = this.#byIndex.get(tree_index);
    const known = this.#byKind.get(kind) ?? [];
    if (!tree && !this.#isWhole && tree_index < (known[0]?.index ?? Number.POSITIVE_INFINITY)) return [];
    if (tree?.kind !== kind || tree.root !== tree_root || tree.size !== tree_size)
      return [`Entry ${index} rests on an eligible tree that is not entry ${tree_index}.`];
    // A direct request has no block. If its payer signed how much of the log it had seen, `verify` uses that.
    if (request_block === null) return this.#isLongReplaced(tree, known) ? [tooOld(index)] : [];
    const isEarly = (it: SeenTree) => it.block !== null && it.block < request_block;
    if (!isEarly(tree)) this.late++;
    else if (known.some((it) => it.index > tree.index && isEarly(it))) return [tooOld(index)];
    return [];
  }

  /** Whether the tree was replaced before any request that is accepted now can have been made. */
  #isLongReplaced(tree: SeenTree, known: readonly SeenTree[]): boolean {
    const next = known.find((it) => it.index > tree.index);
    if (next?.at === undefined) return false;
    return Date.parse(known.at(-1)?.at ?? next.at) - Date.parse(next.at) > longestWaitMs;
  }

  #keep(it: SeenTree): void {
    this.#byIndex.set(it.index, it);
    const all = this.#byKind.get(it.kind);
    if (all) all.push(it);
    else this.#byKind.set(it.kind, [it]);
  }
}
