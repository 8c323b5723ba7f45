import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, ethereumSigner, requestChallenge, waitForChallenge } from '@trigpoint/client';
import { startNetwork } from '../network.ts';
import { answerParent, settingsFromParent } from '../processes/child.ts';
import type { Got, ServiceStart, Wanted } from './service-in.ts';

/** A process with the service, its chain and a payer. It asks for challenges when its parent tells it to. */
const { host, proofType } = settingsFromParent<ServiceStart>();
/** The port is free, because the process has a network namespace of its own. */
const port = 8080;
const dataDir = await mkdtemp(join(tmpdir(), 'trigpoint-namespace-'));
const env = {
  HOST: host,
  PORT: String(port),
  PUBLIC_URL: `http://${host}:${port}`,
  CHAIN_PORT: '0',
  TRIGPOINT_DATA_DIR: dataDir,
  RATE_LIMITS: 'off',
  MESH_HOURS: '0',
  // The pool is as small as the draw, so the nearest challengers are asked: these tests are about the measurement.
  POOL_FACTOR: '1',
  LOG_LEVEL: 'error',
};
const network = await startNetwork({ env, agents: false });
const freshKey = () => `0x${randomBytes(32).toString('hex')}` as const;
const client = new Client({ url: network.service.url, proofType });
await client.login(ethereumSigner(freshKey()), { role: 'payer' });

const challenge = async ({ tag, asked }: Wanted): Promise<Got> => {
  // Each request has a wallet of its own: two at the same moment must not use the same transaction nonce.
  const wallet = { privateKey: freshKey(), rpcUrl: network.chain.url };
  const { challengeId } = await requestChallenge(client, { wallet, ...asked });
  const { state } = await waitForChallenge(client, challengeId);
  const { result } = await client.call('challenge-evidence', { challenge_id: challengeId });
  return { tag, state, evidence: result as never };
};

answerParent({ url: network.service.url }, challenge, async () => {
  await network.close();
  await rm(dataDir, { recursive: true, force: true });
});
