import { composeReading } from '@trigpoint/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { failureWord, partWord, readReading, rttsOf } from './readings.ts';

const reading = {
  context: {
    ...{ service: 'ab'.repeat(32), chain_id: 31337, contract: 'none', ask_hash: '0a'.repeat(32) },
    ...{ eligible_root: '0b'.repeat(32), seed: '0c'.repeat(32) },
    ...{ prover_description: '0d'.repeat(32), challenger_description: '0e'.repeat(32) },
  },
  challenge_id: '7',
  attempt: 1,
  prover: 'a',
  challenger: 'b',
  proof_type: 'pol',
  series: { rtts_us: [900, 700], starved: [] },
  started_at: '2026-01-02T03:04:05.000Z',
  ended_at: '2026-01-02T03:04:06.500Z',
  prover_counter_signature: null,
};

test('a signed reading is read as it was composed', () => {
  const read = readReading(composeReading(reading));
  expect(read?.series).toEqual(reading.series);
  expect(read?.failure).toBeUndefined();
  expect((read?.endedAt ?? 0) - (read?.startedAt ?? 0)).toBe(1500);
  const { series: _none, ...bare } = reading;
  const failure = { failure: 'timeout' as const, detail: 'silent' };
  expect(readReading(composeReading({ ...bare, failure }))?.failure).toEqual(failure);
});

test('what is no reading is nothing, and breaks nothing', () => {
  for (const it of [null, '', '{', 'null']) expect(readReading(it)).toBeUndefined();
});

test('round trips are told in ms, without those that a busy machine spoiled', () => {
  expect(rttsOf({ rtts_us: [900, 20_000, 700], starved: [1] })).toEqual([0.9, 0.7]);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 1e6 })), fc.uniqueArray(fc.nat(40)), (us, starved) => {
      const kept = rttsOf({ rtts_us: us, starved });
      expect(kept).toHaveLength(us.length - starved.filter((i) => i < us.length).length);
      for (const ms of kept) expect(us).toContain(Math.round(ms * 1000));
    }),
  );
});

test('a series of another kind has no round trips', () => {
  for (const it of [undefined, {}, { rtts_us: 'none' }, { rtts_us: [null, 'x'] }]) expect(rttsOf(it)).toEqual([]);
});

test('how a measurement failed is told in words; names of a newer version stay as they are', () => {
  const words = ['unreachable', 'timeout', 'refused', 'own_fault'].map(failureWord);
  expect(new Set(words).size).toBe(4);
  for (const it of words) expect(it).toMatch(/ /);
  expect(failureWord('asleep')).toBe('asleep');
  expect(['expired', 'declined', 'cancelled', 'refused', 'anything'].map(partWord)).toEqual([
    'no reading came in time',
    'declined the task',
    'was not needed any more: the others had decided',
    'its reading was not accepted',
    'no reading',
  ]);
});
