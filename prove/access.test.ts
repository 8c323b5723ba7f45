import { expect, test } from 'vitest';
import { rounds, unseen } from './access/plant-rounds.ts';

/** Each child makes a world of its own: seconds on a quiet machine. */
const timeout = 300_000;

// One after another, because each keeps a core busy.
const named = rounds().map((names) => [names.join('; '), names] as const);
test.for(named)('sees that a check is left out: %s', { timeout }, async ([, names]) => {
  expect(await unseen(names, 1)).toEqual([]);
});
