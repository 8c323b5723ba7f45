import {
  createPublicClient,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  http,
  numberToHex,
  type ReadContractReturnType,
} from '@trigpoint/ethereum';
import { agentDepositsAbi, requestHandlerAbi } from '@trigpoint/protocol';

export interface Block {
  readonly number: number;
  readonly hash: Hex;
  /** Unix seconds. */
  readonly timestamp: number;
}

const statuses = ['none', 'submitted', 'completed', 'timed_out'] as const;

/** A challenge as the contract keeps it. */
export interface OnChainChallenge {
  readonly requester: Hex;
  readonly attributeId: string;
  readonly info: Hex;
  readonly submittedBlock: number;
  /** Unix seconds; the last in which a result may be recorded. */
  readonly expiration: number;
  readonly status: (typeof statuses)[number];
}

/** A challenge from what the contract returned. */
export const onChain = ({
  requester,
  attributeId,
  info,
  submittedBlock,
  expiration,
  status,
}: ReadContractReturnType<typeof requestHandlerAbi, 'getChallenge'>): OnChainChallenge => ({
  ...{ requester: requester.toLowerCase() as Hex, attributeId, info },
  ...{ submittedBlock: Number(submittedBlock), expiration: Number(expiration), status: statuses[status] ?? 'none' },
});

/** What we ask an endpoint of the chain. A method throws if it cannot answer. A missing block is undefined. */
export interface RpcEndpoint {
  /** The name for log lines. It is the host alone, because URLs of endpoints may contain secrets. */
  readonly name: string;
  chainId(): Promise<number>;
  head(): Promise<number>;
  block(number: number): Promise<Block | undefined>;
  /** The challenge as of one block, named by its hash. Throws if the endpoint lacks the block or has replaced it. */
  challenge(id: bigint, at: Block): Promise<OnChainChallenge>;
  /** Whether a signature over a text is a smart account's own, as of one block. */
  standsBy(account: Hex, text: string, signature: Hex, at: Block): Promise<boolean>;
  /** What an account holds as of one block, in wei. */
  balance(account: Hex, at: Block): Promise<bigint>;
  /** What a contract of deposits has locked for an account as of one block, in wei. */
  locked(deposits: Hex, account: Hex, at: Block): Promise<bigint>;
  /** Development chains make a block when told to. */
  mine?(): Promise<unknown>;
}

/** An endpoint that has not answered after this long counts as absent. */
const timeoutMs = 5_000;

export function openRpcEndpoint(url: string, requestHandler: Hex): RpcEndpoint {
  const client = createPublicClient({ transport: http(url, { timeout: timeoutMs, retryCount: 0 }) });
  return {
    name: new URL(url).host,
    chainId: () => client.getChainId(),
    head: async () => Number(BigInt(await client.request({ method: 'eth_blockNumber' }))),
    async block(number) {
      const found = await client.request({ method: 'eth_getBlockByNumber', params: [numberToHex(number), false] });
      if (found === null || found.hash === null || found.number === null) return undefined;
      return {
        number: Number(found.number),
        hash: found.hash.toLowerCase() as Hex,
        timestamp: Number(found.timestamp),
      };
    },
    mine: () => client.request({ method: 'evm_mine' } as never),
    async challenge(id, at) {
      const data = encodeFunctionData({ abi: requestHandlerAbi, functionName: 'getChallenge', args: [id] });
      // The block is named by its hash (EIP-1898). So a balancer cannot answer from an endpoint that is behind or on another
      // branch.
      const result = await client.request({
        method: 'eth_call',
        params: [
          { to: requestHandler, data },
          { blockHash: at.hash, requireCanonical: true },
        ],
      });
      return onChain(decodeFunctionResult({ abi: requestHandlerAbi, functionName: 'getChallenge', data: result }));
    },
    async standsBy(account, text, signature, at) {
      // The module is loaded when the first smart account logs in.
      const { standsBy } = await import('./accounts.ts');
      return standsBy(client, account, text, signature, at);
    },
    balance: (account, at) => client.getBalance({ address: account, blockNumber: BigInt(at.number) }),
    locked: (deposits, account, at) =>
      client.readContract({
        address: deposits,
        abi: agentDepositsAbi,
        functionName: 'lockedOf',
        args: [account],
        blockNumber: BigInt(at.number),
      }),
  };
}
