import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58 } from '@scure/base';
import { invalidField, type KeyType } from '@trigpoint/protocol';

const ascii = new TextEncoder();

/** EIP-55: the case of each letter carries four bits of the hash of the lower-case address. */
export const checksumAddress = (address: string): string => {
  const lower = address.slice(2).toLowerCase();
  const hash = keccak_256(ascii.encode(lower));
  let out = '0x';
  for (let i = 0; i < 40; i++) {
    const nibble = ((hash[i >> 1] as number) >> (i % 2 === 0 ? 4 : 0)) & 15;
    const letter = lower[i] as string;
    out += nibble >= 8 ? letter.toUpperCase() : letter;
  }
  return out;
};

/** The 32 bytes of a solana key, or undefined. */
export const solanaKeyBytes = (text: string): Uint8Array | undefined => {
  // 32 bytes are 32 to 44 base58 letters; longer input is not worth decoding, the cost grows with its square.
  if (text.length < 32 || text.length > 44) return undefined;
  try {
    const bytes = base58.decode(text);
    return bytes.length === 32 ? bytes : undefined;
  } catch {
    return undefined;
  }
};

/** The one spelling a key is stored under: lower-case hex with 0x, or base58. */
export const normalisePublicKey = (keyType: KeyType, given: string): string => {
  if (keyType === 'ethereum') {
    if (!/^(0x)?[0-9a-fA-F]{40}$/.test(given)) throw invalidField('publicKey', 'must be a 20-byte hexadecimal address');
    return given.length === 42 ? given.toLowerCase() : `0x${given.toLowerCase()}`;
  }
  if (!solanaKeyBytes(given)) throw invalidField('publicKey', 'must be the base58 form of a 32-byte solana key');
  return given;
};
