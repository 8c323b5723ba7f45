import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { addressOf, decodeBase58, encodeBase58, personalHash } from '@trigpoint/protocol';
import type { Signer } from './client.ts';

/** A signer with a private key in memory. Wallets have signers of their own (wallet-signers.ts). */
interface KeySigner<T extends Signer['keyType']> extends Signer {
  readonly keyType: T;
}

const bytesOf = (key: string | Uint8Array): Uint8Array =>
  typeof key === 'string' ? hexToBytes(key.startsWith('0x') ? key.slice(2) : key) : key;

/**
 * Signs as personal_sign does: 65 bytes of hex, v 27 or 28, low s. The public key is the checksummed address.
 *
 * ```ts
 * await client.login(ethereumSigner(privateKey), { role: 'payer' });
 * ```
 */
export function ethereumSigner(privateKey: string | Uint8Array): KeySigner<'ethereum'> {
  const secret = bytesOf(privateKey);
  if (secret.length !== 32) throw new RangeError('An ethereum private key is 32 bytes.');
  return {
    keyType: 'ethereum',
    publicKey: addressOf(secp256k1.getPublicKey(secret, false)),
    async sign(text) {
      const signed = secp256k1.sign(personalHash(text), secret, { prehash: false, lowS: true, format: 'recovered' });
      const v = 27 + (signed[0] ?? 0);
      return `0x${bytesToHex(concatBytes(signed.subarray(1), Uint8Array.of(v)))}`;
    },
  };
}

/**
 * Signs the raw text with ed25519, in base58. The key is 32 bytes (seed) or 64 (seed and public key), as bytes, hex,
 * or the base58 that wallets export.
 *
 * ```ts
 * await client.login(solanaSigner(crypto.getRandomValues(new Uint8Array(32))), { role: 'payer' });
 * ```
 */
export function solanaSigner(secretKey: string | Uint8Array): KeySigner<'solana'> {
  const isHex = typeof secretKey === 'string' && /^(0x)?([0-9a-fA-F]{64}|[0-9a-fA-F]{128})$/.test(secretKey);
  const bytes = typeof secretKey === 'string' && !isHex ? decodeBase58(secretKey) : bytesOf(secretKey);
  if (bytes?.length !== 32 && bytes?.length !== 64) throw new RangeError('A solana secret key is 32 or 64 bytes.');
  const seed = bytes.subarray(0, 32);
  const publicKey = ed25519.getPublicKey(seed);
  if (bytes.length === 64 && !publicKey.every((byte, i) => byte === bytes[32 + i]))
    throw new RangeError('The two halves of this solana key do not belong together.');
  return {
    keyType: 'solana',
    publicKey: encodeBase58(publicKey),
    async sign(text) {
      return encodeBase58(ed25519.sign(utf8ToBytes(text), seed));
    },
  };
}
