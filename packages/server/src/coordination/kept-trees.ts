import { type EligibleLeaf, headOf, leafOf, type ProofType, treeOf, type WireChallenger } from '@trigpoint/proofs';
import type { Db, Tx } from '../db/driver.ts';
import { hourMs } from '../times.ts';
import type { Eligible } from './eligible-trees.ts';
import { findTree, forgetTreesBefore, type TreeRow, writeTree } from './tree-store.ts';

/** The challengers in a tree, by their ids. */
type Members = ReadonlyMap<string, Member>;
interface Member {
  readonly candidate: WireChallenger;
  readonly leaf: EligibleLeaf;
}
type Written = readonly [candidate: WireChallenger, since: number, system: string];
interface Changes {
  readonly gone: readonly string[];
  readonly come: readonly Written[];
}

/** A tree that is in the log. */
interface KeptTree {
  readonly tree: Eligible['tree'];
  readonly entries: Members;
}

/** A tree is stored whole at least this often. It is deleted well after the last challenge that could need it. */
const wholeEveryMs = hourMs;
const forgetAfterMs = 6 * hourMs;
/** A tree is stored whole if it would rest on more than this many changes, because reading those would cost more. */
const mostSteps = 64;
const mostChanged = 0.2;
const mostInMemory = 32;

interface TreePlan {
  /** Undefined if the tree is stored already. */
  readonly row: TreeRow | undefined;
  /** The whole tree. It replaces a row of the same tree. */
  readonly whole: () => TreeRow;
  /** To be called after the commit. The next tree may then be stored as a change of this one. */
  readonly done: () => void;
}

interface Last {
  readonly root: string;
  readonly members: Members;
  readonly steps: number;
  readonly wholeAt: number;
}

/**
 * Stores the eligible trees that the log names. A draw must use the tree of its acceptance, also on a node that takes over
 * from one that died, and also if half of the network has left since.
 */
export class KeptTrees {
  readonly #db: Db;
  readonly #last = new Map<string, Last>();
  readonly #inMemory = new Map<string, KeptTree>();

  constructor(db: Db) {
    this.#db = db;
  }

  /** Plans how to store a tree. The caller writes `row` when it logs the tree, and calls `done` after the commit. */
  plan(kind: string, { tree, entries }: Eligible, at: number): TreePlan {
    const { root } = headOf(tree);
    const last = this.#last.get(kind);
    const isFresh = last !== undefined && at - last.wholeAt < wholeEveryMs;
    const done = (next: Last) => () => {
      this.#last.set(kind, next);
      this.#remember(root, { tree, entries });
    };
    const whole = (): TreeRow => {
      const all: Changes = { gone: [], come: [...entries.values()].map(write) };
      return { root, base: '', changes: JSON.stringify(all), keptAt: at };
    };
    if (isFresh && last.root === root) return { row: undefined, whole, done: done(last) };
    const changes = isFresh && last.steps < mostSteps ? changesOf(last, entries) : undefined;
    if (last && changes && changes.come.length + changes.gone.length <= mostChanged * entries.size)
      return {
        row: { root, base: last.root, changes: JSON.stringify(changes), keptAt: at },
        whole,
        done: done({ root, members: entries, steps: last.steps + 1, wholeAt: last.wholeAt }),
      };
    return { row: whole(), whole, done: done({ root, members: entries, steps: 0, wholeAt: at }) };
  }

  /** Stores the row. A tree that comes back is stored whole once an hour, so that none rests on old rows. */
  async keep(tx: Tx, { row, whole }: TreePlan): Promise<void> {
    if (!row) return;
    const known = await findTree(tx, row.root);
    if (known && known.base === '' && row.keptAt - known.keptAt < wholeEveryMs) return;
    // A known row is replaced by the whole tree. The base of changes could itself rest on this row, which would be a circle.
    await writeTree(tx, known ? whole() : row);
  }

  async read(proofType: Pick<ProofType, 'place'>, root: string): Promise<KeptTree> {
    const found = await this.find(proofType, root);
    if (!found) throw new Error(`The eligible tree ${root} is not kept any more.`);
    return found;
  }

  /** Undefined if the tree was deleted. */
  async find(proofType: Pick<ProofType, 'place'>, root: string): Promise<KeptTree | undefined> {
    const known = this.#inMemory.get(root);
    if (known) return known;
    const entries = new Map<string, Member>();
    const steps: Changes[] = [];
    for (let at = root; at !== ''; ) {
      const found = await findTree(this.#db, at);
      if (!found) return undefined;
      steps.unshift(JSON.parse(found.changes));
      at = found.base;
    }
    for (const { gone, come } of steps) {
      for (const id of gone) entries.delete(id);
      for (const [candidate, since, system] of come)
        entries.set(candidate.id, { candidate, leaf: leafOf(proofType, candidate, { since, system }) });
    }
    const tree = treeOf([...entries.values()].map((it) => it.leaf));
    if (headOf(tree).root !== root) throw new Error(`The eligible tree ${root} is kept wrongly.`);
    const read = { tree, entries };
    this.#remember(root, read);
    return read;
  }

  forgetOld(tx: Tx, at: number): Promise<number> {
    return forgetTreesBefore(tx, at - forgetAfterMs);
  }

  #remember(root: string, it: KeptTree): void {
    this.#inMemory.set(root, it);
    const [oldest] = this.#inMemory.keys();
    if (this.#inMemory.size > mostInMemory && oldest !== undefined) this.#inMemory.delete(oldest);
  }
}

const write = ({ candidate, leaf }: Member): Written => [candidate, leaf.since, leaf.system];

const changesOf = ({ members }: Last, now: Members): Changes => ({
  gone: [...members.keys()].filter((id) => !now.has(id)),
  come: [...now.values()].filter((it) => members.get(it.leaf.id)?.leaf !== it.leaf).map(write),
});
