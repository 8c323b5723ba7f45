import { encodePolAsk } from '@trigpoint/proofs';
import { type DbOptions, readConfig, type Service, startService } from '@trigpoint/server';
import type { Block, OnChainChallenge } from '@trigpoint/server/chain';
import { SimulatedChain, SimulatedEndpoint } from '@trigpoint/server/chain-simulation';
import type { CrowdProver } from '../crowd/index.ts';

const zero = `0x${'00'.repeat(20)}` as const;
const dayS = 86_400;
const blockMs = 20;

export interface CrowdServiceOptions {
  readonly place: DbOptions;
  /** When the chain began, in Unix seconds. A process that is started again with the same number finds the same chain. */
  readonly chainStart: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly now?: () => number;
  /** Where log lines go. */
  readonly logTo?: { write(line: string): void };
}

export interface CrowdService {
  readonly service: Service;
  /** Mines `count` requests for these provers in turn, all in one block. Returns the first id. */
  mine(provers: readonly CrowdProver[], count: number, challengers: number, requester?: `0x${string}`): number;
}

/** Settings of a service for tests and benchmarks on one machine: a free port, no rate limits, this database. */
export const serviceEnv = ({ dataDir, databaseUrl }: DbOptions) => ({
  PORT: '0',
  LOG_LEVEL: 'warn',
  RATE_LIMITS: 'off',
  // A crowd asks with one key, so the rewards per key must not be limited.
  REWARDS_PER_DAY: '1000000000',
  REWARDS_PER_DAY_EACH: '1000000000',
  TRIGPOINT_DATA_DIR: dataDir,
  // Nodes that share a database share its log.
  ...(databaseUrl ? { DATABASE_URL: databaseUrl, LOG_KEY: '11'.repeat(32) } : {}),
});

/**
 * A chain whose blocks come by the clock, fifty a second, so that a seed hardly waits for its block. Every process that was given the
 * same start has the same blocks, also after it was killed.
 */
class ClockedEndpoint extends SimulatedEndpoint {
  readonly #memory: SimulatedChain;
  readonly #chainStart: number;
  #mined = 0;

  constructor(chain: SimulatedChain, chainStart: number) {
    super('memory', chain, () => 0);
    this.#memory = chain;
    this.#chainStart = chainStart;
  }

  override async head(): Promise<number> {
    return (
      this.#memory.head.number + this.#mined + Math.floor(((Date.now() / 1000 - this.#chainStart) * 1000) / blockMs)
    );
  }

  override async mine(): Promise<void> {
    this.#mined++;
  }

  override async block(number: number): Promise<Block> {
    const timestamp = this.#chainStart + Math.floor((number * blockMs) / 1000);
    return { number, hash: `0x${number.toString(16).padStart(64, '0')}`, timestamp };
  }

  override async challenge(id: bigint): Promise<OnChainChallenge> {
    return super.challenge(id, this.#memory.head);
  }
}

/** The service as it ships, in a development network where everybody has the same address, with a chain in memory. */
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
    { ...around, rpcEndpoints: [new ClockedEndpoint(chain, chainStart)] },
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
