import { text } from 'node:stream/consumers';
import { testServer } from '@trigpoint/proofs/testing';
import { parseTransaction } from 'viem';
import { afterAll, expect, test } from 'vitest';
import { submit } from './submission.ts';

const gwei = 10n ** 9n;
const hex = (value: bigint) => `0x${value.toString(16)}` as const;

/** A node of a chain that asks for what it likes, and keeps what it is sent. */
let [price, gas, sent] = [1n, 300_000n, undefined as `0x${string}` | undefined];
const rpcUrl = await testServer(async (request, response) => {
  const { id, method, params } = JSON.parse(await text(request));
  const answers: Record<string, unknown> = {
    eth_chainId: '0x1',
    eth_getTransactionCount: '0x0',
    eth_estimateGas: hex(gas),
    eth_maxPriorityFeePerGas: hex(price),
    eth_getBlockByNumber: { number: '0x1', baseFeePerGas: '0x1', timestamp: '0x1', transactions: [] },
    eth_sendRawTransaction: `0x${'22'.repeat(32)}`,
  };
  if (method === 'eth_sendRawTransaction') sent = params[0];
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method] ?? null }));
}, afterAll);

/** Returns the fee that was signed, or why none was. */
const signed = async (maxFee?: bigint): Promise<bigint | string> => {
  sent = undefined;
  const said = await submit(
    { privateKey: `0x${'42'.repeat(32)}`, rpcUrl, maxFee },
    {
      ...{ chainId: 1, rpcUrl, requestHandler: `0x${'ab'.repeat(20)}`, timeoutSeconds: 3_600 },
      ...{ asks: [{ attributeId: 'pol-v1', info: '0x1234' }], pause: async () => {}, patienceMs: 1 },
    },
  ).catch((error: Error) => error.message);
  if (sent === undefined) return String(said);
  const { gas: limit = 0n, maxFeePerGas = 0n } = parseTransaction(sent);
  return limit * maxFeePerGas;
};

test('a node that wants the whole account for a request gets no signature with a key', async () => {
  expect(await signed()).toBeLessThan(10n ** 16n);
  price = 100_000n * gwei;
  expect(await signed()).toMatch(
    /wants a fee of up to 30\.\d+ for this request, and 0\.1 is the most that may be paid/,
  );
  expect(await signed(40n * 10n ** 18n)).toBeGreaterThan(30n * 10n ** 18n);
  [price, gas] = [gwei, 30_000_000_000n];
  expect(await signed()).toMatch(/wants a fee of up to 30\.\d+/);
});
