import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readingMaxChars } from './agent-messages.ts';
import { composeReading, parseReading, type ReadingText, ReadingTextError } from './signed-texts.ts';

const context = {
  ...{ service: 'ab'.repeat(32), chain_id: 31337, contract: 'none', ask_hash: '0a'.repeat(32) },
  ...{ eligible_root: '0b'.repeat(32), seed: '0c'.repeat(32) },
  ...{ prover_description: '0d'.repeat(32), challenger_description: '0e'.repeat(32) },
};
type Composed = Parameters<typeof composeReading>[0];
const reading: Composed = {
  context,
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
const failed = (failure: string, detail = '') => ({ ...bare, failure: { failure, detail } }) as Composed;

test('the text is one line that says what was measured, in the same order whoever composes it', () => {
  const when = fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }).map((it) => it.toISOString());
  const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
  const any = fc.record({
    context: fc.constantFrom(context, { ...context, eligible_root: null, seed: null }),
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
      const shuffled: Composed = JSON.parse(JSON.stringify(Object.fromEntries(Object.entries(it).reverse())));
      expect(composeReading(shuffled)).toBe(text);
    }),
  );
});

test('a reading has a series or a failure, never both or neither, and a failure has one of four names', () => {
  expect(() => composeReading(bare)).toThrow(ReadingTextError);
  expect(() => composeReading({ ...reading, failure: { failure: 'timeout', detail: 'silent' } })).toThrow(
    ReadingTextError,
  );
  for (const it of ['unreachable', 'timeout', 'refused', 'own_fault'])
    expect(parseReading(composeReading(failed(it, 'silent'))).failure).toEqual({ failure: it, detail: 'silent' });
  expect(() => composeReading(failed('tired'))).toThrow(ReadingTextError);
});

const written = (over: object) => JSON.stringify({ ...JSON.parse(composeReading(reading)), ...over });

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
  for (const value of kept) expect(parseReading(written({ [field]: value }))[field]).toEqual(value);
  for (const value of refused)
    expect(() => parseReading(written({ [field]: value })), JSON.stringify(value)).toThrow(ReadingTextError);
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

test('a reading says its version and its context; one of version 1 has neither, and nothing between is taken', () => {
  const { context: _none, ...old } = reading;
  expect(parseReading(JSON.stringify(old)).context).toBeUndefined();
  for (const over of [
    { version: 1 },
    { version: 3 },
    { kind: 'consent' },
    { kind: undefined },
    { context: undefined },
    { kind: undefined, version: undefined },
    { context: { ...context, seed: 'x' } },
    { context: { ...context, more: 1 } },
  ])
    expect(() => parseReading(written(over)), JSON.stringify(over)).toThrow(ReadingTextError);
});

test('equal contexts are equal texts', () => {
  const turned = Object.fromEntries(Object.entries(context).reverse()) as typeof context;
  expect(composeReading({ ...reading, context: turned })).toBe(composeReading(reading));
});
