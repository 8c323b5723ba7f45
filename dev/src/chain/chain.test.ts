import { testFolder } from '@trigpoint/proofs/testing';
import { requestHandlerAbi } from '@trigpoint/protocol';
import { ethers as ethers6 } from 'ethers';
import { ethers as ethers5 } from 'ethers-v5';
import {
  BaseError,
  ContractFunctionRevertedError,
  createPublicClient,
  createWalletClient,
  decodeErrorResult,
  type Hex,
  http,
  parseEventLogs,
} from 'viem';
import { generatePrivateKey, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DevChain, startDevChain } from './start.ts';

const mnemonic = 'test test test test test test test test test test test junk';
const info: Hex = `0x${'a7'.repeat(224)}`;

const dataDir = testFolder(afterAll);
let chain: DevChain;
const start = () => startDevChain({ host: '127.0.0.1', port: 0, dataDir });

beforeAll(async () => {
  chain = await start();
});
afterAll(() => chain.close());

const reader = () => createPublicClient({ transport: http(chain.url), pollingInterval: 5 });
const wallet = (key: Hex) => createWalletClient({ account: privateKeyToAccount(key), transport: http(chain.url) });
const handler = () => ({ address: chain.requestHandler, abi: requestHandlerAbi }) as const;
interface Answer<R> {
  readonly id: unknown;
  readonly result: R;
  readonly error: { readonly code: number; readonly message: string; readonly data: Hex };
}
async function post<A = Answer<unknown>>(body: unknown): Promise<{ status: number; json: A }> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(chain.url, { method: 'POST', body: text });
  return { status: response.status, json: (response.status === 204 ? undefined : await response.json()) as A };
}
const rpc = async <R>(method: string, params?: unknown[]) =>
  (await post<Answer<R>>({ jsonrpc: '2.0', id: 1, method, ...(params && { params }) })).json;
const statusOf = async (hash: Hex) =>
  (await rpc<{ status: string } | null>('eth_getTransactionReceipt', [hash])).result?.status;

async function submit(key: Hex = generatePrivateKey()) {
  const hash = await wallet(key).writeContract({
    ...handler(),
    functionName: 'submitRequest',
    args: [600n, ['pol-v1'], [info]],
    chain: null,
    type: 'legacy',
    gasPrice: 0n,
    gas: 1_000_000n,
  });
  const receipt = await reader().waitForTransactionReceipt({ hash });
  const [log] = parseEventLogs({ abi: requestHandlerAbi, logs: receipt.logs, eventName: 'RequestProcessed' });
  return { id: log?.args.newChallenges[0], hash, blockHash: receipt.blockHash, blockNumber: receipt.blockNumber };
}

describe('third-party clients that know only the ABI', () => {
  const abi = [
    'function submitRequest(uint256 timeout, string[] attributeIds, bytes[] challengeInfos) returns (uint256, uint256[])',
    'event RequestProcessed(uint256 indexed requestId, uint256[] newChallenges, string[] attributeIds)',
    'error UnknownAttribute(string attributeId)',
  ];

  it('ethers 5: a legacy transaction with gas price 0 and a million gas', async () => {
    const provider = new ethers5.providers.JsonRpcProvider(chain.url);
    provider.pollingInterval = 10;
    const contract = new ethers5.Contract(chain.requestHandler, abi, ethers5.Wallet.createRandom().connect(provider));
    const tx = await contract.submitRequest?.(100_000_000, ['pol-v1'], [info], { gasLimit: 1_000_000, gasPrice: 0 });
    const receipt = await tx.wait();
    expect(receipt.events[0].event).toBe('RequestProcessed');
    expect(receipt.events[0].args.newChallenges[0].toNumber()).toBeGreaterThan(0);
    expect(receipt.events[0].args.attributeIds).toEqual(['pol-v1']);
  });

  it('ethers 5: a funded account with its default fees, and a decoded refusal', async () => {
    const provider = new ethers5.providers.JsonRpcProvider(chain.url);
    provider.pollingInterval = 10;
    const signer = ethers5.Wallet.fromMnemonic(mnemonic, "m/44'/60'/0'/0/3").connect(provider);
    const contract = new ethers5.Contract(chain.requestHandler, abi, signer);
    const tx = await contract.submitRequest?.(600, ['pob-v1'], [info]);
    expect((await tx.wait()).status).toBe(1);
    const refusal = await contract.callStatic.submitRequest?.(600, ['nope'], [info]).catch((error) => error);
    expect(refusal).toMatchObject({ errorName: 'UnknownAttribute' });
    expect(refusal.errorArgs.attributeId).toBe('nope');
    await expect(contract.submitRequest?.(600, ['nope'], [info])).rejects.toMatchObject({
      code: 'UNPREDICTABLE_GAS_LIMIT',
    });
  });

  it('ethers 5: the accounts of the node sign for it', async () => {
    const provider = new ethers5.providers.JsonRpcProvider(chain.url);
    provider.pollingInterval = 10;
    const signer = provider.getSigner(5);
    const contract = new ethers5.Contract(chain.requestHandler, abi, signer);
    const tx = await contract.submitRequest?.(600, ['pob-v1'], [info]);
    expect((await tx.wait()).status).toBe(1);
  });

  it('ethers 6: default fees from a key without funds, and a decoded refusal', async () => {
    const provider = new ethers6.JsonRpcProvider(chain.url, undefined, { pollingInterval: 10 });
    const contract = new ethers6.Contract(chain.requestHandler, abi, ethers6.Wallet.createRandom().connect(provider));
    const tx = await contract.getFunction('submitRequest').send(600, ['pol-v1', 'pob-v1'], [info, info]);
    const receipt = await tx.wait();
    const parsed = contract.interface.parseLog(receipt?.logs[0] as ethers6.Log);
    expect(parsed?.args.newChallenges).toHaveLength(2);
    const submitRequest = contract.getFunction('submitRequest');
    const refusal = await submitRequest.staticCall(600, ['nope'], [info]).catch((error) => error);
    expect(refusal).toMatchObject({ code: 'CALL_EXCEPTION', revert: { name: 'UnknownAttribute' } });
    expect(refusal.revert.args.attributeId).toBe('nope');
    await expect(submitRequest.send(600, ['nope'], [info])).rejects.toMatchObject({ code: 'CALL_EXCEPTION' });
    provider.destroy();
  });

  it('viem: EIP-1559 and legacy, and a decoded refusal', async () => {
    const key = generatePrivateKey();
    expect((await submit(key)).id).toBeGreaterThan(0n);
    const hash = await wallet(key).writeContract({
      ...handler(),
      functionName: 'submitRequest',
      args: [600n, ['pol-v1'], [info]],
      chain: null,
    });
    const receipt = await reader().waitForTransactionReceipt({ hash });
    expect(receipt).toMatchObject({ status: 'success', type: 'eip1559' });
    const refused = reader().simulateContract({ ...handler(), functionName: 'submitRequest', args: [600n, [], []] });
    const error = await refused.catch((e: unknown) => e);
    const reverted = error instanceof BaseError && error.walk((e) => e instanceof ContractFunctionRevertedError);
    expect(reverted).toMatchObject({ data: { errorName: 'EmptyRequest' } });
  });

  it('the accounts of the usual mnemonic are funded, signed for by the node, and unused at first', async () => {
    const account = mnemonicToAccount(mnemonic, { addressIndex: 7 });
    expect((await rpc<string[]>('eth_accounts')).result[7]).toBe(account.address.toLowerCase());
    expect(await reader().getBalance({ address: account.address })).toBe(10_000n * 10n ** 18n);
    expect(await reader().getTransactionCount({ address: account.address })).toBe(0);
    const sent = await Promise.all(
      [1, 2, 3].map((value) =>
        rpc('eth_sendTransaction', [{ from: account.address, to: chain.proverRegistry, value: `0x${value}` }]),
      ),
    );
    expect(new Set(sent.map(({ result }) => result)).size).toBe(3);
    expect(await reader().getTransactionCount({ address: account.address })).toBe(3);
    expect(await reader().getBalance({ address: chain.proverRegistry })).toBe(6n);
  });
});

describe('JSON-RPC', () => {
  it('takes calls without params, and gives back the id as it was', async () => {
    expect((await post({ jsonrpc: '2.0', id: 'abc', method: 'eth_chainId' })).json).toEqual({
      jsonrpc: '2.0',
      id: 'abc',
      result: '0x7a69',
    });
    expect((await rpc('eth_gasPrice')).result).toBe('0x0');
  });

  it('answers batches in order, leaves notifications out, and refuses empty ones', async () => {
    const batch = [
      { jsonrpc: '2.0', id: 2, method: 'eth_chainId' },
      { jsonrpc: '2.0', method: 'eth_blockNumber' },
      { jsonrpc: '2.0', id: 1, method: 'nothing_here' },
      7,
    ];
    const { json } = await post<Answer<unknown>[]>(batch);
    expect(json.map((one) => one.id)).toEqual([2, 1, null]);
    expect(json[1]?.error.code).toBe(-32601);
    expect(json[2]?.error.code).toBe(-32600);
    expect((await post([])).json.error.code).toBe(-32600);
    expect((await post({ jsonrpc: '2.0', method: 'eth_chainId' })).status).toBe(204);
  });

  it('tells a revert as geth does: code 3 and the bytes', async () => {
    const { error } = await rpc('eth_call', [{ to: chain.requestHandler, data: '0x79ba5097' }, 'latest']);
    expect(error).toMatchObject({ code: 3, message: 'execution reverted' });
    expect(decodeErrorResult({ abi: requestHandlerAbi, data: error.data }).errorName).toBe('NotPendingOwner');
  });

  it('refuses what is no call, what is too large, and what a replay could not repeat', async () => {
    expect((await post('{')).json.error.code).toBe(-32700);
    expect((await post({ id: 1 })).json.error.code).toBe(-32600);
    expect((await post({ id: 1, method: 'eth_call', params: {} })).json.error.code).toBe(-32602);
    expect((await post(`"${'x'.repeat(1 << 20)}"`)).status).toBe(413);
    for (const method of ['hardhat_setBalance', 'evm_snapshot', 'evm_revert', 'eth_subscribe', 'constructor']) {
      expect((await rpc(method, [])).error.code).toBe(-32601);
    }
    expect((await rpc('eth_sendRawTransaction', ['0x1234'])).error.message).toBeTypeOf('string');
    expect((await rpc('eth_sendTransaction', [{ from: chain.requestHandler }])).error.code).toBe(-32602);
    expect((await rpc('eth_sendTransaction', [])).error.code).toBe(-32602);
  });

  it('is open to pages of every origin, and friendly to people', async () => {
    const preflight = await fetch(chain.url, { method: 'OPTIONS', headers: { origin: 'http://a.example' } });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    const page = await fetch(chain.url);
    expect(await page.text()).toContain(chain.requestHandler);
    expect((await fetch(chain.url, { method: 'PUT' })).status).toBe(405);
  });
});

describe('history', () => {
  it('a restart brings back the same blocks, hashes and ids, and goes on from there', async () => {
    const before = await Promise.all(Array.from({ length: 30 }, () => submit()));
    const head = await reader().getBlock();
    await chain.close();
    chain = await start();
    expect((await reader().getBlock()).hash).toBe(head.hash);
    for (const { hash, blockHash } of before) {
      expect((await reader().getTransactionReceipt({ hash })).blockHash).toBe(blockHash);
    }
    const ids = before.map(({ id }) => id);
    expect(new Set(ids).size).toBe(30);
    expect(ids).not.toContain((await submit()).id);
  });

  it('keeps transactions that wait for a nonce over a restart', async () => {
    const account = privateKeyToAccount(generatePrivateKey());
    const sign = (nonce: number) =>
      account.signTransaction({
        chainId: 31337,
        nonce,
        to: account.address,
        gas: 21_000n,
        gasPrice: 0n,
        type: 'legacy',
      });
    const late = (await rpc<Hex>('eth_sendRawTransaction', [await sign(1)])).result;
    expect(await statusOf(late)).toBeUndefined();
    await chain.close();
    chain = await start();
    await rpc('eth_sendRawTransaction', [await sign(0)]);
    expect(await statusOf(late)).toBe('0x1');
  });

  it('keeps its clock, also one that was sent ahead', async () => {
    await rpc('evm_increaseTime', [3600]);
    await rpc('evm_mine');
    const { timestamp } = await reader().getBlock();
    expect(Number(timestamp)).toBeGreaterThanOrEqual(Math.floor(Date.now() / 1000) + 3590);
    await chain.close();
    chain = await start();
    await rpc('evm_mine');
    expect((await reader().getBlock()).timestamp).toBeGreaterThanOrEqual(timestamp);
    expect((await rpc('evm_setNextBlockTimestamp', [1])).error.code).toBe(-32602);
  });

  it('mines a transaction that fails, as a real chain does', async () => {
    const account = privateKeyToAccount(generatePrivateKey());
    const raw = await account.signTransaction({
      chainId: 31337,
      nonce: 0,
      to: chain.requestHandler,
      data: '0x79ba5097',
      gas: 100_000n,
      gasPrice: 0n,
      type: 'legacy',
    });
    const { result } = await rpc<Hex>('eth_sendRawTransaction', [raw]);
    expect(await statusOf(result)).toBe('0x0');
  });
});
