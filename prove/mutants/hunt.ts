import type { Mutant } from './mutants.ts';
import { apply } from './mutations.ts';
import type { Part } from './rooms.ts';
import type { Tree } from './tree.ts';

/** A mutant may take so many times as long as no mutant: a loop that never ends is noticed too. */
const patience = 4;
const leastLimitMs = 60_000;
const baselineLimitMs = 400_000;

/** Finds out which mutants are killed, in a copy of the tree. */
export class Hunt {
  readonly #limits = new Map<Part, number>();
  readonly #limitMs: number | undefined;

  /** With a limit the tests are not run without a mutant first. */
  constructor(limitMs?: number) {
    this.#limitMs = limitMs;
  }

  /** True if the mutant was killed. */
  async kills(tree: Tree, mutant: Mutant): Promise<boolean> {
    const limitMs = this.#limitMs ?? this.#limits.get(mutant.part) ?? (await this.#measure(tree, mutant.part));
    const text = await tree.readSource(mutant.path);
    await tree.write(mutant.path, apply(text, mutant));
    try {
      return (await tree.test(mutant.part.tests, limitMs)) !== 'passed';
    } finally {
      await tree.write(mutant.path, text);
    }
  }

  /** Throws where the tests fail without any mutant: then they show nothing. */
  async #measure(tree: Tree, part: Part): Promise<number> {
    const startedAt = performance.now();
    if ((await tree.test(part.tests, baselineLimitMs)) !== 'passed')
      throw new Error(`without a mutant one of these fails: ${part.tests.join(', ')}`);
    const limitMs = Math.max(leastLimitMs, patience * (performance.now() - startedAt));
    this.#limits.set(part, limitMs);
    return limitMs;
  }
}
