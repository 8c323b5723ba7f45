import { createHash } from 'node:crypto';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { hashMessage } from 'ethers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeBase58 } from './base58.ts';
import { addressOf, chainAddress, checksumAddress, personalHash } from './ethereum.ts';

test('addresses carry the case of EIP-55, however they were typed', () => {
  for (const it of [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0xde709f2102306220921060314715629080e2fb77',
  ])
    for (const typed of [it, it.toLowerCase(), `0x${it.slice(2).toUpperCase()}`])
      expect(checksumAddress(typed)).toBe(it);
});

test('a public key has the address that wallets show for it', () => {
  // The key of the private key 1: the generator of secp256k1.
  const key =
    '0479be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798' +
    '483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8';
  expect(addressOf(hexToBytes(key))).toBe('0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf');
});

test('a text is hashed as personal_sign hashes it, its length in bytes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(`0x${bytesToHex(personalHash(text))}`).toBe(hashMessage(text));
    }),
  );
});

test('on chain a key is 20 bytes: an address in lower case, the end of the hash of a solana key', () => {
  const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  expect(chainAddress('ethereum', address)).toBe(address.toLowerCase());
  // keccak256 of 32 zero bytes ends like this.
  expect(chainAddress('solana', '1'.repeat(32))).toBe('0x88386fc84ba6bc95484008f6362f93160ef3e563');
  const keys = ['a', 'b', 'c'].map((it) => encodeBase58(createHash('sha256').update(it).digest()));
  expect(new Set(keys.map((it) => chainAddress('solana', it))).size).toBe(3);
  for (const short of ['', '1'.repeat(31), '1'.repeat(33), 'not base58: 0OIl'])
    expect(() => chainAddress('solana', short)).toThrow(RangeError);
});
