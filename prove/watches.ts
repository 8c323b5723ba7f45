import type { Proof } from './proof.ts';
import { openTables } from './simulation/simulated-db.ts';
import { live } from './watches/year.ts';

const sizes = {
  small: { seeds: 12, days: 60, watches: 2 },
  release: { seeds: 10_000, days: 365, watches: 1 },
};

/**
 * Years of watches, one for each seed: nodes are killed in the middle of a step, all of them are down for moments or days, clocks
 * jump by up to a second and payers change their minds. No slot is doubled, lost or early, and the log has an outcome of each.
 */
export const prove: Proof = async ({ seed, small, log }) => {
  const { seeds, ...size } = small ? sizes.small : sizes.release;
  const tables = await openTables();
  const violations: string[] = [];
  const sum = { slots: 0, extras: 0, asked: 0, missed: 0, kills: 0 };
  for (let i = 0; i < seeds; i++) {
    const year = await live(tables, seed + i, size);
    for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += year[name];
    violations.push(...year.violations.map((it) => `seed ${seed + i}: ${it}`));
    if (i % 500 === 499) log(`${i + 1} years: ${words(sum)}, ${violations.length} violations`);
  }
  log(`${seeds} years: ${words(sum)}`);
  // Days with a slot every hour: more changes than a day has extra slots.
  for (let i = 0; i < (small ? 1 : 100); i++) {
    const days = await live(tables, seed + i, { days: 3, watches: 1, everyMs: 3_600_000 });
    sum.slots += days.slots;
    violations.push(...days.violations.map((it) => `hourly, seed ${seed + i}: ${it}`));
  }
  return { tried: sum.slots, violations };
};

const words = ({
  slots,
  extras,
  asked,
  missed,
  kills,
}: Readonly<Record<'slots' | 'extras' | 'asked' | 'missed' | 'kills', number>>) =>
  `${slots} slots, ${extras} extra ones, ${asked} asked, ${missed} missed, ${kills} kills`;
