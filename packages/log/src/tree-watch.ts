import type { EntryOf } from './entries.ts';

/** An eligible tree that the log named. */
export interface SeenTree {
  readonly index: number;
  /** Proof type and address family. */
  readonly kind: string;
  readonly root: string;
  readonly size: number;
  readonly block: number | null;
}

/** Trees of one kind that a watch remembers when it is started again. */
const remembered = 8;
/** Nodes of a chain may be this far apart. */
const blocksApart = 64;

/** Whether acceptances rest on the trees that the log had before their requests. */
export class TreeWatch {
  readonly #byIndex = new Map<number, SeenTree>();
  readonly #byKind = new Map<string, SeenTree[]>();
  readonly #isWhole: boolean;
  /** The highest block that an acceptance said is still to come. */
  #comingBlock = 0;
  /** Acceptances that rest on a tree which the log did not have before their request. */
  late = 0;

  constructor(seen: readonly SeenTree[] = [], isWhole = false) {
    this.#isWhole = isWhole;
    for (const it of seen) this.#keep(it);
  }

  /** What a watch must remember to go on. */
  get recent(): SeenTree[] {
    return [...this.#byKind.values()].flatMap((all) => all.slice(-remembered));
  }

  logged(index: number, { proof_type, family, root, size, block }: EntryOf<'tree'>): string[] {
    const kind = `${proof_type}/${family}`;
    const last = this.#byKind.get(kind)?.at(-1);
    this.#keep({ index, kind, root, size, block });
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
    const isEarly = (it: SeenTree) => it.block !== null && it.block < (request_block as number);
    // A request without a chain has no block: its own evidence says how much of the log its payer had seen.
    if (request_block === null) return [];
    if (!isEarly(tree)) this.late++;
    else if (known.some((it) => it.index > tree.index && isEarly(it)))
      return [`Entry ${index} rests on an older eligible tree than the log had before the request.`];
    return [];
  }

  #keep(it: SeenTree): void {
    this.#byIndex.set(it.index, it);
    const all = this.#byKind.get(it.kind);
    if (all) all.push(it);
    else this.#byKind.set(it.kind, [it]);
  }
}
