import { composeEntry, type EntryOf } from '@trigpoint/log';
import {
  findLeaf,
  headOf,
  type PartialTree,
  type ProofType,
  partOf,
  recordingReader,
  type TranscriptDraw,
} from '@trigpoint/proofs';
import type { Db, Reader, Tx } from '../db/driver.ts';
import type { AutonomousSystems } from '../network/autonomous-systems.ts';
import { hourMs, iso } from '../times.ts';
import type { Eligible } from './eligible-trees.ts';
import type { KeptTrees } from './kept-trees.ts';
import {
  forgetLoggedTrees,
  insertLoggedTree,
  type LoggedTree,
  newestBefore,
  newestLoggedTree,
  type RequestTime,
  recentLoggedTrees,
} from './logged-tree-store.ts';

export type { LoggedTree, RequestTime } from './logged-tree-store.ts';

export interface LoggedTreesOptions {
  readonly db: Db;
  readonly now: () => number;
  readonly trees: KeptTrees;
  readonly log: {
    append(tx: Tx, entry: EntryOf<'tree'>, id: string): Promise<string>;
    indexOf(tx: Reader, id: string): Promise<number | undefined>;
  };
  /** Trees and acceptances are written under one lock, so that the log has them in the order in which they were made. */
  readonly seeds: { prepare(): Promise<void>; lock(tx: Tx): Promise<void> };
  /** The newest block; null without a chain, or while it cannot be read. */
  readonly head: () => Promise<number | null>;
}

/** A tree that does not change is logged again this often, because old trees are deleted. */
const againAfterMs = hourMs;
/** Trees older than this are not drawn from, because too many challengers have come and gone. */
const drawnWithinMs = 3 * hourMs;
/** How many of the last trees are searched for a leaf. Witnesses cosign checkpoints that are seconds old, so few are enough. */
const mostRecent = 16;
const forgetAfterMs = 12 * hourMs;

export const treeEntryId = ({ kind, number }: Pick<LoggedTree, 'kind' | 'number'>): string => `tree:${kind}:${number}`;

/** Writes the eligible trees into the log. Nobody can choose a tree after a request, because the log had it before. */
export class LoggedTrees {
  readonly #options: LoggedTreesOptions;
  readonly #newest = new Map<string, LoggedTree>();

  constructor(options: LoggedTreesOptions) {
    this.#options = options;
  }

  /** The tree to draw from for a request of this time. Undefined if none was logged in the hours before it. */
  async before(db: Reader, kind: string, time: RequestTime): Promise<LoggedTree | undefined> {
    const found = await newestBefore(db, kind, time);
    if (found && found.number >= (this.#newest.get(kind)?.number ?? 0)) this.#newest.set(kind, found);
    return this.#isRecent(found) ? found : undefined;
  }

  /** The newest tree known here, if logged before the request. Another node may know a newer one. */
  remembered(kind: string, time: RequestTime): LoggedTree | undefined {
    const known = this.#newest.get(kind);
    return known && isEarly(known, time) && this.#isRecent(known) ? known : undefined;
  }

  #isRecent(it: LoggedTree | undefined): it is LoggedTree {
    return it !== undefined && it.at > this.#options.now() - drawnWithinMs;
  }

  /** One challenger's leaf in the newest tree that a log of this size has. Undefined if it is not in that tree. */
  async leafOf(
    proofType: ProofType,
    id: string,
    size: number,
  ): Promise<{ readonly tree_index: number; readonly part: NonNullable<PartialTree> } | undefined> {
    const { db, log, trees } = this.#options;
    for (const it of await recentLoggedTrees(db, `${proofType.id}/${id.split('/')[0]}`, mostRecent)) {
      const place = await log.indexOf(db, treeEntryId(it));
      if (place === undefined || place >= size) continue;
      const kept = await trees.find(proofType, it.root);
      const leaf = kept?.entries.get(id)?.leaf;
      const { open, opened } = recordingReader();
      if (!kept || !leaf || !findLeaf(kept.tree, leaf, open)) return undefined;
      const part = partOf(kept.tree, opened);
      return part === null ? undefined : { tree_index: place, part };
    }
    return undefined;
  }

  /** Logs the tree, unless the newest one in the log is the same. */
  async log(kind: string, eligible: Eligible): Promise<LoggedTree> {
    const { db, now, trees, seeds, head } = this.#options;
    const { root, size } = headOf(eligible.tree);
    const isSame = (it: LoggedTree | undefined): it is LoggedTree =>
      it?.root === root && it.at > now() - againAfterMs && it.systemsTable === wireTable(eligible.systems);
    const known = await newestLoggedTree(db, kind);
    if (isSame(known)) return known;
    await seeds.prepare();
    const plan = trees.plan(kind, eligible, now());
    const block = await head();
    const logged = await db.write(async (tx) => {
      await seeds.lock(tx);
      const last = await newestLoggedTree(tx, kind);
      if (isSame(last)) return last;
      await trees.keep(tx, plan);
      return this.#write(tx, kind, last, { root, size, block, systems: eligible.systems });
    });
    plan.done();
    return logged;
  }

  async #write(
    tx: Tx,
    kind: string,
    last: LoggedTree | undefined,
    it: { root: string; size: number; block: number | null; systems: AutonomousSystems },
  ): Promise<LoggedTree> {
    const { log, now } = this.#options;
    const at = now();
    const [proof_type, family] = kind.split('/') as [string, string];
    const { root, size } = it;
    // One node may see an older block than another. In the log block numbers never decrease.
    const block = it.block === null ? null : Math.max(it.block, last?.block ?? 0);
    const entry: EntryOf<'tree'> = {
      ...{ kind: 'tree', version: 1, proof_type, family, root, size, block },
      at: iso(at),
    };
    const row = { kind, number: (last?.number ?? 0) + 1, root, size, entry: composeEntry(entry), block, at };
    const logged = { ...row, systemsTable: wireTable(it.systems) };
    await insertLoggedTree(tx, logged);
    await log.append(tx, entry, treeEntryId(logged));
    return logged;
  }

  forgetOld(tx: Tx, at: number): Promise<number> {
    return forgetLoggedTrees(tx, at - forgetAfterMs);
  }
}

export const isEarly = (tree: LoggedTree, time: RequestTime): boolean =>
  'at' in time ? tree.at < time.at : tree.block !== null && tree.block < time.block;

/** The table of autonomous systems as the transcript names it. It is fixed with the tree, before anybody knows the seed. */
const wireTable = ({ table }: AutonomousSystems): string =>
  table ? JSON.stringify({ sha256: table.sha256, dated: iso(table.datedAt) }) : '';

export const readTable = (wire: string): TranscriptDraw['systems_table'] => (wire === '' ? null : JSON.parse(wire));
