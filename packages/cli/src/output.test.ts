import { findProfile } from '@trigpoint/proofs/registry';
import { expect, test } from 'vitest';
import { howLong, statusLines } from './challenge-words.ts';
import { coloured, takesColour } from './colours.ts';
import { told } from './mcp/tool.ts';
import { counted, logLine, oneLine, visible } from './output.ts';
import { suggestion } from './suggestions.ts';
import { localTime } from './times.ts';

test('what a stranger calls itself cannot move the cursor, and JSON stays the same JSON', () => {
  expect(visible('honest\x1b[2J\x1b]0;title\x07\r\u009b1A\u202e')).toBe(
    'honest\\u001b[2J\\u001b]0;title\\u0007\\u000d\\u009b1A\\u202e',
  );
  const said = { name: 'a\u009bb\u202e', lines: 'one\ntwo\tthree' };
  expect(JSON.parse(visible(JSON.stringify(said)))).toEqual(said);
  expect(visible('two\nlines, ü and 日本')).toBe('two\nlines, ü and 日本');
});

test('a line of the log is a line for people', () => {
  const time = Date.parse('2026-01-02T03:04:05Z');
  const err = { type: 'Error', message: 'no answer\nwithin 10 s', stack: 'Error: no answer\n    at here' };
  const line = JSON.stringify({
    level: 40,
    time,
    challenge: '0x12',
    waited: 7,
    err,
    msg: 'asking for a consent failed',
  });
  expect(logLine(line)).toBe(
    `${localTime(time)} warning: asking for a consent failed (challenge 0x12, waited 7): no answer within 10 s`,
  );
  expect(logLine(JSON.stringify({ level: 50, time, msg: 'a\x1b[2J' }))).toBe(`${localTime(time)} error: a\\u001b[2J`);
});

test('what a stranger says is told in one line, whatever breaks it, and without trying every run of spaces', () => {
  expect(oneLine(' a \n\r\n  b\u2028c \u2029\n')).toBe(' a b c ');
  // Each space would be the beginning of another try: many minutes.
  const long = `a${' '.repeat(600_000)}b`;
  expect(oneLine(long)).toBe(long);
});

test('marks have colours on a terminal alone, and not where somebody wants none', () => {
  expect(coloured('✔ verified: ✔ yes\n  ✘ Hanau  1 ms\n· nothing')).toBe(
    '\x1b[32m✔ verified\x1b[0m: ✔ yes\n  \x1b[31m✘\x1b[0m Hanau  1 ms\n\x1b[2m·\x1b[0m nothing',
  );
  expect(coloured('Challenge 7: a ✔ claim')).toBe('Challenge 7: a ✔ claim');
  const terminal = { isTTY: true };
  expect([
    takesColour(terminal, {}),
    takesColour({}, {}),
    takesColour(terminal, { NO_COLOR: '1' }),
    takesColour(terminal, { TERM: 'dumb' }),
  ]).toEqual([true, false, false, false]);
});

test('names that are near are suggested, and names that are far are not', () => {
  const names = ['honest-frankfurt', 'liar-sydney', 'Street art'];
  expect(suggestion('honest-frankfrut', names)).toBe(' Did you mean "honest-frankfurt"?');
  expect(suggestion('street Art', names)).toBe(' Did you mean "Street art"?');
  for (const given of ['nobody', '', 'x'.repeat(5_000)]) expect(suggestion(given, names)).toBe('');
  expect(suggestion('ab', ['aa', 'bb', 'ac', 'ad', 'ab-long'])).toBe(' Did you mean "aa" or "bb" or "ac"?');
});

test('one is one, and times are those of the reader', () => {
  expect([counted(1, 'slot'), counted(0, 'slot'), counted(2, 'try', 'tries')]).toEqual([
    '1 slot',
    '0 slots',
    '2 tries',
  ]);
  const there = new Date(2026, 4, 1, 14, 0, 9);
  expect(localTime(there.toISOString())).toMatch(/^2026-05-01 14:00:09 \S+$/);
  expect(localTime('never')).toBe('never');
});

test('a name with line breaks cannot pass for a verdict', () => {
  const status = {
    ...{
      id: '7',
      state: 'ENDED_SUCCESSFULLY',
      consolidated_result: { verified: 'false', reason: 'not in\n✔ verified: x' },
    },
    challenge_start_time: '2026-05-01T12:00:00.000Z',
    challenge_end_time: '2026-05-01T12:00:55.000Z',
    challenge_parameters: { number_of_challengers: 8, tolerance: '2' },
    prover: { id: 'IPv4/0x12', claims: { name: 'a\n✔ verified: yes', city: 'b\r\n✔ verified: yes' } },
  } as unknown as Parameters<typeof howLong>[0];
  const lines = statusLines(findProfile('pol'), status).join('\n');
  expect(lines).toMatch(/a ✔ verified: yes/);
  expect(lines).not.toMatch(/^ *✔/m);
  expect(told('one\n\u2028two\x1b[2J', 12)).toBe('one two\\u001…');
});

test('before a prover has consented nobody says how long a challenge takes', () => {
  const status = {
    id: '7',
    state: 'SUBMITTED_TO_CHALLENGE_COORDINATOR',
    challenge_start_time: '2026-05-01T12:00:00.000Z',
    challenge_end_time: '2026-05-01T12:00:55.000Z',
    challenge_parameters: { number_of_challengers: 8 },
    consolidated_result: {},
    prover: { id: '', claims: {} },
  } as unknown as Parameters<typeof howLong>[0];
  const at = Date.parse(status.challenge_start_time);
  expect(howLong(status, at)).toBe('ends within 55 s at the latest, and mostly much sooner');
  const waits = { ...status.challenge_parameters, waits_for: 'the consent of the prover' };
  expect(howLong({ ...status, challenge_parameters: waits }, at)).toMatch(
    /^waits for the consent of the prover, until /,
  );
  expect(howLong({ ...status, state: 'ENDED_SUCCESSFULLY' }, at)).toBe('has ended');
});
