import { describe, expect, test } from 'vitest';
import { openTables } from './simulation/simulated-db.ts';
import { plants } from './watches/plants.ts';
import { live } from './watches/year.ts';

const size = { days: 50, watches: 1 };

describe('the proof of watches', async () => {
  const tables = await openTables();

  test.for(Object.entries(plants))('sees it when %s', { timeout: 240_000 }, async ([, plant]) => {
    const seen: string[] = [];
    for (let seed = 1; seed <= 60 && seen.length === 0; seed++)
      seen.push(...(await live(tables, seed, size, plant)).violations);
    expect(seen.join('\n')).toMatch(plant.breaks);
  });
});
