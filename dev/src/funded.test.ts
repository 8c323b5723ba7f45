import { join } from 'node:path';
import { Client } from '@trigpoint/client';
import { deployAgentDeposits } from '@trigpoint/contracts';
import { testFolder } from '@trigpoint/proofs/testing';
import { agentDepositsAbi, type Role } from '@trigpoint/protocol';
import { readConfig, startService } from '@trigpoint/server';
import { createPublicClient, createWalletClient, http } from 'viem';
import { generatePrivateKey, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type DevNetwork, startNetwork } from './network.ts';

const dataDir = testFolder(afterAll);
let network: DevNetwork;
beforeAll(async () => {
  const env = { PORT: '0', CHAIN_PORT: '0', TRIGPOINT_DATA_DIR: dataDir, LOG_LEVEL: 'silent', FUNDED_ROLES: 'payer' };
  network = await startNetwork({ env, agents: false });
});
afterAll(() => network.close());

type Holder = ReturnType<typeof privateKeyToAccount | typeof mnemonicToAccount>;
const logIn = (url: string, account: Holder, role: Role) => {
  const signer = {
    keyType: 'ethereum' as const,
    publicKey: account.address,
    sign: (message: string) => account.signMessage({ message }),
  };
  return new Client({ url, proofType: 'pol' }).login(signer, { role });
};
const rich = mnemonicToAccount('test test test test test test test test test test test junk');
const refused = { status: 402, code: 'stake_required' };

test('login is 402 for a role that the operator keeps for accounts with money, and 200 for others', async () => {
  const { url } = network.service;
  const poor = privateKeyToAccount(generatePrivateKey());
  await expect(logIn(url, poor, 'payer')).rejects.toMatchObject(refused);
  await logIn(url, poor, 'prover');
  await logIn(url, rich, 'payer');
});

test('where deposits are locked, money counts for the one agent it is locked for, and not for who holds it', async () => {
  const { chain } = network;
  const transport = http(chain.url);
  const wallet = createWalletClient({ account: rich, transport, pollingInterval: 10 });
  const reader = createPublicClient({ transport, pollingInterval: 10 });
  const { address } = await deployAgentDeposits(wallet, { noticeSeconds: 3_600n });
  const service = await startService(
    readConfig({
      ...{ PORT: '0', TRIGPOINT_DATA_DIR: join(dataDir, 'locked'), DEVELOPMENT: 'on', LOG_LEVEL: 'silent' },
      ...{ CHAIN_RPC_URL: chain.url, CHAIN_ID: String(chain.chainId), CHAIN_CONFIRMATIONS: '0' },
      ...{ REQUEST_HANDLER_ADDRESS: chain.requestHandler, PROVER_REGISTRY_ADDRESS: chain.proverRegistry },
      ...{ FUNDED_ROLES: 'challenger', FUNDED_WEI: '1000', DEPOSITS_ADDRESS: address },
    }),
  );
  onTestFinished(() => service.close());
  const [one, other] = [generatePrivateKey(), generatePrivateKey()].map((it) => privateKeyToAccount(it)) as [
    Holder,
    Holder,
  ];
  await expect(logIn(service.url, rich, 'challenger')).rejects.toMatchObject(refused);
  const contract = { address, abi: agentDepositsAbi, account: rich, chain: null } as const;
  const done = (hash: `0x${string}`) => reader.waitForTransactionReceipt({ hash });
  await done(await wallet.writeContract({ ...contract, functionName: 'lock', args: [one.address], value: 1_000n }));
  await logIn(service.url, one, 'challenger');
  await expect(logIn(service.url, other, 'challenger')).rejects.toMatchObject(refused);
  await done(await wallet.writeContract({ ...contract, functionName: 'giveNotice', args: [one.address, 1n] }));
  await expect(logIn(service.url, one, 'challenger')).rejects.toMatchObject(refused);
});
