import { composeEntry } from '@trigpoint/log';
import { expect, test } from 'vitest';
import { verifyBlocks } from './blocks.ts';

const openedAt = Date.parse('2026-03-03T00:00:00.000Z');
const hash = 'ab'.repeat(32);
const watch = 'a'.repeat(20);

/** The entries of one slot. */
const entriesOf = (number: number, seed_block: number | null, block_hash: string | null, by = watch) => {
  const index = 10 * number;
  const slot = {
    ...{
      kind: 'slot' as const,
      version: 1 as const,
      at: new Date(openedAt).toISOString(),
      begins: new Date(openedAt).toISOString(),
    },
    ...{ head_root: '0'.repeat(64), head_size: 3, newest: 1, number, previous: 1, seed_block, watch: by },
  };
  const outcome = {
    ...{
      kind: 'outcome' as const,
      version: 1 as const,
      at: new Date(openedAt + 60_000).toISOString(),
      block_hash,
      challenge: 'ask-1',
    },
    ...{ count: 1, due: new Date(openedAt + 50_000).toISOString(), liars: 2, number, previous: 3, radius_km: 190 },
    ...{
      radius_km_any_medium: 318,
      result: 'inside' as const,
      slot: index,
      transcript: 8,
      value: '1'.repeat(64),
      watch: by,
    },
  };
  return [
    { index, entry: composeEntry(slot) },
    { index: index + 1, entry: composeEntry(outcome) },
  ];
};

const trust = (chainId: number) => ({ rpcUrl: '', chainId, contract: `0x${'44'.repeat(20)}` }) as const;
const chainWith = (secondsLater: number) => ({
  chainId: async () => 7,
  block: async (number: number) =>
    number < 100
      ? { hash: `0x${hash.toUpperCase()}`, timestamp: Math.floor(openedAt / 1000) + secondsLater }
      : undefined,
});
const problemsOf = async (entries: { index: number; entry: string }[], secondsLater = 12) =>
  (await verifyBlocks({ entries, watch }, trust(7), chainWith(secondsLater))).problems;

test('the blocks of slots are those that the chain has, and were made after the slots had named them', async () => {
  const honest = [...entriesOf(0, 17, hash), ...entriesOf(1, 18, hash)];
  expect(await verifyBlocks({ entries: honest, watch }, trust(7), chainWith(12))).toEqual({
    problems: [],
    compared: 2,
  });
  expect(await problemsOf(entriesOf(3, 17, 'cd'.repeat(32)))).toEqual([
    'Block 17 has another hash on the chain than slot 3 names.',
  ]);
  expect(await problemsOf(entriesOf(3, null, null))).toEqual([
    'Slot 3 names no block, so the service alone knew its time.',
  ]);
  expect(await problemsOf(entriesOf(3, 100, hash))).toEqual(['The chain has no block 100, which slot 3 names.']);
  expect(await problemsOf(entriesOf(3, 17, hash), -90)).toEqual([
    'Block 17 was there before slot 3 named it, so the service knew the time that it chose.',
  ]);
});

test('slots of other watches are not looked at, and an endpoint of another chain says nothing about blocks', async () => {
  const entries = entriesOf(0, null, null, 'b'.repeat(20));
  expect(await verifyBlocks({ entries, watch }, trust(7), chainWith(12))).toEqual({ problems: [], compared: 0 });
  expect(await verifyBlocks({ entries, watch }, trust(8), chainWith(12))).toEqual({
    problems: ['The endpoint is of chain 7, not of chain 8.'],
    compared: 0,
  });
});
