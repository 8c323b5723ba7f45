type Hex = `0x${string}`;

/** EIP-1193: what browser wallets and every chain library offer. */
export interface ChainProvider {
  request(args: { method: string; params?: unknown }): Promise<unknown>;
}

/** The part of a viem wallet client that is needed. It signs itself, or lets its wallet sign. */
export interface ViemWallet {
  readonly account?: { readonly address: Hex } | undefined;
  sendTransaction(transaction: { readonly chain: null; readonly to: Hex; readonly data: Hex }): Promise<Hex>;
  request(args: { method: string; params?: unknown }): Promise<unknown>;
}

/**
 * What sends the transaction: a viem wallet client, a browser wallet with the account to use, or a key. With a key, `rpcUrl` is
 * needed only if the service names no RPC endpoint. The endpoint says what a transaction costs; `maxFee` is the most that may be paid
 * for one, in wei (a tenth of a coin unless given). Wallets of people show them the fee.
 */
export type Wallet =
  | ViemWallet
  | { readonly provider: ChainProvider; readonly account: Hex }
  | { readonly privateKey: Hex; readonly rpcUrl?: string | undefined; readonly maxFee?: bigint | undefined };

/** Something went wrong on the client's side of a request. Refusals by the service are `ServiceError`. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly code:
    | 'no_chain'
    | 'wrong_chain'
    | 'rejected'
    | 'reverted'
    | 'timed_out'
    | 'unknown_prover'
    | 'unknown_proof_type'
    | 'never_verified'
    | 'not_in_log';
  constructor(code: RequestError['code'], message: string, options?: { cause: unknown }) {
    super(message, options);
    this.code = code;
  }
}

export interface Submitted {
  readonly requestId: string;
  readonly challengeIds: readonly string[];
  readonly transactionHash: Hex;
}

export interface SubmitOptions {
  readonly chainId: number;
  /** The RPC endpoint for a wallet that is a key without `rpcUrl`. */
  readonly rpcUrl?: string | undefined;
  readonly requestHandler: Hex;
  /** Seconds in which a result may be recorded on chain. */
  readonly timeoutSeconds: number;
  readonly asks: readonly { readonly attributeId: string; readonly info: Hex }[];
  readonly pause: (ms: number) => Promise<void>;
  /** How long to wait until the transaction is in a block. */
  readonly patienceMs: number;
}
