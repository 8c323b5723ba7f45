import { figure } from '../process/figures.ts';
import { seeded } from './random.ts';
import { claimScenarios, nearAndFar } from './scenarios.ts';
import { met, print, type Setting } from './setting.ts';

/** Processor time of one verdict, including the map without the prover. */
export function measureCost({ mesh, ours, seed }: Setting): void {
  print('\nCost of a verdict, processor time (target)');
  for (const [count, targetMs] of [
    [20, 20],
    [200, 150],
  ] as const) {
    const options = { select: nearAndFar(mesh), count, share: 0, shiftKm: 0 };
    const cases = [...claimScenarios(mesh, options, seeded(seed))].slice(0, 40);
    for (const it of cases.slice(0, 5)) ours.examine(it);
    const before = process.cpuUsage();
    for (const it of cases) ours.verdict(ours.examine(it), it);
    const ms = process.cpuUsage(before).user / 1000 / cases.length;
    const name = `a verdict over ${count} challengers`;
    figure({ subject: 'location', name, unit: 'ms of CPU', ours: ms, aim: targetMs });
    print(`${count} challengers: ${ms.toFixed(1)} ms (${targetMs}) ${met(ms <= targetMs)}`);
  }
}
