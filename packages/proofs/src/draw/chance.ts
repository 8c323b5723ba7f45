import { sha256Hex } from '#sha256';

/** The numbers of one draw: the seed decides them all, and each is used once. */
export interface Chance {
  /** A number from 0 to `below` − 1. */
  next(below: number): number;
}

/**
 * The c-th number is SHA-256 of "trigpoint draw v1", the seed in hex and c, one per line, read as a number of 256 bits,
 * modulo `below`. With a million to choose from, none is likelier than another by more than 2⁻²³⁵.
 */
export function chanceOf(seed: string): Chance {
  let counter = 0;
  return {
    next: (below) => Number(BigInt(`0x${sha256Hex(`trigpoint draw v1\n${seed}\n${counter++}`)}`) % BigInt(below)),
  };
}

/** Draws numbers from 0 to `size` − 1 without repetition. It is a shuffle that goes only as far as numbers are drawn. */
export class Urn {
  readonly #chance: Chance;
  #left: number;
  readonly #moved = new Map<number, number>();

  constructor(size: number, chance: Chance) {
    this.#left = size;
    this.#chance = chance;
  }

  get left(): number {
    return this.#left;
  }

  next(): number {
    const at = this.#chance.next(this.#left--);
    const drawn = this.#moved.get(at) ?? at;
    this.#moved.set(at, this.#moved.get(this.#left) ?? this.#left);
    return drawn;
  }
}
