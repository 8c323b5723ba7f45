import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeBase58, encodeBase58 } from './base58.ts';

const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const bytes = fc.uint8Array({ maxLength: 80 });
const withZeros = fc
  .tuple(fc.nat(9), bytes)
  .map(([zeros, rest]) => Uint8Array.from([...Array(zeros).fill(0), ...rest]));

/** By the definition: one large number in base 58, and a 1 for each zero byte in front. */
const slowly = (it: Uint8Array): string => {
  let number = it.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  let text = '';
  for (; number > 0n; number /= 58n) text = letters[Number(number % 58n)] + text;
  const zeros = it.findIndex((byte) => byte !== 0);
  return '1'.repeat(zeros < 0 ? it.length : zeros) + text;
};

test('bytes are written as one large number, and read back as they were', () => {
  fc.assert(
    fc.property(withZeros, (it) => {
      expect(encodeBase58(it)).toBe(slowly(it));
      expect(decodeBase58(encodeBase58(it))).toEqual(it);
    }),
  );
});

test('the first byte may be the smallest or the largest, at any length', () => {
  for (let length = 1; length <= 9; length++)
    for (const first of [0, 1, 57, 58, 127, 128, 254, 255]) {
      const it = new Uint8Array(length);
      it[0] = first;
      expect(decodeBase58(slowly(it))).toEqual(it);
    }
});

test('each text of its letters stands for one sequence of bytes', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...letters), maxLength: 90 }), (text) => {
      expect(encodeBase58(decodeBase58(text) as Uint8Array)).toBe(text);
    }),
  );
});

test('what is no base58 is nothing: look-alike letters, other scripts, more than 128', () => {
  for (const wrong of ['0', 'O', 'I', 'l', ' ', '1 1', 'ä', '你', '+', '1'.repeat(129)])
    expect([wrong, decodeBase58(wrong)]).toEqual([wrong, undefined]);
  expect(encodeBase58(Buffer.from('Hello World!'))).toBe('2NEpo7TZRRrLZSi2U');
  expect(decodeBase58('')).toEqual(new Uint8Array());
  expect(decodeBase58('1'.repeat(128))).toEqual(new Uint8Array(128));
});
