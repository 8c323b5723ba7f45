import { mkdtemp, rm } from 'node:fs/promises';
import type { NetConnectOpts } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DevChain, startDevChain } from '@trigpoint/dev/chain';
import { Balancer } from './balancer.ts';
import { FaultProxy } from './fault-proxy.ts';
import { type NodeProcess, startNode } from './node-process.ts';

/** A place where a node runs: its own ways to the database and to the chain, and the process that runs now. */
export interface Seat {
  readonly database: FaultProxy;
  readonly rpc: FaultProxy;
  node: NodeProcess | undefined;
  start(): Promise<NodeProcess>;
}

export interface Cluster {
  readonly seats: readonly Seat[];
  readonly chain: DevChain;
  /** All nodes together, behind a balancer. */
  readonly url: string;
  close(): Promise<void>;
}

/** Several nodes as processes on one PostgreSQL and one chain. */
export const openCluster = async (
  databaseUrl: string,
  count: number,
  env: Readonly<Record<string, string>> = {},
): Promise<Cluster> => {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const it of closers.splice(0).reverse()) await it();
  };
  try {
    const dir = await mkdtemp(join(tmpdir(), 'trigpoint-cluster-'));
    closers.push(() => rm(dir, { recursive: true, force: true }));
    const chain = await startDevChain({ host: '127.0.0.1', port: 0, dataDir: dir });
    closers.push(() => chain.close());
    const seats: Seat[] = [];
    for (let i = 0; i < count; i++) {
      const database = await FaultProxy.open(serverOf(databaseUrl));
      const rpc = await FaultProxy.open({ host: '127.0.0.1', port: Number(new URL(chain.url).port) });
      closers.push(() => database.close());
      closers.push(() => rpc.close());
      const settings = {
        DEVELOPMENT: 'on',
        ADMISSION: 'open',
        MESH_HOURS: '0',
        RATE_LIMITS: 'off',
        DATABASE_URL: throughPort(databaseUrl, database.port),
        DATABASE_TIMEOUT_MS: '3000',
        TRIGPOINT_DATA_DIR: join(dir, `node-${i}`),
        LOG_KEY_FILE: join(dir, 'log-key.json'),
        CHAIN_RPC_URL: `http://127.0.0.1:${rpc.port}`,
        CHAIN_PUBLIC_RPC_URL: chain.url,
        CHAIN_ID: String(chain.chainId),
        REQUEST_HANDLER_ADDRESS: chain.requestHandler,
        PROVER_REGISTRY_ADDRESS: chain.proverRegistry,
        CHAIN_CONFIRMATIONS: '0',
        ...env,
      };
      const seat: Seat = {
        database,
        rpc,
        node: undefined,
        async start() {
          seat.node = await startNode(settings);
          return seat.node;
        },
      };
      seats.push(seat);
      closers.push(async () => seat.node?.end('SIGKILL'));
    }
    // All nodes start together on an empty database. The first one migrates it, and the others wait.
    await Promise.all(seats.map((it) => it.start()));
    const balancer = await Balancer.open(() => seats.flatMap(({ node }) => (node ? [node.url] : [])));
    closers.push(() => balancer.close());
    return { seats, chain, url: balancer.url, close };
  } catch (error) {
    await close();
    throw error;
  }
};

const serverOf = (databaseUrl: string): NetConnectOpts => {
  const url = new URL(databaseUrl);
  const dir = url.searchParams.get('host');
  return dir ? { path: join(dir, '.s.PGSQL.5432') } : { host: url.hostname, port: Number(url.port || 5432) };
};

const throughPort = (databaseUrl: string, port: number): string => {
  const url = new URL(databaseUrl);
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return url.href;
};
