import { runProver } from '@trigpoint/agent';
import {
  bringChallenge,
  Client,
  chainAddressOf,
  ethereumSigner,
  type RequestError,
  requestChallenge,
  waitForChallenge,
} from '@trigpoint/client';
import { type Evidence, encodePolAsk, noRadius, pol, resultFieldsOf, resultHashOf } from '@trigpoint/proofs';
import { testFolder } from '@trigpoint/proofs/testing';
import { requestHandlerAbi } from '@trigpoint/protocol';
import { ethers as ethers6 } from 'ethers';
import { ethers as ethers5 } from 'ethers-v5';
import { createPublicClient, createWalletClient, defineChain, http } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DevNetwork, startNetwork } from './network.ts';

const prover = `IPv4/0x${'ab'.repeat(20)}`;
const place = { latitude: 38.7223, longitude: -9.1393 };

const dataDir = testFolder(afterAll);
let network: DevNetwork;
let client: Client;
const env = (port = '0') => ({
  PORT: '0',
  CHAIN_PORT: port,
  TRIGPOINT_DATA_DIR: dataDir,
  LOG_LEVEL: 'silent',
  RATE_LIMITS: 'off',
});

beforeAll(async () => {
  network = await startNetwork({ env: env(), agents: false });
  client = new Client({ url: network.service.url, proofType: 'pol' });
  await client.login(ethereumSigner(generatePrivateKey()), { role: 'payer' });
});
afterAll(() => network.close());

describe('asking for a challenge with the SDK', () => {
  test('with a private key and a node', async () => {
    const privateKey = generatePrivateKey();
    const wallet = { privateKey, rpcUrl: network.chain.url };
    const hopeless = { wallet, prover, ...place, challengers: 3 };
    const refused = await requestChallenge(client, hopeless).catch((it) => it);
    expect([refused.name, refused.code]).toEqual(['RequestError', 'never_verified']);
    const made = await requestChallenge(client, { ...hopeless, anyway: true });
    expect(made.state).toBe('SUBMITTED_TO_CHALLENGE_COORDINATOR');
    const status = await client.call('challenge-status-dcl', { challenge_id: made.challengeId });
    expect(status.challenge_parameters).toMatchObject({
      number_of_challengers: 3,
      tolerance: '1',
      latitude: '38.7223',
      never_verified: refused.message,
    });
    const row = await network.service.context.db.get('SELECT payer FROM challenge WHERE id = ?', [made.challengeId]);
    expect(row?.payer).toBe(privateKeyToAccount(privateKey).address.toLowerCase());
  });

  test('with a viem wallet client that signs itself', async () => {
    const chain = defineChain({
      id: 31337,
      name: 'development',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [network.chain.url] } },
    });
    const wallet = createWalletClient({ account: privateKeyToAccount(generatePrivateKey()), chain, transport: http() });
    const { challengeId } = await requestChallenge(client, { wallet, prover, ...place });
    expect(await bringChallenge(client, challengeId)).toMatch(/^(SUBMITTED|ACCEPTED)/);
  });

  test('with a browser wallet (EIP-1193)', async () => {
    const provider = {
      request: async (args: { method: string; params?: unknown }) => {
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, params: [], ...args });
        const reply = (await (await fetch(network.chain.url, { method: 'POST', body })).json()) as {
          result: unknown;
          error?: object;
        };
        if (reply.error) throw Object.assign(new Error('refused'), reply.error);
        return reply.result;
      },
    };
    const [account] = (await provider.request({ method: 'eth_accounts' })) as `0x${string}`[];
    const wallet = { provider, account: account as `0x${string}` };
    const { challengeId } = await requestChallenge(client, { wallet, prover, ...place });
    expect(Number(challengeId)).toBeGreaterThan(0);
    const refused = requestChallenge(client, { wallet, prover, ...place, timeoutSeconds: 0 });
    await expect(refused).rejects.toMatchObject({ code: 'reverted', message: expect.stringContaining('ZeroTimeout') });
  });

  test('of bandwidth, as a prover of a solana key', async () => {
    const pob = new Client({ url: network.service.url, proofType: 'pob' });
    await pob.login(ethereumSigner(generatePrivateKey()), { role: 'payer' });
    const wallet = { privateKey: generatePrivateKey(), rpcUrl: network.chain.url };
    const key = '4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS';
    const { challengeId } = await requestChallenge(pob, { wallet, prover: key, direction: 'up', bandwidthMbps: 50 });
    const status = await pob.call('challenge-status-dcl', { challenge_id: challengeId });
    expect(status.challenge_parameters).toMatchObject({
      direction: 'up',
      bandwidth_mbps: '50',
      prover: chainAddressOf(key),
    });
  });

  test('errors say what is wrong, by code', async () => {
    const wallet = { privateKey: generatePrivateKey(), rpcUrl: network.chain.url };
    const code = (made: Promise<unknown>) =>
      made.then(
        () => 'none',
        (error: RequestError) => error.code,
      );
    expect(await code(requestChallenge(client, { wallet, prover: 'nobody', ...place }))).toBe('unknown_prover');
    expect(await code(requestChallenge(client, { wallet, prover }))).toBe('agent_not_found');
    expect(await code(requestChallenge(client, { wallet, prover, ...place, timeoutSeconds: 0 }))).toBe('reverted');
    const gone = { ...wallet, rpcUrl: 'http://127.0.0.1:1' };
    await expect(requestChallenge(client, { wallet: gone, prover, ...place })).rejects.toThrow();
    const elsewhere = { provider: { request: async () => '0x1' }, account: `0x${'11'.repeat(20)}` } as const;
    expect(await code(requestChallenge(client, { wallet: elsewhere, prover, ...place }))).toBe('wrong_chain');
    await expect(bringChallenge(client, '99999', { patienceMs: 0 })).rejects.toMatchObject({ status: 404 });
    const stop = AbortSignal.timeout(50);
    const { challengeId } = await requestChallenge(client, { wallet, prover, ...place });
    await expect(waitForChallenge(client, challengeId, { signal: stop })).rejects.toThrow();
  });
});

describe('clients that know only the ABI and the interface', () => {
  const abi = [
    'function submitRequest(uint256 timeout, string[] attributeIds, bytes[] challengeInfos) returns (uint256, uint256[])',
    'event RequestProcessed(uint256 indexed requestId, uint256[] newChallenges, string[] attributeIds)',
  ];
  const info = () =>
    encodePolAsk({
      proverRegistry: network.chain.proverRegistry,
      prover: `0x${'ab'.repeat(20)}`,
      isIPv6: false,
      challengers: 1,
      tolerance: 0,
      ...place,
    });

  /** Logs in and hands the id over with plain HTTP. */
  async function hand(challengeId: string) {
    const account = privateKeyToAccount(generatePrivateKey());
    const send = (name: string, body: object, cookie = '') =>
      fetch(`${network.service.url}/proof/v1/pol/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify(body),
      });
    const first = await send('pre-login', { publicKey: account.address, keyType: 'ethereum', role: 'payer' });
    const cookie = first.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const { result } = (await first.json()) as { result: { message: string } };
    await send('login', { signature: await account.signMessage({ message: result.message }) }, cookie);
    const answer = await send('challenge-request-dcl', { challenge_id: challengeId }, cookie);
    return { status: answer.status, body: await answer.json() };
  }
  const accepted = (challengeId: string) => ({
    status: 200,
    body: { result: { challenge_id: challengeId, challenge_status: 'SUBMITTED_TO_CHALLENGE_COORDINATOR' } },
  });

  test('ethers 5', async () => {
    const provider = new ethers5.providers.JsonRpcProvider(network.chain.url);
    provider.pollingInterval = 20;
    const signer = ethers5.Wallet.createRandom().connect(provider);
    const contract = new ethers5.Contract(network.chain.requestHandler, abi, signer);
    const args = [100_000_000, ['pol-v1'], [info()], { gasLimit: 1_000_000, gasPrice: 0 }];
    const tx = await contract.functions.submitRequest?.(...args);
    const receipt = await tx.wait();
    const id = receipt.events[0].args.newChallenges[0].toString();
    expect(await hand(id)).toEqual(accepted(id));
  });

  test('ethers 6', async () => {
    const provider = new ethers6.JsonRpcProvider(network.chain.url, undefined, { pollingInterval: 20 });
    const signer = ethers6.Wallet.createRandom().connect(provider);
    const contract = new ethers6.Contract(network.chain.requestHandler, abi, signer);
    const tx = await contract.getFunction('submitRequest').send(600, ['pol-v1'], [info()]);
    const receipt = await tx.wait();
    const id = String(contract.interface.parseLog(receipt?.logs[0] as ethers6.Log)?.args.newChallenges[0]);
    expect(await hand(id)).toEqual(accepted(id));
    provider.destroy();
  });

  test('learn where the chain is from /.well-known/trigpoint.json', async () => {
    const known = await (await fetch(`${network.service.url}/.well-known/trigpoint.json`)).json();
    expect(known).toMatchObject({
      development: true,
      proof_types: { pol: { attribute_id: 'pol-v1' }, pob: { attribute_id: 'pob-v1' } },
      chain: {
        id: 31337,
        rpc_url: network.chain.url,
        request_handler: network.chain.requestHandler.toLowerCase(),
        prover_registry: network.chain.proverRegistry,
        confirmations: 0,
      },
    });
  });
});

test('the outcome and a hash of what contracts ask about come to the chain', { timeout: 120_000 }, async () => {
  const wallet = { privateKey: generatePrivateKey(), rpcUrl: network.chain.url };
  const signer = ethereumSigner(generatePrivateKey());
  const decode = () => {
    throw new Error('unknown');
  };
  const { url } = network.service;
  const unwilling = await runProver({ url, proofType: 'pol', signer, claims: place, measuring: { ...pol, decode } });
  await unwilling.ready;
  const { challengeId } = await requestChallenge(client, { wallet, prover: unwilling.id, ...place });
  const status = await waitForChallenge(client, challengeId);
  await unwilling.stop(0);
  expect(status.consolidated_result).toMatchObject({
    verified: 'inconclusive',
    reason: 'The prover declined: does not understand what is asked.',
  });
  const { result } = await client.call('challenge-evidence', { challenge_id: challengeId });
  const reader = createPublicClient({ transport: http(network.chain.url) });
  const onChain = () =>
    reader.readContract({
      address: network.chain.requestHandler,
      abi: requestHandlerAbi,
      functionName: 'getChallenge',
      args: [BigInt(challengeId)],
    });
  while ((await onChain()).status !== 2) await new Promise((resolve) => setTimeout(resolve, 200));
  const { transcript, transcript_hash } = result as unknown as Evidence;
  const { info, verdict, ended_at } = transcript;
  const fields = resultFieldsOf(pol, {
    info,
    verdict,
    endedAt: Date.parse(ended_at),
    transcriptHash: transcript_hash,
  });
  expect(fields).toMatchObject({ outcome: 3, radiusKm: noRadius, transcriptHash: `0x${transcript_hash}` });
  expect(await onChain()).toMatchObject({ outcome: 3, resultHash: resultHashOf(fields) });
});

test('after a restart of everything the same ids mean the same challenges, and new ones are new', async () => {
  const wallet = { privateKey: generatePrivateKey(), rpcUrl: network.chain.url };
  const before = await requestChallenge(client, { wallet, prover, ...place });
  await network.close();
  network = await startNetwork({ env: env(), agents: false });
  client = new Client({ url: network.service.url, proofType: 'pol' });
  await client.login(ethereumSigner(generatePrivateKey()), { role: 'payer' });
  expect((await client.call('challenge-status-dcl', { challenge_id: before.challengeId })).id).toBe(before.challengeId);
  const after = await requestChallenge(client, { wallet: { ...wallet, rpcUrl: network.chain.url }, prover, ...place });
  expect(Number(after.challengeId)).toBe(Number(before.challengeId) + 1);
});
