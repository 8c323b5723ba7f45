import fc from 'fast-check';
import { encodeAbiParameters } from 'viem';
import { describe, expect, it } from 'vitest';
import { AskError } from './proof-type.ts';
import { decodeWords, encodeWords } from './words.ts';

const layout = [
  ['who', 'address'],
  ['yes', 'bool'],
  ['small', 'uint8'],
  ['large', 'uint256'],
  ['signed', 'int256'],
] as const;

const hex = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((b): `0x${string}` => `0x${Buffer.from(b).toString('hex')}`);
const values = fc.record({
  who: hex(20),
  yes: fc.boolean(),
  small: fc.bigInt(0n, 255n),
  large: fc.bigInt(0n, 2n ** 256n - 1n),
  signed: fc.bigInt(-(2n ** 255n), 2n ** 255n - 1n),
});
const byViem = (v: { who: `0x${string}`; yes: boolean; small: bigint; large: bigint; signed: bigint }) =>
  encodeAbiParameters(
    layout.map(([name, type]) => ({ name, type })),
    [v.who, v.yes, Number(v.small), v.large, v.signed],
  );

describe('static ABI words', () => {
  it('encode as viem encodes, and decode back to the same values', () => {
    fc.assert(
      fc.property(values, (v) => {
        const info = encodeWords(layout, v);
        expect(info).toBe(byViem(v));
        expect(decodeWords(layout, info)).toEqual(v);
      }),
    );
  });

  it('have one spelling: whatever decodes, encodes to the same bytes', () => {
    fc.assert(
      fc.property(values, fc.nat(159), fc.nat(255), (v, at, byte) => {
        const bytes = Buffer.from(encodeWords(layout, v).slice(2), 'hex');
        bytes[at] = byte;
        const info = `0x${bytes.toString('hex')}` as const;
        let decoded: ReturnType<typeof decodeWords<typeof layout>>;
        try {
          decoded = decodeWords(layout, info);
        } catch (error) {
          expect(error).toBeInstanceOf(AskError);
          return;
        }
        expect(encodeWords(layout, decoded)).toBe(info);
      }),
      { numRuns: 1000 },
    );
  });

  const good = encodeWords(layout, { who: `0x${'ab'.repeat(20)}`, yes: true, small: 7n, large: 8n, signed: -9n });
  const withWord = (i: number, word: string) => good.slice(0, 2 + i * 64) + word + good.slice(66 + i * 64);
  it.each([
    ['one byte less', good.slice(0, -2), /159 bytes/],
    ['one byte more', `${good}00`, /161 bytes/],
    ['no prefix', good.slice(2), /0x/],
    ['a letter that is no digit', `${good.slice(0, -1)}g`, /hex/],
    ['nothing', '', /0x/],
    ['a dirty address', withWord(0, `01${'0'.repeat(62)}`), /^who .*high bytes/],
    ['a bool of two', withWord(1, '2'.padStart(64, '0')), /^yes .*0 or 1/],
    ['a uint8 of 256', withWord(2, '100'.padStart(64, '0')), /^small does not fit uint8/],
  ])('refuse %s', (_, info, message) => {
    expect(() => decodeWords(layout, info)).toThrow(AskError);
    expect(() => decodeWords(layout, info)).toThrow(message);
  });

  it('refuse to encode what does not fit', () => {
    const v = { who: `0x${'ab'.repeat(20)}` as const, yes: true, small: 7n, large: 8n, signed: -9n };
    expect(() => encodeWords(layout, { ...v, who: '0x12' })).toThrow(/^who/);
    expect(() => encodeWords(layout, { ...v, small: 256n })).toThrow(/^small/);
    expect(() => encodeWords(layout, { ...v, large: -1n })).toThrow(/^large/);
    expect(() => encodeWords(layout, { ...v, signed: 2n ** 255n })).toThrow(/^signed/);
  });
});
