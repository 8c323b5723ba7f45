import { decodeBase58, invalidField, type KeyType } from '@trigpoint/protocol';
import { isOfNobody } from '@trigpoint/protocol/node';

/** The 32 bytes of a solana key, or undefined. */
const solanaKeyBytes = (text: string): Uint8Array | undefined => {
  // 32 bytes are 32 to 44 base58 letters. Longer input is not decoded, because the cost grows with the square of its length.
  if (text.length < 32 || text.length > 44) return undefined;
  const bytes = decodeBase58(text);
  return bytes?.length === 32 ? bytes : undefined;
};

/** The spelling that a key is stored in: lower-case hex with 0x, or base58. */
export const normalisePublicKey = (keyType: KeyType, given: string): string => {
  if (keyType === 'ethereum') {
    if (!/^(0x)?[0-9a-fA-F]{40}$/.test(given)) throw invalidField('publicKey', 'must be a 20-byte hexadecimal address');
    return given.length === 42 ? given.toLowerCase() : `0x${given.toLowerCase()}`;
  }
  const bytes = solanaKeyBytes(given);
  if (!bytes) throw invalidField('publicKey', 'must be the base58 form of a 32-byte solana key');
  if (isOfNobody(bytes)) throw invalidField('publicKey', 'is a key that nobody can hold');
  return given;
};
