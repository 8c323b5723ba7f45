import { encodePolAsk } from '@trigpoint/proofs';
import { type DbOptions, readConfig, type Service, startService } from '@trigpoint/server';
import { SimulatedChain, SimulatedEndpoint } from '@trigpoint/server/chain-simulation';
import type { CrowdProver } from './crowd.ts';

const zero = `0x${'00'.repeat(20)}` as const;
const dayS = 86_400;

export interface CrowdServiceOptions {
  readonly place: DbOptions;
  /** Unix seconds: a process that is started again with the same finds the same chain. */
  readonly chainStart: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly now?: () => number;
  /** Where log lines go. */
  readonly logTo?: { write(line: string): void };
}

export interface CrowdService {
  readonly service: Service;
  /** Requests for these provers in turn, all in one block; tells the first id. */
  mine(provers: readonly CrowdProver[], count: number, challengers: number, requester?: `0x${string}`): number;
}

/** Settings of a service that one machine plays with: a free port, no rate limits, this database. */
export const serviceEnv = ({ dataDir, databaseUrl }: DbOptions) => ({
  PORT: '0',
  LOG_LEVEL: 'warn',
  RATE_LIMITS: 'off',
  TRIGPOINT_DATA_DIR: dataDir,
  // Nodes that share a database share its log.
  ...(databaseUrl ? { DATABASE_URL: databaseUrl, LOG_KEY: '11'.repeat(32) } : {}),
});

/** The service as it ships, in a network where everybody has the same address, with a chain in memory behind it. */
export const startCrowdService = async ({
  place,
  chainStart,
  env,
  ...around
}: CrowdServiceOptions): Promise<CrowdService> => {
  const chain = new SimulatedChain(chainStart);
  const service = await startService(
    readConfig({
      ...serviceEnv(place),
      DEVELOPMENT: 'on',
      ADMISSION: 'open',
      MESH_HOURS: '0',
      CHAIN_RPC_URL: 'http://127.0.0.1:1',
      CHAIN_ID: String(chain.chainId),
      REQUEST_HANDLER_ADDRESS: zero,
      CHAIN_CONFIRMATIONS: '0',
      ...env,
    }),
    { ...around, rpcEndpoints: [new SimulatedEndpoint('memory', chain, () => 0)] },
  );
  return {
    service,
    mine(provers, count, challengers, requester = zero) {
      const infos = provers.map(({ address: prover, latitude, longitude }) =>
        encodePolAsk({ proverRegistry: zero, prover, isIPv6: false, challengers, tolerance: 1, latitude, longitude }),
      );
      const requests = Array.from({ length: count }, (_, i) => ({
        requester,
        attributeId: 'pol-v1',
        info: infos[i % infos.length] as `0x${string}`,
        expiration: chainStart + dayS,
      }));
      return Number(chain.mine(requests)[0]);
    },
  };
};
