import type { Signer } from '@trigpoint/client';

/** What is asked of an account on chain. */
export interface Transaction {
  readonly to: `0x${string}`;
  readonly data: `0x${string}`;
}

/** An account that signs, and, when it is one of an EVM chain, sends. */
export interface Account extends Signer {
  send?(transaction: Transaction, chainId: number): Promise<`0x${string}`>;
}

/** A wallet that was found; nothing is asked of it before it is chosen. */
export interface Wallet {
  readonly id: string;
  readonly name: string;
  readonly kind: 'Ethereum' | 'Solana';
  /** A data: URI from the wallet itself. */
  readonly icon?: string;
  connect(): Promise<Account>;
}

/** A refusal by a person or their wallet, in words for them. */
export class WalletError extends Error {
  override readonly name = 'WalletError';
}
