import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@trigpoint/client';
import type { Role } from '@trigpoint/protocol';
import { generatePrivateKey, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DevNetwork, startNetwork } from './network.ts';

let dataDir: string;
let network: DevNetwork;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'funded-'));
  const env = { PORT: '0', CHAIN_PORT: '0', TRIGPOINT_DATA_DIR: dataDir, LOG_LEVEL: 'silent', FUNDED_ROLES: 'payer' };
  network = await startNetwork({ env, agents: false });
});
afterAll(async () => {
  await network.close();
  await rm(dataDir, { recursive: true });
});

test('login is 402 for a role that the operator keeps for accounts with money, and 200 for others', async () => {
  const logIn = (account: ReturnType<typeof privateKeyToAccount | typeof mnemonicToAccount>, role: Role) => {
    const signer = {
      keyType: 'ethereum' as const,
      publicKey: account.address,
      sign: (message: string) => account.signMessage({ message }),
    };
    return new Client({ url: network.service.url, proofType: 'pol' }).login(signer, { role });
  };
  const poor = privateKeyToAccount(generatePrivateKey());
  const rich = mnemonicToAccount('test test test test test test test test test test test junk');
  await expect(logIn(poor, 'payer')).rejects.toMatchObject({ status: 402, code: 'stake_required' });
  await logIn(poor, 'prover');
  await logIn(rich, 'payer');
});
