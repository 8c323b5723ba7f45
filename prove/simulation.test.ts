import { describe, expect, test } from 'vitest';
import { live } from './simulation/life.ts';
import { plants } from './simulation/plants.ts';
import { openTables } from './simulation/simulated-db.ts';
import { few } from './simulation/sizes.ts';

describe('the simulation', async () => {
  const tables = await openTables();

  test('plays a seed again to the letter', async () => {
    for (const seed of [3, 4, 5, 6]) {
      const first = await live(tables, seed, few);
      expect(first.trace.length).toBeGreaterThan(0);
      expect(await live(tables, seed, few)).toEqual(first);
    }
  });

  test.for(Object.entries(plants))('sees it when %s', { timeout: 240_000 }, async ([, plant]) => {
    const seen: string[] = [];
    for (let seed = 1; seed <= 200 && !seen.some((it) => plant.breaks.test(it)); seed++)
      seen.push(...(await live(tables, seed, few, plant)).violations);
    expect(seen.join('\n')).toMatch(plant.breaks);
  });
});
