import { sha256 } from '#sha256';
import { concat, isEqual } from './bytes.ts';
import { hashBytes } from './hashes.ts';

/**
 * A value of a chain of seeds. All values of a chain are fixed at once, and told one after another. Each value is the hash of the
 * next. The first one is the anchor, which is in the log. Everybody who knows the anchor can check every later value. Nobody but the
 * owner knows a value before it is told.
 */
export interface SeedValue {
  /** 0 is the anchor. */
  readonly index: number;
  readonly value: Uint8Array;
}

/** The value that is `steps` places earlier in the chain. */
const stepBack = (value: Uint8Array, steps: number): Uint8Array => {
  let found = value;
  for (let i = 0; i < steps; i++) found = sha256(found);
  return found;
};

/** A check takes as many hashes as there are steps between two values. The sender chooses the value, so there is a limit. */
const maxSteps = 1_000_000;

/** Whether `later` belongs to the same chain as `known`, which is the anchor or a value that was told before. */
export const followsFrom = (known: SeedValue, later: SeedValue): boolean => {
  const steps = later.index - known.index;
  if (!Number.isInteger(steps) || steps < 0 || steps > maxSteps || later.value.length !== hashBytes) return false;
  return isEqual(stepBack(later.value, steps), known.value);
};

/**
 * The owner's side of a chain. It keeps every √length-th value, and the stretch of values around the last one told. So a value takes at
 * most √length hashes, and the next one usually none.
 */
export class SeedChain {
  /** The highest index that can be told. */
  readonly length: number;
  readonly #stride: number;
  /** The values at multiples of the stride, and the last value. They are as secret as the secret that they were made from. */
  readonly #kept: readonly Uint8Array[];
  #stretch: { readonly from: number; readonly values: readonly Uint8Array[] } | undefined;

  private constructor(length: number, kept: readonly Uint8Array[]) {
    this.length = length;
    this.#stride = strideOf(length);
    this.#kept = kept;
  }

  /** Makes a chain. It hashes `length` times, which takes two seconds for a million. */
  static make(secret: Uint8Array, length: number): SeedChain {
    if (secret.length !== hashBytes) throw new RangeError(`The secret has ${secret.length} bytes, not ${hashBytes}.`);
    if (!Number.isSafeInteger(length) || length < 1) throw new RangeError(`A chain cannot have ${length} values.`);
    const stride = strideOf(length);
    const kept: Uint8Array[] = [secret];
    let value = secret;
    for (let index = length - 1; index >= 0; index--) {
      value = sha256(value);
      if (index % stride === 0) kept.unshift(value);
    }
    return new SeedChain(length, kept);
  }

  /** Makes the chain again from what `save` returned. */
  static open(saved: Uint8Array, length: number): SeedChain {
    const count = Math.ceil(length / strideOf(length)) + 1;
    if (saved.length !== count * hashBytes) throw new RangeError('These are not the values kept of such a chain.');
    return new SeedChain(
      length,
      Array.from({ length: count }, (_, i) => saved.slice(i * hashBytes, (i + 1) * hashBytes)),
    );
  }

  /** Everything that is needed to make the chain again without hashing. It is a secret. */
  save(): Uint8Array {
    return concat(...this.#kept);
  }

  get anchor(): Uint8Array {
    return this.#kept[0] as Uint8Array;
  }

  value(index: number): Uint8Array {
    if (!Number.isInteger(index) || index < 0 || index > this.length)
      throw new RangeError(`There is no value ${index} in a chain of ${this.length}.`);
    const from = Math.floor(index / this.#stride) * this.#stride;
    if (this.#stretch?.from !== from) this.#stretch = { from, values: this.#stretchFrom(from) };
    return this.#stretch.values[index - from] as Uint8Array;
  }

  #stretchFrom(from: number): Uint8Array[] {
    const to = Math.min(from + this.#stride, this.length);
    const values = [this.#kept[Math.ceil(to / this.#stride)] as Uint8Array];
    for (let index = to; index > from; index--) values.unshift(sha256(values[0] as Uint8Array));
    return values;
  }
}

const strideOf = (length: number): number => Math.ceil(Math.sqrt(length));
