import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from '@trigpoint/contracts/compile';
import { testFolder, testServer } from '@trigpoint/proofs/testing';
import { readConfig, startService } from '@trigpoint/server';
import {
  type Abi,
  type Address,
  createPublicClient,
  createWalletClient,
  encodeAbiParameters,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  http,
  parseAbiParameters,
  serializeErc6492Signature,
  zeroHash,
} from 'viem';
import { generatePrivateKey, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type DevNetwork, startNetwork } from './network.ts';

const dataDir = testFolder(afterAll);
let network: DevNetwork;
const owner = privateKeyToAccount(generatePrivateKey());
const stranger = privateKeyToAccount(generatePrivateKey());
const made: { account?: Address; later?: Address; agreeable?: Address; factory?: Address; create?: Hex } = {};

beforeAll(async () => {
  const env = { PORT: '0', CHAIN_PORT: '0', TRIGPOINT_DATA_DIR: dataDir, LOG_LEVEL: 'silent', RATE_LIMITS: 'off' };
  network = await startNetwork({ env, agents: false });
  const transport = http(network.chain.url);
  const account = mnemonicToAccount('test test test test test test test test test test test junk', { addressIndex: 9 });
  const wallet = createWalletClient({ account, transport });
  const reader = createPublicClient({ transport, pollingInterval: 10 });
  const source = {
    'SmartAccount.sol': readFileSync(new URL('../../contracts/src/SmartAccount.sol', import.meta.url), 'utf8'),
  };
  const compiled = new Map<string, { abi: Abi; bytecode: Hex }>();
  const contract = (name: string) => {
    const { abi, bytecode } = compiled.get(name) ?? compile(source, name);
    const kept = { abi: abi as Abi, bytecode };
    compiled.set(name, kept);
    return kept;
  };
  const deploy = async (name: string, args: unknown[] = []) => {
    const { abi, bytecode } = contract(name);
    const hash = await wallet.deployContract({ abi, bytecode, args, chain: null });
    return (await reader.waitForTransactionReceipt({ hash })).contractAddress as Address;
  };
  made.account = await deploy('SmartAccount', [owner.address]);
  made.agreeable = await deploy('AgreeableAccount');
  made.factory = await deploy('SmartAccountFactory');
  const initCode = encodeDeployData({ ...contract('SmartAccount'), args: [owner.address] });
  made.later = getContractAddress({ opcode: 'CREATE2', from: made.factory, salt: zeroHash, bytecode: initCode });
  made.create = encodeFunctionData({
    abi: contract('SmartAccountFactory').abi,
    functionName: 'create',
    args: [owner.address, zeroHash],
  });
}, 120_000);
afterAll(() => network.close());

/** Pre-login and login with whatever `sign` makes of the text; tells the status. */
async function login(
  publicKey: string | undefined,
  sign: (message: string) => Promise<string>,
  url = network.service.url,
): Promise<number> {
  const send = (name: string, body: object, cookie = '') =>
    fetch(`${url}/proof/v1/pol/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
  const first = await send('pre-login', { publicKey, keyType: 'ethereum', role: 'payer' });
  const cookie = first.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const { result } = (await first.json()) as { result: { message: string } };
  return (await send('login', { signature: await sign(result.message) }, cookie)).status;
}

const byOwner = (message: string) => owner.signMessage({ message });
const byStranger = (message: string) => stranger.signMessage({ message });
const wrapped = (sign: (message: string) => Promise<Hex>, address = made.factory, data = made.create) => {
  return async (message: string) =>
    serializeErc6492Signature({ address: address as Hex, data: data as Hex, signature: await sign(message) });
};

test('ERC-1271: a deployed account logs in with what it stands by, and with nothing else', async () => {
  expect(await login(made.account, byOwner)).toBe(200);
  expect(await login(made.account, byStranger)).toBe(401);
  expect(await login(made.account, async () => '0x12')).toBe(401);
  expect(await login(made.agreeable, byOwner)).toBe(401);
});

test('ERC-1271: a wrapper around a deployed account is looked through', async () => {
  expect(await login(made.account, wrapped(byOwner))).toBe(200);
  expect(await login(made.account, wrapped(byStranger))).toBe(401);
});

test('ERC-6492: an account that is not deployed yet logs in', async () => {
  expect(await login(made.later, wrapped(byOwner))).toBe(200);
  expect(await login(made.later, wrapped(byStranger))).toBe(401);
  expect(await login(made.later, byOwner)).toBe(401);
  expect(await login(made.later, wrapped(byOwner, made.factory, '0x12345678'))).toBe(401);
  const code = await createPublicClient({ transport: http(network.chain.url) }).getCode({ address: made.later as Hex });
  expect(code).toBeUndefined();
});

test('ordinary keys stay with the strict rules: no high s, no wrapper around them', async () => {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const highS = async (message: string): Promise<Hex> => {
    const signature = await byOwner(message);
    const s = order - BigInt(`0x${signature.slice(66, 130)}`);
    const v = signature.endsWith('1b') ? '1c' : '1b';
    return `0x${signature.slice(2, 66)}${s.toString(16).padStart(64, '0')}${v}`;
  };
  expect(await login(owner.address, byOwner)).toBe(200);
  expect(await login(owner.address, highS)).toBe(401);
  expect(await login(owner.address, wrapped(highS))).toBe(401);
  expect(await login(owner.address, wrapped(byOwner))).toBe(401);
  expect(await login(owner.address, byStranger)).toBe(401);
});

test('a wrapper that is not one is a wrong signature', async () => {
  const end = '6492'.repeat(16);
  expect(await login(made.later, async () => `0x${end}`)).toBe(401);
  expect(await login(made.later, async () => `0x${'ff'.repeat(96)}${end}`)).toBe(401);
  const odd = encodeAbiParameters(parseAbiParameters('address, bytes, bytes'), [owner.address, '0x', '0x']);
  expect(await login(made.later, async () => `${odd}${end}`)).toBe(401);
});

/** An endpoint of the chain that says yes whenever it is asked about an account, and the truth otherwise. */
async function startHostileEndpoint() {
  const lies: Record<string, string> = {
    eth_getCode: '0x6001',
    eth_call: `0x1626ba7e${'00'.repeat(28)}`,
    eth_getBalance: `0x${(10n ** 20n).toString(16)}`,
  };
  return testServer(async (request, response) => {
    const body = (await request.toArray()).join('');
    const { id, method } = JSON.parse(body);
    response.setHeader('content-type', 'application/json');
    if (lies[method]) response.end(JSON.stringify({ jsonrpc: '2.0', id, result: lies[method] }));
    else response.end(await (await fetch(network.chain.url, { method: 'POST', body })).text());
  });
}

test('one lying endpoint of two logs nobody in, and its address stays out of the log', async () => {
  const hostile = await startHostileEndpoint();
  const logged: string[] = [];
  const folder = testFolder();
  const start = async (quorum: number, roles: string) => {
    const service = await startService(
      readConfig({
        ...{ PORT: '0', TRIGPOINT_DATA_DIR: join(folder, `${quorum}`), RATE_LIMITS: 'off', DEVELOPMENT: 'on' },
        CHAIN_RPC_URL: `${hostile}/secret,${network.chain.url}`,
        CHAIN_ID: String(network.chain.chainId),
        REQUEST_HANDLER_ADDRESS: network.chain.requestHandler,
        PROVER_REGISTRY_ADDRESS: network.chain.proverRegistry,
        CHAIN_CONFIRMATIONS: '0',
        CHAIN_QUORUM: String(quorum),
        FUNDED_ROLES: roles,
      }),
      { logTo: { write: (line) => void logged.push(line) } },
    );
    onTestFinished(() => service.close());
    return service;
  };
  const trusting = await start(1, '');
  const careful = await start(2, 'payer');
  // Where one endpoint is enough, the first one is believed: this is what the agreement is for.
  expect(await login(made.account, byStranger, trusting.url)).toBe(200);
  expect(await login(made.account, byStranger, careful.url)).toBe(503);
  expect(await login(stranger.address, byStranger, careful.url)).toBe(503);
  expect(logged.join('')).not.toContain('/secret');
});
