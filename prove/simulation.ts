import { type Proof, seeded } from './proof.ts';
import { live } from './simulation/life.ts';
import { openTables } from './simulation/simulated-db.ts';

const seeds = { small: 200, release: 10_000 };

/**
 * Coordinator, agents, chain and store in one process, under a clock and in an order that a seed decides: the invariants of
 * liveness, ledger, quorum and chain hold after every step. `prove/simulation.test.ts` plants a bug of each class.
 */
export const prove: Proof = async ({ seed, small, log }) => {
  const count = small ? seeds.small : seeds.release;
  const random = seeded(seed);
  const tables = await openTables();
  const violations: string[] = [];
  for (let i = 1; i <= count; i++) {
    const life = random.int(2 ** 32);
    for (const it of (await live(tables, life)).violations) violations.push(`life ${life}: ${it}`);
    if (i % 1_000 === 0) log(`${i} of ${count} seeds`);
  }
  return { tried: count, violations };
};
