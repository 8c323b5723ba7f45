import {
  EntryError,
  type EntryOf,
  type LogFiles,
  leafHash,
  type OpenedCheckpoint,
  parseEntry,
  TileReader,
  tileWidth,
  verifyInclusion,
} from '@trigpoint/log';
import { findLeaf, headOf, MalformedTree, NotRevealed, type PartialTree, readPartialTree } from '@trigpoint/proofs';
import type { HubMessageOf } from '@trigpoint/protocol';

export interface OwnLeafOptions {
  readonly proofType: string;
  readonly id: () => string;
  /** Where it stands in the order of the tree: the cell of its stated place. */
  readonly cell: number;
  /** Whether it signed the description with this hash. */
  readonly isDescribedBy: (hash: string) => boolean;
  /** Since when it is there and may be drawn; undefined while it is not. Milliseconds. */
  readonly since: () => number | undefined;
}

type Leaf = NonNullable<HubMessageOf<'cosign'>['leaf']>;

/** A challenger that has just come need not be in the newest tree. Clocks may be apart, too. */
const graceMs = 120_000;
/** Entries that are looked through at most; a tree is logged every hour at least. */
const mostEntries = 16 * tileWidth;

/**
 * Finds the newest eligible tree that a log names, and says what is wrong with the agent's own leaf in it. An operator that
 * hides agents must hide them from themselves.
 */
export class OwnLeaf {
  readonly #options: OwnLeafOptions;
  #readUpTo = 0;
  #newest: { readonly index: number; readonly tree: EntryOf<'tree'> } | undefined;

  constructor(options: OwnLeafOptions) {
    this.#options = options;
  }

  /** Undefined where nothing is wrong. */
  async objection(checkpoint: OpenedCheckpoint, files: LogFiles, leaf: Leaf | undefined): Promise<string | undefined> {
    await this.#readOn(checkpoint, files);
    const { since, id, cell, isDescribedBy } = this.#options;
    const from = since();
    const newest = this.#newest;
    if (!newest || from === undefined || Date.parse(newest.tree.at) < from + graceMs) return undefined;
    const { index, tree } = newest;
    if (!leaf) return `The eligible tree in entry ${index} does not have this challenger.`;
    try {
      const part = readPartialTree(leaf.part as PartialTree);
      const { root, size } = headOf(part);
      if (leaf.tree_index !== index || root !== tree.root || size !== tree.size)
        return `What was shown of an eligible tree is not of the one in entry ${index}.`;
      const own = findLeaf(part, { cell, id: id() });
      if (!own) return `The eligible tree in entry ${index} does not have this challenger at its place.`;
      return isDescribedBy(own.description)
        ? undefined
        : `The eligible tree in entry ${index} has this challenger under a description that it did not sign.`;
    } catch (error) {
      if (!(error instanceof MalformedTree || error instanceof NotRevealed)) throw error;
      return `What was shown of the eligible tree in entry ${index} is no part of one: ${error.message}`;
    }
  }

  async #readOn({ size, root }: OpenedCheckpoint, files: LogFiles): Promise<void> {
    const reader = new TileReader(size, files.tile);
    const from = Math.max(this.#readUpTo, size - mostEntries);
    for (let bundle = Math.floor(from / tileWidth); bundle * tileWidth < size; bundle++) {
      const first = bundle * tileWidth;
      const entries = await reader.entries(bundle);
      // The path of one leaf is made from all others of its tile, so that it holds for all of them.
      const path = await reader.inclusion(first);
      if (!verifyInclusion({ leaf: leafHash(entries[0] as Uint8Array), index: first, size, root, path }))
        throw new Error('The entries that the log serves are not those of its checkpoint.');
      for (const [i, it] of entries.entries()) if (first + i >= from) this.#see(first + i, it);
    }
    this.#readUpTo = size;
  }

  #see(index: number, bytes: Uint8Array): void {
    try {
      const tree = parseEntry(bytes);
      const { proofType, id } = this.#options;
      if (tree.kind === 'tree' && tree.proof_type === proofType && tree.family === id().split('/')[0])
        this.#newest = { index, tree };
    } catch (error) {
      if (!(error instanceof EntryError)) throw error;
    }
  }
}
