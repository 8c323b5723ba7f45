import { developmentAccounts, type Evm, RpcError } from '@trigpoint/contracts/evm';
import type { Address, Hex, TransactionSerializable } from '@trigpoint/ethereum';
import type { Miner } from './miner.ts';

export type Call = (method: string, params: readonly unknown[]) => Promise<unknown>;

/**
 * The transaction of eth_sendTransaction. Quantities are hex strings, as JSON-RPC demands, or numbers, as careless callers send
 * them.
 */
interface TransactionRequest {
  readonly from: Address;
  readonly to?: Address | null;
  readonly data?: Hex;
  readonly input?: Hex;
  readonly nonce?: string | number;
  readonly value?: string | number;
  readonly gas?: string | number;
  readonly gasPrice?: string | number;
  readonly maxFeePerGas?: string | number;
  readonly maxPriorityFeePerGas?: string | number;
}

/**
 * The methods of the development chain. Everything that changes the chain goes through the miner, which writes it into the journal.
 * Methods that change the chain in other ways (hardhat_*, evm_snapshot) are missing, because a restart could not repeat them.
 */
export function createMethods(evm: Evm, miner: Miner, chainId: number): Call {
  const accounts = new Map(developmentAccounts().map((account) => [account.address.toLowerCase(), account]));
  let turn: Promise<unknown> = Promise.resolve();

  async function signAndSubmit(request: TransactionRequest): Promise<string> {
    const from = String(request?.from).toLowerCase();
    const account = accounts.get(from);
    if (account === undefined) throw new RpcError(-32602, `from is ${from}, which is no account of this chain.`);
    const nonce = request.nonce ?? (await evm.request('eth_getTransactionCount', [from, 'pending']));
    const gas = request.gas ?? (await evm.request('eth_estimateGas', [request]));
    const data = request.input ?? request.data;
    const common = {
      chainId,
      nonce: Number(nonce),
      gas: BigInt(gas as string),
      value: BigInt(request.value ?? 0),
      ...(request.to ? { to: request.to } : {}),
      ...(data === undefined ? {} : { data }),
    };
    const transaction: TransactionSerializable =
      request.gasPrice === undefined
        ? {
            ...common,
            type: 'eip1559',
            maxFeePerGas: BigInt(request.maxFeePerGas ?? 0),
            maxPriorityFeePerGas: BigInt(request.maxPriorityFeePerGas ?? 0),
          }
        : { ...common, type: 'legacy', gasPrice: BigInt(request.gasPrice) };
    return miner.submit(await account.signTransaction(transaction));
  }

  const own: Record<string, (params: readonly unknown[]) => unknown> = {
    web3_clientVersion: () => 'trigpoint-development-chain',
    // Gas is free, so that a key without funds can ask too.
    eth_gasPrice: () => '0x0',
    eth_maxPriorityFeePerGas: () => '0x0',
    eth_sendRawTransaction: ([raw]) => miner.submit(String(raw)),
    // Transactions are sent one after another: the next nonce is known only when the transaction before is in a block.
    eth_sendTransaction: ([request]) => {
      const sent = turn.then(() => signAndSubmit(request as TransactionRequest));
      turn = sent.catch(() => {});
      return sent;
    },
    evm_mine: async ([at]) => {
      if (at !== undefined) miner.setNextTimestamp(toSeconds(at));
      await miner.mine();
      return '0x0';
    },
    evm_increaseTime: ([seconds]) => miner.increaseTime(toSeconds(seconds)),
    evm_setNextBlockTimestamp: ([at]) => {
      miner.setNextTimestamp(toSeconds(at));
      return true;
    },
  };

  return async (method, params) => {
    const known = Object.hasOwn(own, method) ? own[method] : undefined;
    if (known !== undefined) return known(params);
    if (!/^(eth|net|web3)_|^personal_sign$|^debug_trace/.test(method) || /subscribe$/i.test(method)) {
      throw new RpcError(-32601, `The method ${method} does not exist on this development chain.`);
    }
    return evm.request(method, params);
  };
}

function toSeconds(value: unknown): number {
  const seconds = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN;
  if (!Number.isSafeInteger(seconds) || seconds < 0) throw new RpcError(-32602, `${value} is not a number of seconds.`);
  return seconds;
}
