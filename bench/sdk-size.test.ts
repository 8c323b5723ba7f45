import { expect, test } from 'vitest';
import { measureBundle } from './sdk/bundle.ts';

test('a browser loads less than 40 KB for the SDK before it asks a chain', { timeout: 120_000 }, async () => {
  const { entryBytes, rulesBytes, chainBytes } = await measureBundle();
  expect(entryBytes).toBeLessThan(40_000);
  expect(entryBytes).toBeGreaterThan(10_000);
  // What was left out is really apart, not lost.
  expect(Math.min(rulesBytes, chainBytes)).toBeGreaterThan(20_000);
});
