import { equivalents } from './mutants/equivalent.ts';
import { Hunt } from './mutants/hunt.ts';
import { describe, isEquivalent, type Mutant, mutantsOf, sample } from './mutants/mutants.ts';
import { type Room, rooms } from './mutants/rooms.ts';
import { checkMutants, checkRunner } from './mutants/self-check.ts';
import { Tree } from './mutants/tree.ts';
import { addUp, type NamedResult, type Proof, type ProofOptions, seeded } from './proof.ts';

/** How many mutants of each room are tried. */
const sampleSize = 40;
const leastKilled = 0.85;
/** How many run at once. More would slow each other down until they run out of time. */
const atOnce = 2;

/**
 * Puts small faults into the sources, one at a time: another operator, a condition that always holds, a check left out. The
 * tests of the room must notice most of them. If they did not, they would not notice our own faults either. The small size only
 * checks the runner: it notices when tests fail and when they do not, and every fault can be compiled.
 */
export const prove: Proof = async (options) => {
  const trees = await Promise.all(Array.from({ length: options.small ? 1 : atOnce }, () => Tree.copy()));
  try {
    const results: NamedResult[] = [await checkRunner(trees[0] as Tree), await checkMutants(trees[0] as Tree)];
    if (!options.small) for (const room of rooms) results.push(await tryRoom(room, trees, options));
    return addUp(...results);
  } finally {
    for (const it of trees) await it.remove();
  }
};

const tryRoom = async (room: Room, trees: readonly Tree[], { seed, log }: ProofOptions): Promise<NamedResult> => {
  const { name } = room;
  const possible = await mutantsOf((trees[0] as Tree).folder, room);
  const all = possible.filter((it) => !isEquivalent(it));
  const chosen = sample(all, sampleSize, seeded(seed));
  const left = [...chosen];
  const survivors: Mutant[] = [];
  const hunt = new Hunt();
  const lane = async (tree: Tree): Promise<void> => {
    for (let mutant = left.shift(); mutant; mutant = left.shift())
      if (!(await hunt.kills(tree, mutant))) survivors.push(mutant);
  };
  await Promise.all(trees.map(lane));
  for (const it of survivors) log(`survived: ${describe(it)}`);
  const killed = chosen.length - survivors.length;
  const figures = `${killed} of ${chosen.length} killed (${((100 * killed) / chosen.length).toFixed(0)} %)`;
  log(`${name}: ${figures}, from ${all.length} possible ones and ${possible.length - all.length} that change nothing`);
  const violations = killed < leastKilled * chosen.length ? [`only ${figures}`] : [];
  for (const { path, becomes } of equivalents)
    if (possible.some((it) => it.path === path) && !possible.some((it) => it.path === path && it.becomes === becomes))
      violations.push(`no mutant of ${path} becomes "${becomes}" any more: take it off the list`);
  return { name, tried: chosen.length, violations };
};
