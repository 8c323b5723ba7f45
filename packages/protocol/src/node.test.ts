import { generateKeyPairSync, sign } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeBase58 } from './base58.ts';
import { verifySignature } from './node.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const key = encodeBase58(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));
const signed = (text: string) => sign(null, Buffer.from(text), privateKey);

const verify = (text: string, signature: string) => verifySignature('solana', key, text, signature);

test('a solana signature counts in every form it is written in, over this text alone', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (text, other) => {
      const bytes = signed(text);
      for (const form of [encodeBase58(bytes), bytes.toString('hex'), bytes.toString('base64')]) {
        expect(verify(text, form)).toBe(true);
        expect(verify(other, form)).toBe(text === other);
      }
    }),
    { numRuns: 20 },
  );
});

test('anything else is no signature, also over a text too long for an envelope', () => {
  fc.assert(
    fc.property(fc.string(), (signature) => {
      expect(verify('text', signature)).toBe(false);
    }),
    { numRuns: 50 },
  );
  const long = 'x'.repeat(100_000);
  expect(verify(long, encodeBase58(signed(long)))).toBe(true);
  expect(verify(long, encodeBase58(signed('text')))).toBe(false);
});

test('keys of small order, under which anybody can sign any text, are nobody’s', () => {
  const identity = Buffer.from(`01${'00'.repeat(31)}`, 'hex');
  const forged = Buffer.concat([identity, Buffer.alloc(32)]).toString('hex');
  const of = (first: number, last: number, between: number) => {
    const raw = Buffer.alloc(32, between);
    [raw[0], raw[31]] = [first, last];
    return encodeBase58(raw);
  };
  for (const nobody of [
    encodeBase58(identity),
    of(1, 0x80, 0),
    of(0, 0, 0),
    of(0xec, 0x7f, 0xff),
    of(0xee, 0xff, 0xff),
  ])
    expect([nobody, verifySignature('solana', nobody, 'any text', forged)]).toEqual([nobody, false]);
});
