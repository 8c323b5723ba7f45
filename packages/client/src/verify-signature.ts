import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { addressOf, decodeBase58, personalHash, solanaTries } from '@trigpoint/protocol';

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
  for (const [form, signed] of solanaTries(text, signature)) {
    try {
      // By the strict rules: keys of small order, under which anybody can sign, are refused.
      if (ed25519.verify(form, signed, key, { zip215: false })) return true;
    } catch {
      // The bytes are no point of the curve, so they are no signature.
    }
  }
  return false;
}
