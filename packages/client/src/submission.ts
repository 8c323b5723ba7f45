import {
  createWalletClient,
  decodeErrorResult,
  encodeFunctionData,
  formatEther,
  http,
  parseEventLogs,
  privateKeyToAccount,
} from '@trigpoint/ethereum/asking';
import { requestHandlerAbi } from './request-handler.ts';
import {
  type ChainProvider,
  RequestError,
  type SubmitOptions,
  type Submitted,
  type ViemWallet,
  type Wallet,
} from './wallets.ts';

type Hex = `0x${string}`;

interface Chain extends ChainProvider {
  send(to: Hex, data: Hex): Promise<Hex>;
}

/** The body of `submitRequest`. It is a file of its own, so that a page loads it only with the first request. */
export async function submit(wallet: Wallet, options: SubmitOptions): Promise<Submitted> {
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
      throw new RequestError('rejected', `The transaction was not sent: ${sentence(cause)}`, { cause });
    throw new RequestError('reverted', refusalWords(bytes), { cause });
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
  const account = privateKeyToAccount(wallet.privateKey);
  const client = createWalletClient({ account, transport: http(rpcUrl) });
  const { maxFee = usualMaxFee } = wallet;
  return {
    ...fromViem(client),
    async send(to, data) {
      const prepared = await client.prepareTransactionRequest({ chain: null, to, data });
      const fee = prepared.gas * (prepared.maxFeePerGas ?? prepared.gasPrice ?? 0n);
      if (fee > maxFee)
        throw new RequestError(
          'rejected',
          `The node of the chain at ${rpcUrl} wants a fee of up to ${formatEther(fee)} for this request, and ${formatEther(maxFee)} is the most that may be paid. Ask another node, or allow more: maxFee of the wallet, --max-fee of the command.`,
        );
      return client.sendTransaction(prepared as Parameters<typeof client.sendTransaction>[0]);
    },
  };
}

/** A tenth of a coin. A request costs some hundred thousand gas. */
const usualMaxFee = 10n ** 17n;

const fromViem = (wallet: ViemWallet): Chain => ({
  request: (args) => wallet.request(args),
  send: (to, data) => wallet.sendTransaction({ chain: null, to, data }),
});

/** What the contract refused. A proxy or another contract may refuse with an error that is not in our ABI. */
function refusalWords(data: Hex): string {
  try {
    const { errorName, args } = decodeErrorResult({ abi: requestHandlerAbi, data });
    if (errorName === 'InfoTooLong')
      return `An ask of ${args[1]} bytes is too long for the chain. Give its polygon fewer corners, or ask without a chain.`;
    return `submitRequest refused: ${errorName}(${(args ?? []).join(', ')})`;
  } catch {
    return `submitRequest refused: ${data}`;
  }
}

/** The bytes of the contract's refusal, wherever in the error the library put them. */
function revertBytes(error: unknown): Hex | undefined {
  for (let at = error, depth = 0; typeof at === 'object' && at !== null && depth < 8; depth++) {
    const { data, cause } = at as { data?: unknown; cause?: unknown };
    const bytes = typeof data === 'object' && data !== null && 'data' in data ? data.data : data;
    if (typeof bytes === 'string' && /^0x[0-9a-f]{8}/.test(bytes)) return bytes as Hex;
    at = cause;
  }
  return undefined;
}

/** Errors of viem have a short message. They may come from a copy of viem that is not ours. */
function sentence(error: unknown): string {
  const { message, shortMessage } = Object(error) as { message?: unknown; shortMessage?: unknown };
  return String(shortMessage ?? message ?? error);
}
