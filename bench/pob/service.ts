import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, ethereumSigner, requestChallenge, waitForChallenge } from '@trigpoint/client';
import { startNetwork } from '@trigpoint/dev';
import type { Evidence } from '@trigpoint/proofs';

/** The service, its chain and a payer, in a process of their own: asks for challenges when told to. */
export interface Wanted {
  readonly prover: string;
  readonly direction: 'down' | 'up';
  readonly mbps: number;
  readonly challengers: number;
}

export interface Got {
  readonly state: string;
  readonly evidence: Evidence;
}

const host = process.argv[2] ?? '127.0.0.1';
/** Its namespace is its own: the port is free. */
const port = 8080;
const dataDir = await mkdtemp(join(tmpdir(), 'bench-pob-'));
const env = {
  HOST: host,
  PORT: String(port),
  PUBLIC_URL: `http://${host}:${port}`,
  CHAIN_PORT: '0',
  TRIGPOINT_DATA_DIR: dataDir,
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'error',
};
const network = await startNetwork({ env, agents: false });
const privateKey = `0x${randomBytes(32).toString('hex')}` as const;
const client = new Client({ url: network.service.url, proofType: 'pob' });
await client.login(ethereumSigner(privateKey), { role: 'payer' });

process.on('message', async ({ prover, direction, mbps, challengers }: Wanted) => {
  const wallet = { privateKey, rpcUrl: network.chain.url };
  const asked = { wallet, prover, direction, bandwidthMbps: mbps, challengers, tolerance: Math.floor(challengers / 3) };
  const { challengeId } = await requestChallenge(client, asked);
  const { state } = await waitForChallenge(client, challengeId);
  const { result } = await client.call('challenge-evidence', { challenge_id: challengeId });
  process.send?.({ state, evidence: result as never } satisfies Got);
});
process.on('disconnect', () => process.exit());
process.send?.({ url: network.service.url });
