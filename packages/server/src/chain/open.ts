import { setTimeout } from 'node:timers/promises';
import type { Hex } from '@trigpoint/ethereum';
import { serviceError } from '@trigpoint/protocol';
import { type Logger, pino } from 'pino';
import type { Db } from '../db/driver.ts';
import { ChainRequests } from './requests.ts';
import { type LogHead, ResultRecorder } from './results.ts';
import type { RpcEndpoint } from './rpc-endpoints.ts';
import * as store from './store.ts';

interface ChainConfig {
  readonly rpcUrls: readonly string[];
  readonly id: number;
  readonly requestHandler: `0x${string}`;
  readonly confirmations: number;
  readonly quorum: number;
}

/** What the rest of the service asks the chain. */
export type ChainReader = Pick<
  ChainRequests,
  'confirmations' | 'read' | 'recheck' | 'holds' | 'ping' | 'head' | 'upcoming' | 'confirmedHash'
>;

const withoutChain = async (): Promise<never> => {
  throw serviceError('unavailable', { detail: 'This service is not connected to a chain.', seconds: 60 }, 60);
};
/** Used without a chain. The service runs, and what needs a chain answers 503. */
const noChain: ChainReader = {
  ...{ confirmations: 0, ping: async () => {} },
  ...{ read: withoutChain, recheck: withoutChain, holds: withoutChain },
  ...{ head: withoutChain, upcoming: withoutChain, confirmedHash: withoutChain },
};

/** Writes errors for the log. URLs of RPC endpoints may contain secrets, so only their host is written. */
export const errorsWithout = (rpcUrls: readonly string[]) => (error: Error) => {
  const text = JSON.stringify(pino.stdSerializers.err(error), (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  return JSON.parse(rpcUrls.reduce((said, url) => said.replaceAll(url, new URL(url).host), text));
};

/** Refuses a database of another chain or contract: new requests of the same numbers would get its old verdicts. */
export async function checkOrigin(db: Db, config: ChainConfig | undefined): Promise<void> {
  if (!config) return;
  const wanted = { chainId: config.id, contract: config.requestHandler.toLowerCase() };
  const kept = await db.write((tx) => store.keepOrigin(tx, wanted));
  if (kept.chainId === wanted.chainId && kept.contract === wanted.contract) return;
  throw new Error(
    `The challenges in this database come from contract ${kept.contract} on chain ${kept.chainId}, and the settings name ` +
      `${wanted.contract} on chain ${wanted.chainId}. Set CHAIN_ID and REQUEST_HANDLER_ADDRESS back, or give this service a ` +
      'database of its own (DATABASE_URL or TRIGPOINT_DATA_DIR).',
  );
}

export async function openChain(
  { chain: config, development }: { readonly chain: ChainConfig | undefined; readonly development: boolean },
  log: Logger,
  given?: readonly RpcEndpoint[],
): Promise<ChainReader> {
  if (!config) return noChain;
  const { id: chainId, confirmations, quorum, rpcUrls, requestHandler } = config;
  const open = async () => {
    const { openRpcEndpoint } = await import('./rpc-endpoints.ts');
    return rpcUrls.map((url) => openRpcEndpoint(url, requestHandler));
  };
  const endpoints = given ?? (await open());
  const onFault = (endpoint: string, problem: string) =>
    log.warn({ endpoint, problem }, 'an endpoint of the chain was passed over');
  return new ChainRequests({
    ...{ endpoints, chainId, confirmations, quorum, pause: setTimeout, onFault },
    minesOnDemand: development,
  });
}

interface RecorderParts {
  readonly db: Db;
  readonly log: Logger;
  readonly now: () => number;
  readonly random: (bytes: number) => Buffer;
  readonly closers: (() => Promise<void> | void)[];
  /** Size and root of the transparency log. */
  readonly logHead: () => Promise<LogHead>;
  /** What was judged under an id. */
  readonly judged: (challengeId: string) => Promise<{ readonly payer: string; readonly info: string } | undefined>;
}

/** Starts writing results to the chain, if the operator gave a key for it. */
export async function openRecorder(
  config: (ChainConfig & { readonly coordinatorKey?: Hex | undefined; readonly maxFeeGwei: number }) | undefined,
  { db, log, now, random, closers, logHead, judged }: RecorderParts,
): Promise<void> {
  if (!config?.coordinatorKey) return;
  const { openResultChain } = await import('./result-chain.ts');
  const recorder = new ResultRecorder({
    db,
    now,
    chain: openResultChain(config, config.coordinatorKey),
    logHead,
    judged,
    owner: random(8).toString('hex'),
    warn: (problem, error) => log.warn({ err: error }, problem),
  });
  recorder.start();
  closers.push(() => recorder.stop());
}
