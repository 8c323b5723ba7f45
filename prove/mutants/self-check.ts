import type { NamedResult } from '../proof.ts';
import { Hunt } from './hunt.ts';
import { describe, mutantsOf } from './mutants.ts';
import { apply } from './mutations.ts';
import { rooms } from './rooms.ts';
import { compile, type Tree } from './tree.ts';

const sources = ['prove/load/figures.ts'];
const itsTests = ['prove/load.test.ts'];
const othersTests = ['prove/proof.test.ts'];
const limitMs = 120_000;
const fault = 'const sorted = values.toSorted((a, b) => a + b);';

/** Tests of the source notice a fault in it, and tests of something else do not. */
export const checkRunner = async (tree: Tree): Promise<NamedResult> => {
  const violations: string[] = [];
  for (const [tests, isKilled] of [
    [itsTests, true],
    [othersTests, false],
  ] as const) {
    const mutants = await mutantsOf(tree.folder, { name: 'self-check', parts: [{ sources, tests }] });
    const mutant = mutants.find((it) => it.becomes === fault);
    if (!mutant) throw new Error(`${sources} has no mutant "${fault}"`);
    if ((await new Hunt(limitMs).kills(tree, mutant)) !== isKilled)
      violations.push(`${tests} ${isKilled ? 'did not notice' : 'noticed'} "${fault}"`);
  }
  return { name: 'the runner itself', tried: 2, violations };
};

/** Every mutant must compile. A fault that does not compile would be noticed by every test, and show nothing. */
export const checkMutants = async (tree: Tree): Promise<NamedResult> => {
  const violations: string[] = [];
  let tried = 0;
  for (const room of rooms)
    for (const mutant of await mutantsOf(tree.folder, room)) {
      tried++;
      const text = apply(await tree.readSource(mutant.path), mutant);
      await compile(mutant.path, text).catch(() => violations.push(`${describe(mutant)} cannot be compiled`));
    }
  return { name: 'the mutants themselves', tried, violations };
};
