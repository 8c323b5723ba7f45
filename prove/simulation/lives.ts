import { type ProofOptions, type ProofResult, seeded } from '../proof.ts';
import { live } from './life.ts';
import { openTables } from './simulated-db.ts';
import type { LifeSize } from './sizes.ts';

/** Plays so many lives of one size, each from a seed of its own. */
export const playLives = async ({ seed, log }: ProofOptions, count: number, size: LifeSize): Promise<ProofResult> => {
  const random = seeded(seed);
  const tables = await openTables();
  const violations: string[] = [];
  for (let i = 1; i <= count; i++) {
    const life = random.int(2 ** 32);
    for (const it of (await live(tables, life, size)).violations) violations.push(`life ${life}: ${it}`);
    if (i % Math.ceil(count / 10) === 0) log(`${i} of ${count} lives`);
  }
  return { tried: count * size.challenges, violations };
};
