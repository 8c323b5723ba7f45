import type { Wallet as ChainWallet, Signer } from '@trigpoint/client';

/** The chain a transaction is meant for. */
export interface Chain {
  readonly id: number;
  readonly rpc_url: string | null;
}

/** An account that signs, and, when it is one of an EVM chain, sends. */
export interface Account extends Signer {
  onChain?(chain: Chain): Promise<ChainWallet>;
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
