import { join } from 'node:path';
import { type AgentHandle, loadSigner, runChallenger, runProver } from '@trigpoint/agent';
import type { Endpoint } from '@trigpoint/proofs';
import { type Config, readConfig, type Service, startService } from '@trigpoint/server';
import { type BandwidthAgents, startBandwidthAgents } from './bandwidth/agents.ts';
import { startDevChain } from './chain/index.ts';
import { challengerCities, type DemoProver, demoProvers } from './geography/cities.ts';
import { DelayLines } from './geography/delay-lines.ts';
import { type Node, roundTripMs } from './geography/paths.ts';

export interface DevNetwork {
  readonly config: Config;
  readonly service: Service;
  readonly chain: Awaited<ReturnType<typeof startDevChain>>;
  readonly provers: readonly { readonly demo: DemoProver; readonly agent: AgentHandle }[];
  readonly challengers: readonly AgentHandle[];
  readonly bandwidth: BandwidthAgents;
  close(): Promise<void>;
}

export interface DevNetworkOptions {
  /** As the service reads it; what a development network needs is filled in. */
  readonly env: NodeJS.ProcessEnv;
  readonly agents?: boolean;
}

/**
 * The whole network in one process: chain, service, provers and challengers with real keys, sockets and packets. Only
 * the geography is simulated: delay lines stand between the agents' UDP ports.
 */
export const startNetwork = async ({ env, agents = true }: DevNetworkOptions): Promise<DevNetwork> => {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const it of closers.splice(0).reverse()) await it();
  };
  try {
    const base = readConfig({ ...env, DEVELOPMENT: 'on', FUNDED_ROLES: '' });
    const chain = await startDevChain({
      host: base.host,
      port: env.CHAIN_PORT === undefined || env.CHAIN_PORT === '' ? 8545 : Number(env.CHAIN_PORT),
      dataDir: base.dataDir,
    });
    closers.push(() => chain.close());
    const config = readConfig({
      ...env,
      DEVELOPMENT: 'on',
      CHAIN_RPC_URL: chain.url,
      CHAIN_ID: String(chain.chainId),
      REQUEST_HANDLER_ADDRESS: chain.requestHandler,
      PROVER_REGISTRY_ADDRESS: chain.proverRegistry,
      CHAIN_PUBLIC_RPC_URL: chain.url,
      CHAIN_CONFIRMATIONS: '0',
      COORDINATOR_PRIVATE_KEY: chain.coordinatorPrivateKey,
    });
    const service = await startService(config);
    closers.push(() => service.close());
    const none = { provers: [], challengers: [] };
    if (!agents) return { config, service, chain, ...none, bandwidth: none, close };
    const signer = (name: string) => loadSigner({ keyFile: join(config.dataDir, 'keys', `${name}.json`), env: {} });
    const started = await startAgents(service.url, signer, closers);
    const bandwidth = await startBandwidthAgents(service.url, signer, closers);
    return { config, service, chain, ...started, bandwidth, close };
  } catch (error) {
    await close();
    throw error;
  }
};

/** The discard port: nobody answers. */
const nowhere: Endpoint = { address: '127.0.0.1', port: 9 };

const startAgents = async (
  url: string,
  signer: (name: string) => ReturnType<typeof loadSigner>,
  closers: (() => Promise<unknown>)[],
) => {
  const lines = new DelayLines();
  closers.push(() => lines.close());
  // Challengers measure each other too. Until their lines stand they reach nobody, rather than everybody at once.
  const between = new Map<string, Awaited<ReturnType<typeof routesFrom>>>();
  const challengers = await Promise.all(
    challengerCities.map(async (city) =>
      runChallenger({
        url,
        proofType: 'pol',
        signer: await signer(`challenger-${city.name}`),
        claims: { latitude: city.latitude, longitude: city.longitude, city: city.name },
        udp: { bind: '127.0.0.1' },
        route: (peer, id) => between.get(city.name)?.(peer, id) ?? nowhere,
      }),
    ),
  );
  // Nobody is left to be told what they would measure: the service ends with them.
  closers.push(() => Promise.all(challengers.map((it) => it.stop(0))));
  await Promise.all(challengers.map((it) => it.ready));
  for (const city of challengerCities) between.set(city.name, await routesFrom(city, challengers, lines));
  const provers = await Promise.all(
    demoProvers.map(async (demo) => {
      const route = await routesFrom(demo.at, challengers, lines);
      const agent = await runProver({
        url,
        proofType: 'pol',
        signer: await signer(demo.name),
        claims: { ...demo.claims, name: demo.name },
        route,
      });
      return { demo, agent };
    }),
  );
  closers.push(() => Promise.all(provers.map(({ agent }) => agent.stop(0))));
  await Promise.all(provers.map(({ agent }) => agent.ready));
  return { provers, challengers };
};

/** One delay line to each challenger, as long as the way there. */
const routesFrom = async (from: Node, challengers: readonly AgentHandle[], lines: DelayLines) => {
  const ends = new Map<string, Endpoint>();
  for (const [i, challenger] of challengers.entries()) {
    const port = challenger.status().udp?.port;
    const city = challengerCities[i];
    if (port === undefined || !city) continue;
    ends.set(challenger.id, await lines.open({ address: '127.0.0.1', port }, roundTripMs(from, city)));
  }
  return (peer: Endpoint, peerId: string): Endpoint => ends.get(peerId) ?? peer;
};
