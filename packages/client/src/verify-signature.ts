import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { addressOf, decodeBase58, personalHash } from '@trigpoint/protocol';

const HEX = /^(?:0x)?((?:[0-9a-fA-F]{2})+)$/;

/**
 * The checksummed address that signed this text by personal_sign. Undefined for anything but 65 bytes with v 0, 1, 27 or 28 and low s.
 *
 * ```ts
 * const signer = ethereumSigner(privateKey);
 * const address = recoverAddress('hello', await signer.sign('hello'));
 * ```
 */
export function recoverAddress(text: string, signature: string): `0x${string}` | undefined {
  const hex = signature.match(HEX)?.[1];
  if (hex?.length !== 130) return undefined;
  const bytes = hexToBytes(hex);
  const v = bytes[64] ?? 255;
  const recovery = v >= 27 ? v - 27 : v;
  if (recovery !== 0 && recovery !== 1) return undefined;
  const recovered = concatBytes(Uint8Array.of(recovery), bytes.subarray(0, 64));
  try {
    const parsed = secp256k1.Signature.fromBytes(recovered, 'recovered');
    if (parsed.hasHighS()) return undefined;
    return addressOf(parsed.recoverPublicKey(personalHash(text)).toBytes(false));
  } catch {
    return undefined;
  }
}

/** By the strict rules: keys of small order, under which anybody can sign, are refused. */
const isSigned = (signature: Uint8Array, bytes: Uint8Array, key: Uint8Array): boolean =>
  ed25519.verify(signature, bytes, key, { zip215: false });

/** The envelope states the length in 16 bits. */
const envelopeMaxBytes = 0xffff;

/** Ledger and some other wallets sign the text inside the off-chain message envelope: domain, version, format, length. */
const offchainEnvelope = (text: Uint8Array): Uint8Array =>
  concatBytes(
    Uint8Array.of(0xff),
    utf8ToBytes('solana offchain'),
    Uint8Array.of(0, 0, text.length & 255, text.length >> 8),
    text,
  );

/** The ways to read a signature: hex, base58 and base64. A text can be valid in two of them. */
function* solanaSignatures(text: string): Generator<Uint8Array> {
  const hex = text.match(HEX)?.[1];
  if (hex) yield hexToBytes(hex);
  const base58 = decodeBase58(text);
  if (base58) yield base58;
  if (/^[A-Za-z0-9+/_-]{86}(==)?$/.test(text)) {
    const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, ''));
    yield Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
  }
}

/**
 * Whether `signature` is this key's over exactly `text`. It takes any strings and never throws.
 *
 * ```ts
 * const signer = ethereumSigner(privateKey);
 * const holds = verifySignature(signer, 'hello', await signer.sign('hello'));
 * ```
 */
export function verifySignature(
  party: { readonly keyType: 'ethereum' | 'solana'; readonly publicKey: string },
  text: string,
  signature: string,
): boolean {
  if (party.keyType === 'ethereum')
    return recoverAddress(text, signature)?.toLowerCase() === party.publicKey.toLowerCase();
  const key = decodeBase58(party.publicKey);
  if (key?.length !== 32) return false;
  const bytes = utf8ToBytes(text);
  for (const given of solanaSignatures(signature)) {
    if (given.length !== 64) continue;
    try {
      if (isSigned(given, bytes, key)) return true;
      if (bytes.length <= envelopeMaxBytes && isSigned(given, offchainEnvelope(bytes), key)) return true;
    } catch {
      // The bytes are no point of the curve, so they are no signature.
    }
  }
  return false;
}
