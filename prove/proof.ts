import { numbersOf } from '@trigpoint/proofs/testing-numbers';

/** One promise, tried many times. A proof is a file of this folder named after its id: `export const prove: Proof = …`. */
export type Proof = (options: ProofOptions) => Promise<ProofResult>;

export interface ProofOptions {
  readonly seed: number;
  /** The size that `npm test` uses: seconds, not minutes. */
  readonly small: boolean;
  /** Progress for a person; never part of the result. */
  log(line: string): void;
}

export interface ProofResult {
  /** How many cases were tried. A proof that tried nothing has failed. */
  readonly tried: number;
  /** One sentence for each case that broke the promise, with what is needed to see it again. */
  readonly violations: readonly string[];
  /** Why nothing could be tried on this machine. */
  readonly skipped?: string;
}

/** The result of one part of a proof, such as the part that runs on SQLite. */
export interface NamedResult extends ProofResult {
  readonly name: string;
}

/** One result of all parts. Each violation begins with the name of its part. */
export const addUp = (...parts: readonly NamedResult[]): ProofResult => ({
  tried: parts.reduce((sum, it) => sum + it.tried, 0),
  violations: parts.flatMap(({ name, violations }) => violations.map((it) => `${name}: ${it}`)),
});

export interface Random {
  /** Uniform in [0, 1). */
  (): number;
  /** A whole number in [0, below). */
  int(below: number): number;
  pick<T>(items: readonly T[]): T;
  bytes(length: number): Uint8Array;
  /** A random stream of its own for one of many cases that run side by side. What it draws does not depend on their timing. */
  fork(index: number): Random;
}

/** One printed number brings a failing run back. */
export const seeded = (seed: number): Random => {
  const next = numbersOf(seed);
  const int = (below: number): number => Math.floor(next() * below);
  return Object.assign(next, {
    int,
    pick: <T>(items: readonly T[]): T => {
      if (items.length === 0) throw new Error('nothing to pick from');
      return items[int(items.length)] as T;
    },
    bytes: (length: number): Uint8Array => Uint8Array.from({ length }, () => int(256)),
    fork: (index: number): Random => seeded(Math.imul(seed ^ Math.imul(index + 1, 0x9e3779b1), 0x85ebca6b)),
  });
};
