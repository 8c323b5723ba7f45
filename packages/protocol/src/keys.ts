export const keyTypes = ['solana', 'ethereum'] as const;
export type KeyType = (typeof keyTypes)[number];

/** An address, or a solana key. */
export const keyPattern = '^(0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$';
export const isKey = (text: string): boolean => new RegExp(keyPattern).test(text);

/** The type of a key. Only addresses begin with 0x, because base58 has no zero. */
export const keyTypeOf = (key: string): KeyType => (key.startsWith('0x') ? 'ethereum' : 'solana');

/** The id of the prover that an ask names. */
export const proverIdOf = ({ prover, isIPv6 }: { readonly prover: string; readonly isIPv6: boolean }): string =>
  `${isIPv6 ? 'IPv6' : 'IPv4'}/${prover.toLowerCase()}`;
