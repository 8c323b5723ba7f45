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
  /** The cell of its stated place. */
  readonly cell: number;
  /** Whether it signed the description with this hash. */
  readonly isDescribedBy: (hash: string) => boolean;
  /** Since when it is connected and may be drawn, in milliseconds. Undefined while it may not. */
  readonly since: () => number | undefined;
}

type Leaf = NonNullable<HubMessageOf<'cosign'>['leaf']>;

/** A challenger that connected less than this before a tree was logged need not be in that tree. Clocks may differ, too. */
const graceMs = 120_000;
/** The most entries that are looked through. A tree is logged at least every hour. */
const mostEntries = 16 * tileWidth;

/**
 * Finds the newest eligible tree that a log names, and says what is wrong with the agent's own leaf in it. So an operator cannot leave
 * an agent out of the tree without that agent noticing.
 */
export class OwnLeaf {
  readonly #options: OwnLeafOptions;
  #readUpTo = 0;
  #newest: { readonly index: number; readonly tree: EntryOf<'tree'> } | undefined;

  constructor(options: OwnLeafOptions) {
    this.#options = options;
  }

  /** What is wrong with the agent's own leaf. Undefined if nothing is. */
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
      // The path of one leaf is made from all other leaves of its tile. So if the path is right, all of them are.
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
