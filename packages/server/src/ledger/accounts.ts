import type { KeyType } from '@trigpoint/protocol';

/** An account. Only `network` may go below zero, because it issues what all other accounts hold. */
export type Account =
  | 'network'
  | `user:${KeyType}:${string}`
  | `campaign:${string}`
  /** What a payer has set aside for a challenge until it ends. */
  | `request:${string}`;

export const network = 'network';

/** An Ethereum address is the same account in upper and lower case. Solana keys differ by case. */
export const userAccount = (keyType: KeyType, publicKey: string): Account =>
  `user:${keyType}:${keyType === 'ethereum' ? publicKey.toLowerCase() : publicKey}`;

export const campaignAccount = (campaignId: string): Account => `campaign:${campaignId}`;

export const requestAccount = (challengeId: string): Account => `request:${challengeId}`;
