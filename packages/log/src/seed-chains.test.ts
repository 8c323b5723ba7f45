import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sha256 } from '#sha256';
import { toHex } from './bytes.ts';
import { followsFrom, SeedChain } from './seed-chains.ts';

const secret = new Uint8Array(32).fill(5);

test('each value is the hash of the next, at every length', () => {
  for (const length of [1, 2, 3, 4, 9, 10, 97, 100]) {
    const chain = SeedChain.make(secret, length);
    expect(toHex(chain.value(length))).toBe(toHex(secret));
    for (let i = 0; i < length; i++) expect(toHex(sha256(chain.value(i + 1)))).toBe(toHex(chain.value(i)));
    expect(toHex(chain.anchor)).toBe(toHex(chain.value(0)));
    const again = SeedChain.open(chain.save(), length);
    for (let i = 0; i <= length; i++) expect(toHex(again.value(i))).toBe(toHex(chain.value(i)));
  }
});

test('a told value is checked against the anchor or any value told before, and no other passes', () => {
  const chain = SeedChain.make(secret, 500);
  const at = (index: number) => ({ index, value: chain.value(index) });
  fc.assert(
    fc.property(fc.nat(500), fc.nat(500), fc.nat(255), (a, b, bit) => {
      expect(followsFrom(at(a), at(b))).toBe(b >= a);
      const bent = Uint8Array.from(chain.value(b));
      bent[bit >> 3] = (bent[bit >> 3] as number) ^ (1 << (bit & 7));
      expect(followsFrom(at(a), { index: b, value: bent })).toBe(false);
      if (b > a) expect(followsFrom(at(a), { index: b - 1, value: chain.value(b) })).toBe(false);
    }),
  );
  expect(followsFrom(at(0), { index: 1, value: new Uint8Array(31) })).toBe(false);
  expect(followsFrom(at(0), { index: 2 ** 52, value: secret })).toBe(false);
});

test('what cannot be is refused', () => {
  expect(() => SeedChain.make(new Uint8Array(31), 10)).toThrow(RangeError);
  expect(() => SeedChain.make(secret, 0)).toThrow(RangeError);
  expect(() => SeedChain.make(secret, 10).value(11)).toThrow(RangeError);
  expect(() => SeedChain.open(new Uint8Array(32), 100)).toThrow(RangeError);
});
