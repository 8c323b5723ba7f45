type Hex = `0x${string}`;

/** EIP-1193: what browser wallets and every chain library offer. */
export interface ChainProvider {
  request(args: { method: string; params?: unknown }): Promise<unknown>;
}

/** As much of a viem wallet client as is needed: it signs itself, or has its wallet sign. */
export interface ViemWallet {
  readonly account?: { readonly address: Hex } | undefined;
  sendTransaction(transaction: { readonly chain: null; readonly to: Hex; readonly data: Hex }): Promise<Hex>;
  request(args: { method: string; params?: unknown }): Promise<unknown>;
}

/** Who sends the transaction: a viem wallet client, a browser wallet with the account to use, or a key (and the node to send through, where it is not the one the service names). */
export type Wallet =
  | ViemWallet
  | { readonly provider: ChainProvider; readonly account: Hex }
  | { readonly privateKey: Hex; readonly rpcUrl?: string | undefined };

/** What can go wrong on the way to the chain. Refusals by the service stay `ServiceError`. */
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
  /** For a key that comes without a node. */
  readonly rpcUrl?: string | undefined;
  readonly requestHandler: Hex;
  /** Seconds in which a result may be recorded on chain. */
  readonly timeoutSeconds: number;
  readonly asks: readonly { readonly attributeId: string; readonly info: Hex }[];
  readonly pause: (ms: number) => Promise<void>;
  /** How long to wait until the transaction is in a block. */
  readonly patienceMs: number;
}
