import { concat } from './bytes.ts';
import { nodeHash } from './hashes.ts';
import { tileHeight, tileWidth } from './tile-paths.ts';
import { foldRight } from './tree-proofs.ts';

export interface FullTile {
  readonly level: number;
  readonly index: number;
  readonly hashes: Uint8Array;
}

/**
 * The right edge of a growing tree. It is all that is needed to add a leaf and to compute the root. Adding a leaf takes one hash on
 * average, however large the tree is.
 */
export class TreeEdge {
  #size: number;
  /** Hashes of the partial tile of each level. */
  readonly #partial: Uint8Array[][];
  /** The complete subtrees that make up the tree, from left to right. Each is at least twice as large as the next. */
  readonly #subtrees: { readonly height: number; readonly hash: Uint8Array }[] = [];

  /** `partial` has the hashes of the partial tile of each level. */
  constructor(size = 0, partial: readonly (readonly Uint8Array[])[] = []) {
    this.#size = size;
    this.#partial = partial.map((it) => [...it]);
    for (let level = partial.length - 1; level >= 0; level--)
      for (const hash of partial[level] as readonly Uint8Array[]) this.#join(level * tileHeight, hash, () => {});
  }

  get size(): number {
    return this.#size;
  }

  root(): Uint8Array {
    return foldRight(this.#subtrees.map((it) => it.hash));
  }

  /** Adds a leaf. Returns the tiles that it filled, the lowest first. */
  add(leaf: Uint8Array): FullTile[] {
    this.#size++;
    const filled: FullTile[] = [];
    this.#join(0, leaf, (height, hash) => {
      if (height % tileHeight > 0) return;
      const level = height / tileHeight;
      const tile = this.#partial[level] ?? [];
      tile.push(hash);
      this.#partial[level] = tile.length < tileWidth ? tile : [];
      if (tile.length === tileWidth)
        filled.push({ level, index: this.#size / tileWidth ** (level + 1) - 1, hashes: concat(...tile) });
    });
    return filled;
  }

  /** The partial tile of a level; empty if the last tile of the level is full. */
  partial(level: number): Uint8Array {
    return concat(...(this.#partial[level] ?? []));
  }

  /** Adds a complete subtree at the right. Joins it with its left neighbour as long as both have the same height. */
  #join(height: number, hash: Uint8Array, formed: (height: number, hash: Uint8Array) => void): void {
    formed(height, hash);
    const left = this.#subtrees.at(-1);
    if (left?.height !== height) {
      this.#subtrees.push({ height, hash });
      return;
    }
    this.#subtrees.pop();
    this.#join(height + 1, nodeHash(left.hash, hash), formed);
  }
}
