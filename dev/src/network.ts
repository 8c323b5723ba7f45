import { join } from 'node:path';
import { loadSigner } from '@trigpoint/agent';
import { proofTypes } from '@trigpoint/proofs/rules';
import { type Config, readConfig, type Service, startService } from '@trigpoint/server';
import { startDevChain } from './chain/index.ts';
import { type ScenarioAgents, startScenario } from './scenario.ts';
import { watchProvers } from './watched-provers.ts';

export interface WatchedAgents extends ScenarioAgents {
  /** The watches of watched provers, by the names of these. */
  readonly watches: ReadonlyMap<string, string>;
}

export interface DevNetwork {
  readonly config: Config;
  readonly service: Service;
  readonly chain: Awaited<ReturnType<typeof startDevChain>>;
  /** Those of each proof type that the service serves, by its id. */
  readonly agents: ReadonlyMap<string, WatchedAgents>;
  close(): Promise<void>;
}

export interface DevNetworkOptions {
  /** As the service reads it; what a development network needs is filled in. */
  readonly env: NodeJS.ProcessEnv;
  readonly agents?: boolean;
  /** Whether some of the provers are watched, and more challengers are there to see one of them leave. */
  readonly watches?: boolean;
  /** Where lines of the service's log go instead of the terminal. */
  readonly logTo?: { write(line: string): void };
}

/** Account 0 of development chains, which everybody has, and which the CLI logs in with on a development network. */
const everybody = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';

/** Everybody shares one address, and nobody is there to admit challengers, unless the environment names another rule. */
const developmentOf = (env: NodeJS.ProcessEnv) => ({
  DEVELOPMENT: 'on',
  ADMISSION: env.ADMISSION || 'open',
  OPERATORS: env.OPERATORS || everybody,
  // So that something is seen within minutes.
  WATCH_LEAST_SECONDS: env.WATCH_LEAST_SECONDS || '20',
});

/** Everything but the chain and the settings that name it. */
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
