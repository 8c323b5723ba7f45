import { testServer } from '@trigpoint/proofs/testing';
import { requestHandlerAbi } from '@trigpoint/protocol';
import fc from 'fast-check';
import { encodeFunctionResult, getAddress, toFunctionSelector } from 'viem';
import { expect, test } from 'vitest';
import { decodeChallenge, openRpcChain } from './rpc-chain.ts';

const hex = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((it) => `0x${Buffer.from(it).toString('hex')}` as const);

test('a recorded challenge is read as viem would read it', () => {
  const challenge = fc.record({
    requester: hex(20).map((it) => getAddress(it)),
    attributeId: fc.string({ maxLength: 70, unit: 'grapheme' }),
    info: fc.uint8Array({ maxLength: 300 }).map((it) => `0x${Buffer.from(it).toString('hex')}` as const),
    requestId: fc.bigInt(0n, 2n ** 64n),
    submittedBlock: fc.bigInt(0n, 2n ** 48n),
    expiration: fc.bigInt(0n, 2n ** 40n),
    status: fc.integer({ min: 0, max: 3 }),
    outcome: fc.integer({ min: 0, max: 3 }),
    resultHash: hex(32),
  });
  fc.assert(
    fc.property(challenge, (it) => {
      const data = encodeFunctionResult({ abi: requestHandlerAbi, functionName: 'getChallenge', result: it });
      expect(decodeChallenge(data)).toEqual({
        requester: it.requester.toLowerCase(),
        attributeId: it.attributeId,
        info: it.info,
        submittedBlock: Number(it.submittedBlock),
        expiration: Number(it.expiration),
        status: ['none', 'submitted', 'completed', 'timed_out'][it.status],
        outcome: it.outcome,
        resultHash: it.resultHash,
      });
    }),
  );
});

test('anything else is not taken for one', () => {
  for (const answer of ['0x', `0x${'00'.repeat(32)}`, 'hello', `0x${'ff'.repeat(32 * 10)}`, `0x${'00'.repeat(31)}`])
    expect(() => decodeChallenge(answer)).toThrow(/no RequestHandler|no number/);
});

test('an endpoint is asked for the number of its chain, a challenge and a block, and its errors are told', async () => {
  const asked: unknown[] = [];
  const answers: Record<string, unknown> = {
    eth_chainId: { result: '0x7a69' },
    eth_getBlockByNumber: { result: null },
    eth_call: { error: { code: 3, message: 'execution reverted' } },
  };
  const rpcUrl = await testServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const { method, params } = JSON.parse(body);
    asked.push([method, params]);
    response.end(method in answers ? JSON.stringify({ jsonrpc: '2.0', id: 1, ...(answers[method] as object) }) : 'hm');
  });
  const contract = `0x${'12'.repeat(20)}` as const;
  const chain = openRpcChain({ rpcUrl, contract });
  expect(await chain.chainId()).toBe(31_337);
  expect(await chain.block(255)).toBe(undefined);
  await expect(chain.challenge(10n)).rejects.toThrow(/execution reverted/);
  const selector = toFunctionSelector('getChallenge(uint256)');
  expect(asked).toEqual([
    ['eth_chainId', []],
    ['eth_getBlockByNumber', ['0xff', false]],
    ['eth_call', [{ to: contract, data: `${selector}${'a'.padStart(64, '0')}` }, 'latest']],
  ]);
  answers.eth_chainId = { result: 'thirty' };
  await expect(chain.chainId()).rejects.toThrow(/no number/);
  delete answers.eth_chainId;
  await expect(chain.chainId()).rejects.toThrow(/not as a chain does/);
});
