import { quantile } from '@trigpoint/proofs/pol';
import { seeded } from './random.ts';
import { references, usesShare } from './reference.ts';
import { locateScenarios, type Scenario } from './scenarios.ts';
import {
  errorOf,
  isTaken,
  medianAndP90,
  met,
  p90Interval,
  percent,
  print,
  radiusHolds,
  type Setting,
} from './setting.ts';

/** Challengers, attack, share of liars, and the target: median and p90 in km. */
const columns = [
  [undefined, 'none', 0, 27, 650],
  [undefined, 'random', 0.2, 90, 770],
  [undefined, 'collude', 0.2, 60, 690],
  [undefined, 'collude', 0.33, 60, 1310],
  [10, 'none', 0, 245, 2300],
  [10, 'random', 0.2, 340, 2510],
  [10, 'collude', 0.2, 340, 2480],
] as const;

/** The same cases for every method. */
const casesOf = (setting: Setting): Scenario[][] =>
  columns.map(([count, attack, share]) => {
    const options = { attack, share, repeats: count ? 3 : 1, ...(count ? { count } : {}) };
    return [...locateScenarios(setting.mesh, options, seeded(setting.seed))].filter(isTaken(setting));
  });

const titleOf = ([count, attack, share]: (typeof columns)[number]): string =>
  `${count ?? 'all'} challengers, ${attack} ${100 * share} %`;

/** Where is the prover? */
export function locate(setting: Setting): void {
  print('\nLocate: median/p90 km (target); where 9 in 10 draws of as many provers would have the p90');
  const cases = casesOf(setting);
  const results = columns.map(() => ({ errors: [] as number[], held: 0 }));
  // The cases of one prover come together, because making the map without a prover is what takes time.
  for (const prover of setting.mesh.nodes.keys()) {
    for (const [c, list] of cases.entries()) {
      for (const it of list.filter((one) => one.prover === prover)) {
        const examination = setting.ours.examine(it);
        const error = errorOf(setting, examination.estimate?.place, it);
        const result = results[c] as (typeof results)[number];
        result.errors.push(error);
        if (radiusHolds(examination, error)) result.held++;
      }
    }
  }
  for (const [c, column] of columns.entries()) {
    const [, , , median, p90] = column;
    const { errors, held } = results[c] as (typeof results)[number];
    const holds = quantile(errors, 0.5) <= median && quantile(errors, 0.9) <= p90;
    print(
      `${titleOf(column)}: ${medianAndP90(errors)} (${median}/${p90}) ${met(holds)}; p90 ${p90Interval(errors)}; R90 holds ${percent(held / errors.length, 0)} %`,
    );
  }
}

/** The reference methods on those cases. */
export function locateByReferences(setting: Setting): void {
  print('\nLocate by the reference methods, on the same cases; * is told the share of liars: median/p90 km');
  const cases = casesOf(setting);
  for (const [c, column] of columns.entries()) {
    const [, , share] = column;
    const figures = Object.entries(references).map(([name, method]) => {
      const off = (cases[c] as Scenario[]).map((it) =>
        errorOf(setting, method({ mesh: setting.mesh, share, ...it }), it),
      );
      return `${name}${usesShare.has(name) && share > 0 ? '*' : ''} ${medianAndP90(off)}`;
    });
    print(`${titleOf(column)}: ${figures.join(', ')}`);
  }
}
