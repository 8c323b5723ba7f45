import type { KeyType } from '@trigpoint/protocol';

/** Where an amount can be. Only `network` may go below zero: it issues what all the others hold. */
export type Account =
  | 'network'
  | `user:${KeyType}:${string}`
  | `campaign:${string}`
  /** What a payer has set aside for a challenge until it ends. */
  | `request:${string}`;

export const network = 'network';

/** Ethereum addresses are one account in whatever case they were written; solana keys differ by case. */
export const userAccount = (keyType: KeyType, publicKey: string): Account =>
  `user:${keyType}:${keyType === 'ethereum' ? publicKey.toLowerCase() : publicKey}`;

export const campaignAccount = (campaignId: string): Account => `campaign:${campaignId}`;

export const requestAccount = (challengeId: string): Account => `request:${challengeId}`;
