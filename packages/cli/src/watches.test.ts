import type { WatchDetails } from '@trigpoint/client';
import { expect, test } from 'vitest';
import { localTime } from './times.ts';
import { linesOf } from './watches.ts';

test('each column of the slots has one meaning: a slot that was not asked yet has a window, and no time', () => {
  const slot = { count: 1, result: '', finding: '', extra: null, challenge_id: '', begins: '2030-05-01T12:00:00.000Z' };
  const watch = { watch: 'ab', name: '', state: 'running', parameters: {}, every_seconds: 30, until: slot.begins };
  const slots = [
    { ...slot, number: 1, asked_at: null },
    { ...slot, number: 0, asked_at: '2030-05-01T12:00:07.000Z', result: 'inside', challenge_id: 'ask-0' },
  ];
  const rows = linesOf({ watch, changes: [], change_count: 0, slots } as unknown as WatchDetails).at(-1) ?? '';
  const begins = localTime(slot.begins);
  expect(rows.split('\n').map((it) => it.split(/ {2,}/).slice(1, 5))).toEqual([
    ['slot', 'window from', 'asked at', 'result'],
    ['1', begins, '–', 'running'],
    ['0', begins, localTime('2030-05-01T12:00:07.000Z'), 'inside'],
  ]);
});
