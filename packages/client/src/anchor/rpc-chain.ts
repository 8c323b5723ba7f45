import { requestHandlerAbi } from '@trigpoint/protocol';
import {
  BaseError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  createPublicClient,
  http,
} from 'viem';
import type { ChainTrust } from '../trust.ts';
import type { ChainFacts, RecordedChallenge } from './chain-anchor.ts';

const statuses: readonly RecordedChallenge['status'][] = ['none', 'submitted', 'completed', 'timed_out'];

/** Asks an RPC endpoint. The verifier chose it, and believes it. */
export const openRpcChain = ({ rpcUrl, contract }: Pick<ChainTrust, 'rpcUrl' | 'contract'>): ChainFacts => {
  const client = createPublicClient({ transport: http(rpcUrl, { timeout: 20_000 }) });
  return {
    chainId: () => client.getChainId(),
    async challenge(id) {
      const it = await client.readContract({
        address: contract,
        abi: requestHandlerAbi,
        functionName: 'getChallenge',
        args: [id],
      });
      return {
        requester: it.requester,
        attributeId: it.attributeId,
        info: it.info,
        submittedBlock: Number(it.submittedBlock),
        expiration: Number(it.expiration),
        status: statuses[it.status] ?? 'none',
        outcome: it.outcome,
        resultHash: it.resultHash,
      };
    },
    async logRoot() {
      try {
        const [size, , root] = await client.readContract({
          address: contract,
          abi: requestHandlerAbi,
          functionName: 'logRoot',
        });
        return { size: Number(size), root: root.slice(2) };
      } catch (error) {
        const isUnknown =
          error instanceof BaseError &&
          error.walk(
            (it) => it instanceof ContractFunctionZeroDataError || it instanceof ContractFunctionRevertedError,
          );
        if (isUnknown) return undefined;
        throw error;
      }
    },
    async block(number) {
      const found = await client
        .getBlock({ blockNumber: BigInt(number) })
        .catch((error: Error) => (error.name === 'BlockNotFoundError' ? undefined : Promise.reject(error)));
      return found?.hash ? { hash: found.hash, timestamp: Number(found.timestamp) } : undefined;
    },
  };
};
