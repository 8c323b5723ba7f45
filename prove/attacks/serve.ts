import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, isIPv6 } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChallenger } from '@trigpoint/agent';
import { startDevChain } from '@trigpoint/dev/chain';
import { challengerCities } from '@trigpoint/proofs';
import { readConfig, startService } from '@trigpoint/server';
import { attackerAt, honestAt, port, service4, service6, systems } from './addresses.ts';
import { claiming, decideOn, freshSigner, type Honest, Scope, type Stage } from './stage.ts';

/** Opens a port on this machine. Whoever dials it reaches the service from `address`. */
const openDoor = (address: string, scope: Scope): Promise<string> =>
  new Promise((resolve) => {
    const server = createServer((inside) => {
      const host = isIPv6(address) ? service6 : service4;
      const outside = connect({ host, port, localAddress: address });
      inside.on('error', () => outside.destroy());
      outside.on('error', () => inside.destroy());
      inside.pipe(outside).pipe(inside);
    });
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
    scope.defer(() => server.close());
  });

/**
 * A service as an operator runs it, on a public address, with a table of autonomous systems. Only within a namespace that
 * has these addresses.
 */
export const startServe = async (): Promise<Stage> => {
  const scope = new Scope();
  const dataDir = await mkdtemp(join(tmpdir(), 'prove-attacks-'));
  scope.defer(() => rm(dataDir, { recursive: true, force: true }));
  const chain = await startDevChain({ host: '127.0.0.1', port: 0, dataDir });
  scope.defer(() => chain.close());
  // Blocks come by themselves, as on a chain that others use too.
  const blocks = setInterval(() => void mine(chain.url), 500);
  scope.defer(() => clearInterval(blocks));
  const operator = freshSigner();
  const asTable = join(dataDir, 'systems.csv');
  await writeFile(asTable, systems());
  const service = await startService(
    readConfig({
      ...{ HOST: '::', PORT: String(port), PUBLIC_URL: `http://${service4}:${port}`, TRIGPOINT_DATA_DIR: dataDir },
      ...{ LOG_LEVEL: 'silent', RATE_LIMITS: 'off', MESH_HOURS: '0', AS_TABLE: asTable },
      ...{ OPERATORS: operator.publicKey, CHAIN_RPC_URL: chain.url, CHAIN_ID: String(chain.chainId) },
      ...{ REQUEST_HANDLER_ADDRESS: chain.requestHandler, CHAIN_PUBLIC_RPC_URL: chain.url, CHAIN_CONFIRMATIONS: '1' },
    }),
  );
  scope.defer(() => service.close());
  const doors = new Map<string, Promise<string>>();
  const from = (at: number | string) => {
    const address = typeof at === 'number' ? attackerAt(at) : at;
    const door = doors.get(address) ?? openDoor(address, scope);
    doors.set(address, door);
    return door;
  };
  const honest: Honest[] = [];
  for (const [n, place] of challengerCities.entries()) {
    const udp = { bind: honestAt(n), address: honestAt(n) };
    const url = await from(honestAt(n));
    const agent = await runChallenger({ url, proofType: 'pol', signer: freshSigner(), claims: claiming(place), udp });
    scope.defer(() => agent.stop(0));
    await agent.ready;
    honest.push({ agent, place });
  }
  const url = `http://${service4}:${port}`;
  await decideOn(
    { url, operator },
    honest.map((it) => it.agent.id),
  );
  const around = { url, chainUrl: chain.url, operator, honest, hasNetworks: true, from };
  return { name: 'serve in a namespace', ...around, close: () => scope.close() };
};

const mine = async (url: string): Promise<void> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'evm_mine', params: [] });
  await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).catch(() => {});
};
