import type { WatchDetails } from '@trigpoint/client';
import { expect, test } from 'vitest';
import { localTime } from './times.ts';
import { linesOf } from './watches.ts';

test('what was found is told once, where it began, and above the slots as long as it holds', () => {
  const at = '2030-05-01T12:00:00.000Z';
  const watch = { watch: 'ab', name: '', state: 'running', parameters: {}, every_seconds: 30, until: at };
  const slot = (number: number, finding: string, extra: object | null = null) => ({
    ...{ number, finding, extra, count: 1, result: 'outside', challenge_id: '', begins: at, asked_at: at },
  });
  const told = (slots: readonly object[], changes: readonly object[] = []) =>
    linesOf({ watch, changes, change_count: 0, slots } as unknown as WatchDetails);
  const again = slot(1, 'changed', { result: 'outside', finding: 'moved' });
  const lines = told([slot(4, 'moved'), slot(3, ''), slot(2, 'moved'), again, slot(0, 'same')]);
  expect(lines[2]).toBe('  it has moved: its newest answers cannot come from where it was shown to be');
  expect(
    told([slot(4, 'moved'), slot(3, 'moved'), slot(2, 'same')])
      .at(-1)
      ?.match(/moved/g),
  ).toHaveLength(1);
  expect(lines.at(-1)).toMatch(/changed; asked again: outside, moved/);
  // Where the list is cut it does not look as if the prover had moved there.
  expect(told([slot(9, 'moved'), slot(8, 'moved')]).at(-1)).not.toMatch(/moved/);
  expect(told([slot(9, 'moved'), slot(8, 'moved')])[2]).toMatch(/it has moved/);
  // A slot that was asked about another place says nothing about this one.
  const edited = [{ change: 'edited', at, from_slot: 9 }];
  expect(told([slot(9, ''), slot(8, 'moved')], edited).join('\n')).not.toMatch(/it has moved/);
  expect(told([slot(1, 'same'), slot(0, 'moved')]).join('\n')).not.toMatch(/it has moved/);
});

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
