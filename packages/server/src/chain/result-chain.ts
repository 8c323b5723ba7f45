import { requestHandlerAbi } from '@trigpoint/protocol';
import { BaseError, createPublicClient, encodeFunctionData, fallback, type Hex, http, keccak256 } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { ResultChain } from './results.ts';
import { onChainStatuses } from './rpc-endpoints.ts';

/** Twice what recordResult takes (docs/gas.md), for chains that count differently. */
const gas = 150_000n;

export interface ResultChainConfig {
  readonly rpcUrls: readonly string[];
  readonly id: number;
  readonly requestHandler: Hex;
  readonly confirmations: number;
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
      const it = await client.readContract({ ...contract, functionName: 'getChallenge', args: [id] });
      return {
        requester: it.requester,
        attributeId: it.attributeId,
        info: it.info,
        submittedBlock: Number(it.submittedBlock),
        expiration: Number(it.expiration),
        status: onChainStatuses[it.status] ?? 'none',
      };
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

    async sign({ challengeId, outcome, resultHash }, nonce, raises) {
      const data = encodeFunctionData({
        abi: requestHandlerAbi,
        functionName: 'recordResult',
        args: [BigInt(challengeId), outcome, resultHash],
      });
      const common = { chainId: config.id, to: config.requestHandler, data, nonce, gas };
      const { baseFeePerGas } = await client.getBlock();
      // Nodes take a replacement only if it pays at least a tenth more.
      const better = (fee: bigint) => (fee * 5n ** BigInt(raises)) / 4n ** BigInt(raises) + BigInt(raises);
      let raw: Hex;
      if (baseFeePerGas === null)
        raw = await account.signTransaction({
          ...common,
          type: 'legacy',
          gasPrice: better(await client.getGasPrice()),
        });
      else {
        const maxPriorityFeePerGas = better(await client.estimateMaxPriorityFeePerGas());
        const maxFeePerGas = better(baseFeePerGas * 2n) + maxPriorityFeePerGas;
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
