import { generateKeyPairSync, sign } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeBase58 } from './base58.ts';
import { verifySignature, verifySignatureInPool } from './node.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const key = encodeBase58(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));
const signed = (text: string) => sign(null, Buffer.from(text), privateKey);

/** Both ways, which must agree. */
const verify = async (text: string, signature: string): Promise<boolean> => {
  const [here, inPool] = [
    verifySignature('solana', key, text, signature),
    await verifySignatureInPool('solana', key, text, signature),
  ];
  expect(inPool).toBe(here);
  return here;
};

test('a solana signature counts in every form it is written in, over this text alone', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), fc.string(), async (text, other) => {
      const bytes = signed(text);
      for (const form of [encodeBase58(bytes), bytes.toString('hex'), bytes.toString('base64')]) {
        expect(await verify(text, form)).toBe(true);
        expect(await verify(other, form)).toBe(text === other);
      }
    }),
    { numRuns: 20 },
  );
});

test('anything else is no signature, also over a text too long for an envelope', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), async (signature) => {
      expect(await verify('text', signature)).toBe(false);
    }),
    { numRuns: 50 },
  );
  const long = 'x'.repeat(100_000);
  expect(await verify(long, encodeBase58(signed(long)))).toBe(true);
  expect(await verify(long, encodeBase58(signed('text')))).toBe(false);
});
