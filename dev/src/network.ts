import { join } from 'node:path';
import { loadSigner } from '@trigpoint/agent';
import type { WatchInfo } from '@trigpoint/client';
import { proofTypes } from '@trigpoint/proofs/rules';
import { type Config, readConfig, type Service, startService } from '@trigpoint/server';
import { startDevChain } from './chain/index.ts';
import { type ScenarioAgents, startScenario } from './scenario.ts';
import { watchProvers } from './watched-provers.ts';

export interface WatchedAgents extends ScenarioAgents {
  /** The watches of watched provers, by the names of the provers. */
  readonly watches: ReadonlyMap<string, WatchInfo>;
}

export interface DevNetwork {
  readonly config: Config;
  readonly service: Service;
  readonly chain: Awaited<ReturnType<typeof startDevChain>>;
  /** The agents of each proof type that the service serves, by the type's id. */
  readonly agents: ReadonlyMap<string, WatchedAgents>;
  close(): Promise<void>;
}

export interface DevNetworkOptions {
  /** The environment of the service. What a development network needs is added. */
  readonly env: NodeJS.ProcessEnv;
  readonly agents?: boolean;
  /** Whether there are watched provers too, and more challengers that see one of them leave. */
  readonly watches?: boolean;
  /** Where the lines of the service's log go. They go to the terminal unless given. */
  readonly logTo?: { write(line: string): void };
}

/** Account 0 of development chains. Everybody has its key, and the CLI logs in with it on a development network. */
const everybody = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';

/**
 * Settings of a development network. All agents share one address, and nobody is there to admit challengers. The environment may
 * name others.
 */
const developmentOf = (env: NodeJS.ProcessEnv) => ({
  DEVELOPMENT: 'on',
  ADMISSION: env.ADMISSION || 'open',
  OPERATORS: env.OPERATORS || everybody,
  // Windows may be short, so that watches show something within minutes.
  WATCH_LEAST_SECONDS: env.WATCH_LEAST_SECONDS || '20',
});

/** Starts everything but the chain. */
const runNetwork = async (
  config: Config,
  { agents = true, watches = false, ...around }: Omit<DevNetworkOptions, 'env'>,
  closers: (() => Promise<unknown>)[],
): Promise<Pick<DevNetwork, 'config' | 'service' | 'agents'>> => {
  const service = await startService(config, around);
  closers.push(() => service.close());
  const started = new Map<string, WatchedAgents>();
  const signer = (name: string) => loadSigner({ keyFile: join(config.dataDir, 'keys', `${name}.json`), env: {} });
  for (const proofType of agents ? proofTypes.filter((it) => config.proofTypes.includes(it.id)) : []) {
    const scenario = await startScenario(proofType, service.url, signer, closers, { watched: watches });
    const leastSeconds = config.watches.leastEveryMs / 1_000;
    started.set(proofType.id, {
      ...scenario,
      watches: await watchProvers(service.url, proofType.id, scenario, leastSeconds),
    });
  }
  return { config, service, agents: started };
};

const closingOnFailure = async <T>(
  start: (closers: (() => Promise<unknown>)[]) => Promise<T>,
): Promise<T & { close(): Promise<void> }> => {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const it of closers.splice(0).reverse()) await it();
  };
  try {
    return { ...(await start(closers)), close };
  } catch (error) {
    await close();
    throw error;
  }
};

/**
 * The whole network in one process: chain, service, provers and challengers with real keys, sockets and packets. Only
 * the geography is simulated: delay lines stand between the agents' UDP ports.
 */
export const startNetwork = ({ env, ...wanted }: DevNetworkOptions): Promise<DevNetwork> =>
  closingOnFailure(async (closers) => {
    const base = readConfig({ ...env, ...developmentOf(env), FUNDED_ROLES: '' });
    const chain = await startDevChain({
      host: base.host,
      port: env.CHAIN_PORT === undefined || env.CHAIN_PORT === '' ? 8545 : Number(env.CHAIN_PORT),
      dataDir: base.dataDir,
    });
    closers.push(() => chain.close());
    const config = readConfig({
      ...env,
      ...developmentOf(env),
      CHAIN_RPC_URL: chain.url,
      CHAIN_ID: String(chain.chainId),
      REQUEST_HANDLER_ADDRESS: chain.requestHandler,
      PROVER_REGISTRY_ADDRESS: chain.proverRegistry,
      CHAIN_PUBLIC_RPC_URL: chain.url,
      CHAIN_CONFIRMATIONS: '0',
      COORDINATOR_PRIVATE_KEY: chain.coordinatorPrivateKey,
    });
    return { chain, ...(await runNetwork(config, wanted, closers)) };
  });

/** The same without a chain. */
export type ChainlessNetwork = Omit<DevNetwork, 'chain'>;

export const startNetworkWithoutChain = ({ env, ...wanted }: DevNetworkOptions): Promise<ChainlessNetwork> =>
  closingOnFailure((closers) => {
    const none = { CHAIN_RPC_URL: '', COORDINATOR_PRIVATE_KEY: '', FUNDED_ROLES: '' };
    return runNetwork(readConfig({ ...env, ...developmentOf(env), ...none }), wanted, closers);
  });
