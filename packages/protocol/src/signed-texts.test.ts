import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readingMaxChars } from './agent-messages.ts';
import { composeReading, parseReading, type ReadingText, ReadingTextError } from './signed-texts.ts';

const reading: ReadingText = {
  challenge_id: '7',
  attempt: 1,
  prover: 'IPv4/0x11',
  challenger: 'IPv4/0x22',
  proof_type: 'pol',
  series: { rtts_us: [1, 2] },
  started_at: '2026-01-02T03:04:05.678Z',
  ended_at: '2026-01-02T03:04:06.678Z',
  prover_counter_signature: '0x12',
};
const { series: _measured, ...bare } = reading;
const failed = (failure: string, detail = '') => ({ ...bare, failure: { failure, detail } }) as ReadingText;

test('the text is one line that says what was measured, in the same order whoever composes it', () => {
  const when = fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }).map((it) => it.toISOString());
  const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
  const any = fc.record({
    challenge_id: name,
    attempt: fc.integer({ min: 1, max: 1000 }),
    prover: name,
    challenger: name,
    proof_type: fc.constantFrom('pol', 'pob'),
    series: fc.record({ rtts_us: fc.array(fc.nat(), { maxLength: 20 }) }),
    started_at: when,
    ended_at: when,
    prover_counter_signature: fc.option(fc.string({ maxLength: 130 })),
  });
  fc.assert(
    fc.property(any, (it) => {
      const text = composeReading(it);
      expect(text).not.toContain('\n');
      expect(parseReading(text)).toEqual(it);
      const shuffled: ReadingText = JSON.parse(JSON.stringify(Object.fromEntries(Object.entries(it).reverse())));
      expect(composeReading(shuffled)).toBe(text);
    }),
  );
});

test('a failure has one of four names', () => {
  for (const it of ['unreachable', 'timeout', 'refused', 'own_fault'])
    expect(parseReading(composeReading(failed(it))).failure?.failure).toBe(it);
  expect(() => composeReading(failed('tired'))).toThrow(ReadingTextError);
});

const x = (length: number) => 'x'.repeat(length);
const ends: readonly (readonly [field: keyof ReadingText, kept: readonly unknown[], refused: readonly unknown[]])[] = [
  ['challenge_id', [x(1), x(128)], ['', x(129)]],
  ['attempt', [1, 1000], [0, 1001, 1.5, '1']],
  ['prover', [x(1), x(128)], ['', x(129)]],
  ['challenger', [x(1), x(128)], ['', x(129)]],
  ['proof_type', [x(1), x(32)], ['', x(33)]],
  ['series', [{}, { anything: 1 }], [null, 'text', 7, []]],
  ['started_at', ['2026-01-02T03:04:05.678Z'], ['2026-01-02', '2026-01-02T03:04:05Z', '2026-01-02T03:04:05.678+01:00']],
  ['ended_at', ['0000-00-00T00:00:00.000Z'], ['', 'x2026-01-02T03:04:05.678Z', '2026-01-02T03:04:05.678Z\n']],
  ['prover_counter_signature', [null, '', x(512)], [x(513), 7]],
];

test.each(ends)('%s: the last that is taken and the first that is not', (field, kept, refused) => {
  for (const value of kept) expect(parseReading(JSON.stringify({ ...reading, [field]: value }))[field]).toEqual(value);
  for (const value of refused)
    expect(() => parseReading(JSON.stringify({ ...reading, [field]: value })), JSON.stringify(value)).toThrow(
      ReadingTextError,
    );
});

test('a text that is too long, or no JSON, is refused before it is looked at', () => {
  const longest = { ...reading, series: { filler: '' } };
  const room = readingMaxChars - composeReading(longest).length;
  expect(() => composeReading({ ...longest, series: { filler: x(room) } })).not.toThrow();
  expect(() => composeReading({ ...longest, series: { filler: x(room + 1) } })).toThrow('too long');
  for (const text of ['', '{', 'null', '[]', '7', `${composeReading(reading)},`])
    expect(() => parseReading(text), text).toThrow(ReadingTextError);
  expect(() => composeReading(failed('timeout', x(1025)))).toThrow(ReadingTextError);
});
