import { randomBytes } from 'node:crypto';
import { ethereumSigner, type Signer, solanaSigner, verifySignature } from '@trigpoint/client';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fastSigner, fastVerify } from './signatures.ts';

const slow = { ethereum: ethereumSigner, solana: solanaSigner };
const keyTypes = ['ethereum', 'solana'] as const;

test('fast signatures are the same as the slow ones, bit for bit', async () => {
  for (const keyType of keyTypes)
    for (let i = 0; i < 20; i++) {
      const key = randomBytes(32);
      const [a, b]: Signer[] = [fastSigner(keyType, key), slow[keyType](key)];
      expect(a?.publicKey).toBe(b?.publicKey);
      const text = `text ${i} ü`;
      expect(await a?.sign(text)).toBe(await b?.sign(text));
    }
});

test('fast and slow checks agree on signatures, changed signatures and anything else', async () => {
  for (const keyType of keyTypes) {
    const signer = fastSigner(keyType, randomBytes(32));
    const good = await signer.sign('text');
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
    const twin =
      keyType === 'ethereum'
        ? `${good.slice(0, 66)}${(order - BigInt(`0x${good.slice(66, 130)}`)).toString(16).padStart(64, '0')}${good.endsWith('1b') ? '1c' : '1b'}`
        : good;
    expect(await fastVerify(signer, 'text', good)).toBe(true);
    expect(await fastVerify(signer, 'other', good)).toBe(false);
    expect(await fastVerify(fastSigner(keyType, randomBytes(32)), 'text', good)).toBe(false);
    const forms = [good, good.slice(2), good.toUpperCase(), twin, '', '0x', good.replace(/1[bc]$/, '01')];
    for (const form of forms)
      expect([form, await fastVerify(signer, 'text', form)]).toEqual([form, verifySignature(signer, 'text', form)]);
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.constantFrom(...'0123456789abcdefGZ'), async (at, letter) => {
        const i = at % good.length;
        const changed = good.slice(0, i) + letter + good.slice(i + 1);
        expect(await fastVerify(signer, 'text', changed)).toBe(verifySignature(signer, 'text', changed));
      }),
      { numRuns: 100 },
    );
  }
});
