import {
  BaseError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  createPublicClient,
  encodeFunctionData,
  fallback,
  type Hex,
  http,
  keccak256,
  privateKeyToAccount,
} from '@trigpoint/ethereum';
import { requestHandlerAbi } from '@trigpoint/protocol';
import type { ResultChain } from './results.ts';
import { onChain } from './rpc-endpoints.ts';

/** The gas limit: twice what recordResult takes (docs/gas.md), because some chains count differently. */
const gas = 150_000n;
/** The gas limit of recordResultWithLogRoot. */
const gasWithLogRoot = 220_000n;

interface ResultChainConfig {
  readonly rpcUrls: readonly string[];
  readonly id: number;
  readonly requestHandler: Hex;
  readonly confirmations: number;
  /** The most that a unit of gas may cost, in gwei. An endpoint that lies about fees could spend the whole account. */
  readonly maxFeeGwei: number;
}

export function openResultChain(config: ResultChainConfig, coordinatorKey: Hex): ResultChain {
  const account = privateKeyToAccount(coordinatorKey);
  const client = createPublicClient({
    transport: fallback(config.rpcUrls.map((url) => http(url, { timeout: 5_000, retryCount: 1 }))),
  });
  const contract = { address: config.requestHandler, abi: requestHandlerAbi } as const;
  const deepest = async () => {
    const target = (await client.getBlockNumber({ cacheTime: 0 })) - BigInt(config.confirmations);
    return target < 0n ? 0n : target;
  };
  return {
    sender: account.address.toLowerCase(),

    async challenge(id) {
      return onChain(await client.readContract({ ...contract, functionName: 'getChallenge', args: [id] }));
    },

    async nonces() {
      const { address } = account;
      const blockNumber = await deepest();
      const [newest, confirmed] = await Promise.all([
        client.getTransactionCount({ address }),
        client.getTransactionCount({ address, blockNumber }),
      ]);
      return { newest, confirmed };
    },

    async logRoot() {
      const read = client.readContract({ ...contract, functionName: 'logRoot' });
      const found = await read.catch((error: unknown) => {
        // An older contract does not have this function.
        const isUnknown =
          error instanceof BaseError &&
          error.walk(
            (it) => it instanceof ContractFunctionZeroDataError || it instanceof ContractFunctionRevertedError,
          );
        if (isUnknown) return undefined;
        throw error;
      });
      return found && { size: Number(found[0]), recordedAt: found[1] * 1000 };
    },

    async sign({ challengeId, outcome, resultHash, logSize, logRoot }, nonce, raises) {
      const result = [BigInt(challengeId), outcome, resultHash] as const;
      const hasRoot = logSize !== null && logSize > 0;
      const data = hasRoot
        ? encodeFunctionData({
            abi: requestHandlerAbi,
            functionName: 'recordResultWithLogRoot',
            args: [...result, BigInt(logSize), `0x${logRoot}`],
          })
        : encodeFunctionData({ abi: requestHandlerAbi, functionName: 'recordResult', args: result });
      const common = {
        ...{ chainId: config.id, to: config.requestHandler, data, nonce },
        gas: hasRoot ? gasWithLogRoot : gas,
      };
      const { baseFeePerGas } = await client.getBlock();
      // The chain takes a replacement only if it pays at least a tenth more. Each raise adds a quarter.
      const better = (fee: bigint) => (fee * 5n ** BigInt(raises)) / 4n ** BigInt(raises) + BigInt(raises);
      const most = BigInt(config.maxFeeGwei) * 10n ** 9n;
      const capped = (fee: bigint) => (fee < most ? fee : most);
      let raw: Hex;
      if (baseFeePerGas === null)
        raw = await account.signTransaction({
          ...common,
          type: 'legacy',
          gasPrice: capped(better(await client.getGasPrice())),
        });
      else {
        const maxPriorityFeePerGas = capped(better(await client.estimateMaxPriorityFeePerGas()));
        const maxFeePerGas = capped(better(baseFeePerGas * 2n) + maxPriorityFeePerGas);
        raw = await account.signTransaction({ ...common, type: 'eip1559', maxFeePerGas, maxPriorityFeePerGas });
      }
      return { raw, txHash: keccak256(raw) };
    },

    async send(raw) {
      try {
        await client.sendRawTransaction({ serializedTransaction: raw });
      } catch (error) {
        const said = error instanceof BaseError ? `${error.shortMessage} ${error.details}` : String(error);
        if (!/already known|known transaction|nonce too low|already imported|already exists/i.test(said)) throw error;
      }
    },

    async receipt(txHash) {
      const found = await client.request({ method: 'eth_getTransactionReceipt', params: [txHash] });
      if (!found?.blockNumber) return undefined;
      return { succeeded: found.status === '0x1', confirmed: BigInt(found.blockNumber) <= (await deepest()) };
    },
  };
}
