import fc from 'fast-check';
import { encodeAbiParameters } from 'viem';
import { describe, expect, it } from 'vitest';
import { decodeWords, decodeWordsAndText, encodeWords, encodeWordsAndText } from './abi.ts';
import * as inBrowsers from './hex.ts';
import * as onNode from './hex-node.ts';
import { AskError } from './proof-type.ts';

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

describe('words and a text', () => {
  const some = { who: `0x${'ab'.repeat(20)}`, yes: true, small: 7n, large: 8n, signed: -9n } as const;
  const write = (text: string) => encodeWordsAndText(layout, some, text);
  const at = 2 + 64 * layout.length;
  const decodes = (info: string) => {
    try {
      return decodeWordsAndText(layout, info);
    } catch (error) {
      expect(error).toBeInstanceOf(AskError);
      return undefined;
    }
  };

  it('encode as viem encodes, and decode back to the same text', () => {
    const types = [...layout.map(([name, type]) => ({ name, type })), { name: 'text', type: 'string' }] as const;
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 100 }),
      fc.constantFrom('', '\0', '\0'.repeat(64), '\ufeffa'),
    );
    fc.assert(
      fc.property(values, text, (v, it) => {
        const info = encodeWordsAndText(layout, v, it);
        expect(info).toBe(encodeAbiParameters(types, [v.who, v.yes, Number(v.small), v.large, v.signed, it]));
        expect(decodeWordsAndText(layout, info)).toEqual([v, it]);
        expect(decodeWordsAndText(layout, `0x${info.slice(2).toUpperCase()}`)).toEqual([v, it]);
      }),
    );
  });

  it('have one spelling: whatever decodes, encodes to the same bytes', () => {
    const text = fc.constantFrom(
      '',
      'a',
      'é€𐍈',
      '\0\0',
      'x'.repeat(31),
      'x'.repeat(32),
      'ü'.repeat(16),
      'ü'.repeat(17),
    );
    fc.assert(
      fc.property(text, fc.nat(10_000), fc.nat(255), fc.integer({ min: -40, max: 40 }), (it, where, byte, more) => {
        const bytes = Buffer.from(write(it).slice(2), 'hex');
        bytes[where % bytes.length] = byte;
        const cut = more < 0 ? bytes.subarray(0, more) : Buffer.concat([bytes, Buffer.alloc(more)]);
        const info = `0x${cut.toString('hex')}`;
        const decoded = decodes(info);
        if (decoded) expect(encodeWordsAndText(layout, ...decoded)).toBe(info);
      }),
      { numRuns: 3000 },
    );
  });

  const good = write('é');
  const withHex = (offset: number, hex: string) =>
    good.slice(0, at + offset) + hex + good.slice(at + offset + hex.length);
  it.each([
    ['half a byte', good.slice(0, -1), /hex bytes/],
    ['no hex', `${good.slice(0, -1)}g`, /hex bytes/],
    ['a line break behind it', `${good}\n0`, /hex bytes/],
    ['a missing word', good.slice(0, at - 2), /159 bytes/],
    ['nothing behind the words', good.slice(0, at), /not words and a text/],
    ['another offset', withHex(62, 'c1'), /not words and a text/],
    ['a length that is too long', withHex(64, 'f'.repeat(64)), /not words and a text/],
    ['half a character', withHex(64 + 62, '01'), /UTF-8/],
    ['a zero that belongs to nothing', withHex(64 + 62, '00'), /not words and a text/],
    ['padding that is not zero', `${good.slice(0, -1)}1`, /not words and a text/],
    ['a word of padding too many', `${good}${'0'.repeat(64)}`, /not words and a text/],
    ['a byte of padding too few', good.slice(0, -2), /not words and a text/],
    ['an overlong character', withHex(128, 'c080'), /UTF-8/],
    ['half of a pair', withHex(128, 'eda0'), /UTF-8/],
  ])('refuse %s', (_, info, message) => {
    expect(() => decodeWordsAndText(layout, info)).toThrow(AskError);
    expect(() => decodeWordsAndText(layout, info)).toThrow(message);
  });

  it('are read and written in browsers as on Node', () => {
    const bytes = new TextEncoder().encode('€é a\u0000'.repeat(50));
    expect(inBrowsers.hexOfBytes(bytes)).toBe(onNode.hexOfBytes(bytes));
    for (const hex of ['', '00', 'fF10', onNode.hexOfBytes(bytes)])
      expect([...inBrowsers.bytesOfHex(hex)]).toEqual([...onNode.bytesOfHex(hex)]);
  });
});
