/** What needs Node: it checks signatures with Node's own code and with WebAssembly, ten times as fast as JavaScript. */
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { secp256k1Base64Bytes } from '@bitauth/libauth/build/lib/bin/secp256k1/secp256k1.base64.js';
// Loading the whole library takes a quarter of a second of CPU. This part takes a third of that.
import { instantiateSecp256k1Bytes } from '@bitauth/libauth/build/lib/crypto/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { decodeBase58 } from './base58.ts';
import { personalHash } from './ethereum.ts';
import type { KeyType } from './keys.ts';
import { solanaTries } from './solana-signatures.ts';

/** Node decodes the base64 of the WebAssembly, because the library would take 10 ms longer. */
export const secp256k1 = await instantiateSecp256k1Bytes(
  Uint8Array.from(Buffer.from(secp256k1Base64Bytes, 'base64')).buffer,
);

const halfOrder = Buffer.from('7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0', 'hex');

/**
 * The address that signed a text. The signature has 65 bytes, v is 0, 1, 27 or 28, and s is in the lower half: its upper twin is
 * refused.
 */
export const recoverAddress = (text: string, signature: Uint8Array): string | undefined => {
  if (signature.length !== 65) return undefined;
  const v = signature[64] as number;
  const recovery = v >= 27 ? v - 27 : v;
  if (recovery !== 0 && recovery !== 1) return undefined;
  const compact = signature.subarray(0, 64);
  if (Buffer.compare(compact.subarray(32), halfOrder) > 0) return undefined;
  const key = secp256k1.recoverPublicKeyUncompressed(compact, recovery, personalHash(text));
  if (typeof key === 'string') return undefined;
  return `0x${Buffer.from(keccak_256(key.subarray(1)).subarray(12)).toString('hex')}`;
};

const ed25519Prefix = Buffer.from('302a300506032b6570032100', 'hex');

/** How many parsed keys are kept. Parsing a key takes as long as checking a signature, and agents sign often. */
const keptKeys = 4_096;
const keys = new Map<string, KeyObject>();

/** The points of small order, in hex without the sign. */
const keysOfNobody: ReadonlySet<string> = new Set([
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  ...['ec', 'ed', 'ee'].map((first) => `${first}${'ff'.repeat(30)}7f`),
]);

/**
 * Whether anybody can make signatures over any text for this solana key. OpenSSL takes such keys; the strict rules, by which browsers
 * check signatures, do not.
 */
export const isOfNobody = (raw: Uint8Array): boolean => {
  const unsigned = Buffer.from(raw);
  unsigned[31] = (unsigned[31] as number) & 0x7f;
  return keysOfNobody.has(unsigned.toString('hex'));
};

const solanaKey = (publicKey: string): KeyObject | undefined => {
  const known = keys.get(publicKey);
  if (known) return known;
  const raw = publicKey.length <= 44 ? decodeBase58(publicKey) : undefined;
  if (raw?.length !== 32 || isOfNobody(raw)) return undefined;
  const key = createPublicKey({ key: Buffer.concat([ed25519Prefix, raw]), format: 'der', type: 'spki' });
  if (keys.size >= keptKeys) keys.clear();
  keys.set(publicKey, key);
  return key;
};

const hex = /^(0x)?([0-9a-fA-F]{2})+$/;
const fromHex = (text: string) => Buffer.from(text.startsWith('0x') ? text.slice(2) : text, 'hex');

/** Whether `signature` is this key's over exactly `text`. It takes any strings and never throws. */
export const verifySignature = (keyType: KeyType, publicKey: string, text: string, signature: string): boolean => {
  if (keyType === 'ethereum')
    return hex.test(signature) && recoverAddress(text, fromHex(signature)) === publicKey.toLowerCase();
  const key = solanaKey(publicKey);
  if (!key) return false;
  for (const [form, signed] of solanaTries(text, signature)) if (verify(null, signed, key, form)) return true;
  return false;
};
