import { createPrivateKey, createPublicKey, randomBytes, sign, verify } from 'node:crypto';
import { decodeBase58, encodeBase58 } from '@trigpoint/protocol';
import { verifyMessage, Wallet } from 'ethers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ethereumSigner, solanaSigner } from './signers.ts';
import { recoverAddress, verifySignature } from './verify-signature.ts';

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const texts = ['', 'hello', 'Grüße, 世界 🌍', 'a\nb'.repeat(500)];

test('ethereum signatures are the ones other libraries make and accept', async () => {
  for (let i = 0; i < 20; i++) {
    const secret = `0x${randomBytes(32).toString('hex')}`;
    const ours = ethereumSigner(secret);
    const theirs = new Wallet(secret);
    expect(ours.publicKey).toBe(theirs.address);
    for (const text of texts) {
      const signature = await ours.sign(text);
      expect(verifyMessage(text, signature)).toBe(theirs.address);
      expect(recoverAddress(text, await theirs.signMessage(text))).toBe(theirs.address);
      expect(BigInt(`0x${signature.slice(66, 130)}`) <= order / 2n).toBe(true);
    }
  }
});

test('solana signatures are plain ed25519', async () => {
  const seed = randomBytes(32);
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  const privateKey = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey);
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(12);
  const signer = solanaSigner(seed);
  expect(signer.publicKey).toBe(encodeBase58(raw));
  for (const text of texts) {
    const given = decodeBase58(await signer.sign(text)) ?? Buffer.alloc(0);
    expect(verify(null, Buffer.from(text), publicKey, given)).toBe(true);
    const theirs = sign(null, Buffer.from(text), privateKey);
    for (const form of [
      encodeBase58(theirs),
      theirs.toString('hex'),
      `0x${theirs.toString('hex')}`,
      theirs.toString('base64'),
      theirs.toString('base64url'),
    ])
      expect(verifySignature(signer, text, form)).toBe(true);
  }
  const envelope = Buffer.concat([Buffer.from('\xffsolana offchain\0\0\x05\0', 'latin1'), Buffer.from('hello')]);
  expect(verifySignature(signer, 'hello', sign(null, envelope, privateKey).toString('hex'))).toBe(true);
  const whole = Buffer.concat([seed, raw]);
  for (const form of [encodeBase58(whole), whole.toString('hex'), `0x${seed.toString('hex')}`, encodeBase58(seed)])
    expect(solanaSigner(form).publicKey).toBe(signer.publicKey);
  expect(() => solanaSigner(Buffer.concat([seed, seed]))).toThrow('do not belong together');
});

test('a signature of another key, another text, high s or any changed letter is refused', async () => {
  const signer = ethereumSigner(randomBytes(32));
  const signature = await signer.sign('text');
  expect(verifySignature(signer, 'text', signature)).toBe(true);
  expect(verifySignature(signer, 'text', signature.slice(2).toUpperCase())).toBe(true);
  expect(verifySignature(signer, 'texT', signature)).toBe(false);
  expect(verifySignature(ethereumSigner(randomBytes(32)), 'text', signature)).toBe(false);

  const s = BigInt(`0x${signature.slice(66, 130)}`);
  const v = Number.parseInt(signature.slice(130), 16);
  const twin = `${signature.slice(0, 66)}${(order - s).toString(16).padStart(64, '0')}${(55 - v).toString(16)}`;
  expect(verifySignature(signer, 'text', twin)).toBe(false);

  const solana = solanaSigner(randomBytes(32));
  const good = { ethereum: signature, solana: await solana.sign('text') };
  for (const who of [signer, solana]) {
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom(...'0123456789abcdefG+/'), (at, letter) => {
        const text = good[who.keyType];
        const i = at % text.length;
        const changed = text.slice(0, i) + letter + text.slice(i + 1);
        fc.pre(changed !== text && !(i === 1 && who.keyType === 'ethereum'));
        return verifySignature(who, 'text', changed) === false;
      }),
      { numRuns: 150 },
    );
  }
});

test('a key of small order, under which anybody can sign any text, is nobody’s', () => {
  const identity = Buffer.from(`01${'00'.repeat(31)}`, 'hex');
  const forged = Buffer.concat([identity, Buffer.alloc(32)]).toString('hex');
  const nobody = { keyType: 'solana', publicKey: encodeBase58(identity) } as const;
  expect(verifySignature(nobody, 'any text', forged)).toBe(false);
});

test('no input makes the check throw', () => {
  const signer = ethereumSigner(randomBytes(32));
  const solana = solanaSigner(randomBytes(32));
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), fc.string({ maxLength: 60 }), (signature, publicKey) => {
      for (const keyType of ['ethereum', 'solana'] as const) {
        expect(verifySignature({ keyType, publicKey }, 'text', signature)).toBe(false);
        expect(verifySignature(keyType === 'ethereum' ? signer : solana, 'text', signature)).toBe(false);
      }
    }),
    { numRuns: 200 },
  );
});
