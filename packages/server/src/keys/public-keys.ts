import { decodeBase58, invalidField, type KeyType } from '@trigpoint/protocol';

/** The 32 bytes of a solana key, or undefined. */
export const solanaKeyBytes = (text: string): Uint8Array | undefined => {
  // 32 bytes are 32 to 44 base58 letters. Longer input is not decoded, because the cost grows with the square of its length.
  if (text.length < 32 || text.length > 44) return undefined;
  const bytes = decodeBase58(text);
  return bytes?.length === 32 ? bytes : undefined;
};

/** The encoded y of every ed25519 point whose order divides 8, including encodings that are not reduced. */
const smallOrder = new Set([
  `01${'00'.repeat(31)}`,
  `ec${'ff'.repeat(30)}7f`,
  '00'.repeat(32),
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  `ed${'ff'.repeat(30)}7f`,
  `ee${'ff'.repeat(30)}7f`,
]);

/** For a public key of small order anyone can make a valid signature of any text. Such a key identifies nobody. */
const isSmallOrder = (bytes: Uint8Array): boolean => {
  const unsigned = Buffer.from(bytes);
  unsigned[31] = (unsigned[31] as number) & 0x7f;
  return smallOrder.has(unsigned.toString('hex'));
};

/** The spelling that a key is stored in: lower-case hex with 0x, or base58. */
export const normalisePublicKey = (keyType: KeyType, given: string): string => {
  if (keyType === 'ethereum') {
    if (!/^(0x)?[0-9a-fA-F]{40}$/.test(given)) throw invalidField('publicKey', 'must be a 20-byte hexadecimal address');
    return given.length === 42 ? given.toLowerCase() : `0x${given.toLowerCase()}`;
  }
  const bytes = solanaKeyBytes(given);
  if (!bytes) throw invalidField('publicKey', 'must be the base58 form of a 32-byte solana key');
  if (isSmallOrder(bytes)) throw invalidField('publicKey', 'is a key that nobody can hold');
  return given;
};
