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
    | 'never_verified';
  constructor(code: RequestError['code'], message: string, options?: { cause: unknown }) {
    super(message, options);
    this.code = code;
  }
}

interface Chain extends ChainProvider {
  send(to: Hex, data: Hex): Promise<Hex>;
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

/**
 * Calls submitRequest and reads the ids from its event. `requestChallenge` does this and the rest; this alone is for
 * several asks in one transaction.
 *
 * ```ts
 * const { chain } = await readServiceChain(client);
 * const info = encodePolAsk({
 *   proverRegistry: chain.prover_registry,
 *   prover: chainAddressOf(prover),
 *   isIPv6: false,
 *   challengers: 8,
 *   tolerance: 2,
 *   latitude: 50.11,
 *   longitude: 8.68,
 * });
 * const { challengeIds } = await submitRequest(wallet, {
 *   chainId: chain.id,
 *   rpcUrl: chain.rpc_url ?? undefined,
 *   requestHandler: chain.request_handler,
 *   timeoutSeconds: 3600,
 *   asks: [{ attributeId: 'pol-v1', info }],
 *   pause,
 *   patienceMs: 60_000,
 * });
 * ```
 */
export async function submitRequest(wallet: Wallet, options: SubmitOptions): Promise<Submitted> {
  // Only whoever asks for a challenge needs them: they are the largest things in a browser bundle.
  const [{ BaseError, decodeErrorResult, encodeFunctionData, parseEventLogs }, { requestHandlerAbi }] =
    await Promise.all([import('viem'), import('./request-handler.ts')]);
  const chain = await connect(wallet, options.rpcUrl);
  const chainId = Number(await chain.request({ method: 'eth_chainId' }));
  if (chainId !== options.chainId)
    throw new RequestError('wrong_chain', `The wallet is on chain ${chainId}, the service on ${options.chainId}.`);
  const { asks, timeoutSeconds } = options;
  const data = encodeFunctionData({
    abi: requestHandlerAbi,
    functionName: 'submitRequest',
    args: [BigInt(timeoutSeconds), asks.map((it) => it.attributeId), asks.map((it) => it.info)],
  });
  const transactionHash = await chain.send(options.requestHandler, data).catch((cause: unknown) => {
    const bytes = revertBytes(cause);
    if (bytes === undefined)
      throw new RequestError('rejected', `The transaction was not sent: ${sentence(cause, BaseError)}`, { cause });
    const { errorName, args } = decodeErrorResult({ abi: requestHandlerAbi, data: bytes });
    throw new RequestError('reverted', `submitRequest refused: ${errorName}(${(args ?? []).join(', ')})`, { cause });
  });
  const receipt = await waitForReceipt(chain, transactionHash, options);
  if (receipt.status !== '0x1')
    throw new RequestError('reverted', `The transaction ${transactionHash} was mined and failed.`);
  const logs = receipt.logs as Parameters<typeof parseEventLogs>[0]['logs'];
  const [event] = parseEventLogs({ abi: requestHandlerAbi, logs, eventName: 'RequestProcessed' });
  if (!event) throw new RequestError('reverted', `The transaction ${transactionHash} made no request.`);
  return {
    requestId: String(event.args.requestId),
    challengeIds: event.args.newChallenges.map(String),
    transactionHash,
  };
}

interface Receipt {
  readonly status: string;
  readonly logs: unknown;
}

async function waitForReceipt(chain: Chain, hash: Hex, { pause, patienceMs }: SubmitOptions): Promise<Receipt> {
  let waited = 0;
  for (let ms = 50; waited < patienceMs; ms = Math.min(ms * 1.5, 4_000)) {
    const found = (await chain.request({ method: 'eth_getTransactionReceipt', params: [hash] })) as Receipt | null;
    if (found) return found;
    await pause(ms);
    waited += ms;
  }
  throw new RequestError('timed_out', `The transaction ${hash} is not in a block yet.`);
}

async function connect(wallet: Wallet, fallbackUrl: string | undefined): Promise<Chain> {
  if ('provider' in wallet) {
    const { provider, account } = wallet;
    return {
      request: (args) => provider.request(args),
      send: async (to, data) =>
        (await provider.request({ method: 'eth_sendTransaction', params: [{ from: account, to, data }] })) as Hex,
    };
  }
  if (!('privateKey' in wallet)) return fromViem(wallet);
  const rpcUrl = wallet.rpcUrl ?? fallbackUrl;
  if (rpcUrl === undefined)
    throw new RequestError('no_chain', 'The service names no node of its chain: give the rpcUrl of one.');
  const [{ createWalletClient, http }, { privateKeyToAccount }] = await Promise.all([
    import('viem'),
    import('viem/accounts'),
  ]);
  const account = privateKeyToAccount(wallet.privateKey);
  return fromViem(createWalletClient({ account, transport: http(rpcUrl) }));
}

const fromViem = (wallet: ViemWallet): Chain => ({
  request: (args) => wallet.request(args),
  send: (to, data) => wallet.sendTransaction({ chain: null, to, data }),
});

/** The bytes a refusal of the contract comes with, wherever the library put them. */
function revertBytes(error: unknown): Hex | undefined {
  for (let at = error, depth = 0; typeof at === 'object' && at !== null && depth < 8; depth++) {
    const { data, cause } = at as { data?: unknown; cause?: unknown };
    const bytes = typeof data === 'object' && data !== null && 'data' in data ? data.data : data;
    if (typeof bytes === 'string' && /^0x[0-9a-f]{8}/.test(bytes)) return bytes as Hex;
    at = cause;
  }
  return undefined;
}

function sentence(error: unknown, base: abstract new (...args: never[]) => Error & { shortMessage: string }): string {
  if (error instanceof base) return error.shortMessage;
  return error instanceof Error ? error.message : String((error as { message?: unknown } | null)?.message ?? error);
}
