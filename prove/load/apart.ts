import type { NamedResult, ProofOptions } from '../proof.ts';
import { onStage, type StageSize } from './stage.ts';
import { findHighestRate } from './steady.ts';

/** Each node gets so little that agents, payers and PostgreSQL have cores left. */
const coresEach = 0.4;
/** At so few operations one pause of the process decides the p99, so the median is judged. */
const search = { firstPerSecond: 20, stepSeconds: 8, step: 1.15, answers: { share: 0.5, ms: 100 } };
const leastRatio = 1.6;

/**
 * What one node carries on a PostgreSQL and what two do, each held to a part of a core. Where they share the cores of one small
 * machine, a second node finds none left: this tells what it adds on a machine of its own.
 */
export const compareApart = async (
  databaseUrl: string,
  size: StageSize,
  { log }: ProofOptions,
): Promise<NamedResult> => {
  const name = `nodes held to ${coresEach} of a core each`;
  const carried: number[] = [];
  for (const nodes of [1, 2]) {
    const setting = { name, nodes, databaseUrl };
    const highest = await onStage(setting, size, async (stage) => {
      // The code is compiled before the nodes are held back, because compiling would take most of what a node may have.
      await stage.visitors.offer(2 * search.firstPerSecond, 3 * search.stepSeconds);
      if (!(await stage.nodes.holdTo(coresEach))) return undefined;
      return findHighestRate(stage, search, { log: (line) => log(`${name}, ${nodes}: ${line}`) });
    });
    if (highest === undefined) {
      log(`${name}: not tried, this system lets us bound no process`);
      return { name, tried: 0, violations: [] };
    }
    carried.push(highest);
  }
  const [one, two] = carried as [number, number];
  const found = `one carries ${one} operations a second, two ${two}, ${(two / one).toFixed(2)} of it`;
  log(`${name}: ${found}`);
  return { name, tried: one + two, violations: two / one >= leastRatio ? [] : [`${found}; at least ${leastRatio}`] };
};
