import { setTimeout } from 'node:timers/promises';
import { ServiceError } from '@trigpoint/protocol';
import type { Logger } from 'pino';
import type { ChainNode } from './nodes.ts';
import { ChainRequests, type Found } from './requests.ts';

export interface ChainConfig {
  readonly rpcUrls: readonly string[];
  readonly id: number;
  readonly requestHandler: `0x${string}`;
  readonly confirmations: number;
  readonly quorum: number;
}

/** What the rest of the service asks the chain. */
export interface ChainReader {
  readonly confirmations: number;
  read(id: bigint): Promise<Found>;
  recheck(blockNumber: number, blockHash: string): Promise<boolean>;
  ping(): Promise<void>;
}

/** Without a chain the service still runs; only what needs one says so. */
const noChain: ChainReader = {
  confirmations: 0,
  read: () => Promise.reject(withoutChain()),
  recheck: () => Promise.reject(withoutChain()),
  ping: async () => {},
};
const withoutChain = () =>
  new ServiceError('unavailable', { detail: 'This service is not connected to a chain.', seconds: 60 }, 60);

export async function openChain(
  config: ChainConfig | undefined,
  log: Logger,
  given?: readonly ChainNode[],
): Promise<ChainReader> {
  if (!config) return noChain;
  const nodes = given ?? (await openNodes(config));
  const { id: chainId, confirmations, quorum } = config;
  const onFault = (node: string, problem: string) => log.warn({ node, problem }, 'a node of the chain was passed over');
  return new ChainRequests({ nodes, chainId, confirmations, quorum, pause: setTimeout, onFault });
}

async function openNodes({ rpcUrls, requestHandler }: ChainConfig): Promise<ChainNode[]> {
  const { openNode } = await import('./nodes.ts');
  return rpcUrls.map((url) => openNode(url, requestHandler));
}
