import type { BudgetUse } from '../ledger/budgets.ts';
import type { Metrics } from './metrics.ts';

const million = 1_000_000;

/** How much the network may pay in a day, and how much of that it has paid today. */
export const watchRewards = (metrics: Metrics, each: number, read: () => Promise<readonly BudgetUse[]>): void => {
  const told = (pick: (it: BudgetUse) => number) => async () =>
    Object.fromEntries((await read()).map((it) => [it.of, pick(it) / million]));
  metrics.gauges(
    'rewards_today_points',
    'POINTS that the network paid or promised since 0:00 UTC',
    'for',
    told((it) => it.used),
  );
  metrics.gauges('rewards_per_day_points', 'POINTS that the network pays in a day at most', 'for', async () => ({
    ...(await told((it) => it.most)()),
    each: each / million,
  }));
};
