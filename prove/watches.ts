import type { Proof } from './proof.ts';
import { liveInThreads } from './watches/in-threads.ts';

const sizes = {
  small: { seeds: 12, hourly: 1, days: 60, watches: 2 },
  release: { seeds: 10_000, hourly: 100, days: 365, watches: 1 },
};
/** A few days with a slot every hour, so that there are more changes than extra slots in a day. */
const hourlyDays = { days: 3, watches: 1, everyMs: 3_600_000 };

/**
 * Years of watches, one for each seed. Nodes are killed in the middle of a step, all of them are down for moments or days,
 * clocks jump by up to a second, and payers change their minds. No slot is doubled, lost or early, and the log has an outcome
 * of each.
 */
export const prove: Proof = async ({ seed, small, log }) => {
  const { seeds, hourly, ...size } = small ? sizes.small : sizes.release;
  const violations: { readonly seed: number; readonly says: string }[] = [];
  const sum = { slots: 0, extras: 0, asked: 0, missed: 0, kills: 0 };
  let years = 0;
  const tasks = [
    ...Array.from({ length: seeds }, (_, i) => ({ seed: seed + i, size, name: '' })),
    ...Array.from({ length: hourly }, (_, i) => ({ seed: seed + i, size: hourlyDays, name: 'hourly, ' })),
  ];
  await liveInThreads(tasks, ({ seed: own, name }, year) => {
    violations.push(...year.violations.map((it) => ({ seed: own, says: `${name}seed ${own}: ${it}` })));
    for (const each of Object.keys(sum) as (keyof typeof sum)[]) sum[each] += year[each];
    if (++years % 500 === 0) log(`${years} years: ${words(sum)}, ${violations.length} violations`);
  });
  log(`${years} years: ${words(sum)}`);
  return { tried: sum.slots, violations: violations.sort((a, b) => a.seed - b.seed).map((it) => it.says) };
};

const words = ({
  slots,
  extras,
  asked,
  missed,
  kills,
}: Readonly<Record<'slots' | 'extras' | 'asked' | 'missed' | 'kills', number>>) =>
  `${slots} slots, ${extras} extra ones, ${asked} asked, ${missed} missed, ${kills} kills`;
