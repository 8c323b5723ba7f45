import type { Mutant } from './mutants.ts';
import { apply } from './mutations.ts';
import type { Part } from './rooms.ts';
import type { Tree } from './tree.ts';

/** With a mutant the tests may take this many times as long as without. A loop that never ends is noticed by this. */
const patience = 4;
const leastLimitMs = 60_000;
const baselineLimitMs = 400_000;

/** Finds out which mutants are killed, in a copy of the tree. */
export class Hunt {
  readonly #limits = new Map<Part, number>();
  readonly #limitMs: number | undefined;

  /** If a limit is given, the tests are not run without a mutant first. */
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

  /** Runs the tests without a mutant to learn how long they take. Throws if they fail, because they would then show nothing. */
  async #measure(tree: Tree, part: Part): Promise<number> {
    const startedAt = performance.now();
    if ((await tree.test(part.tests, baselineLimitMs)) !== 'passed')
      throw new Error(`without a mutant one of these fails: ${part.tests.join(', ')}`);
    const limitMs = Math.max(leastLimitMs, patience * (performance.now() - startedAt));
    this.#limits.set(part, limitMs);
    return limitMs;
  }
}
