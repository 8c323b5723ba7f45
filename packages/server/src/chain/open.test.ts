import { createPublicClient, http } from 'viem';
import { expect, test } from 'vitest';
import { eachDriver } from '../db/testing.ts';
import { checkOrigin, errorsWithout } from './open.ts';

const config = {
  rpcUrls: ['http://127.0.0.1:9/key-of-the-operator'],
  id: 1,
  requestHandler: `0x${'Ab'.repeat(20)}` as const,
  confirmations: 0,
  quorum: 1,
};

eachDriver('origin', ({ open }) => {
  test('a database keeps to the chain and contract that its challenges come from', async () => {
    const db = await open();
    await checkOrigin(db, undefined);
    await checkOrigin(db, config);
    await checkOrigin(db, { ...config, requestHandler: `0x${'ab'.repeat(20)}` });
    await expect(checkOrigin(db, { ...config, id: 2 })).rejects.toThrow(/on chain 1, .* on chain 2\. Set CHAIN_ID/s);
    const other = { ...config, requestHandler: `0x${'cd'.repeat(20)}` as const };
    await expect(checkOrigin(db, other)).rejects.toThrow('database of its own');
    await checkOrigin(db, config);
  });
});

test('the log has the host of an endpoint, not its address', async () => {
  const [url = ''] = config.rpcUrls;
  const client = createPublicClient({ transport: http(url, { retryCount: 0 }) });
  const error: Error = await client.getBlockNumber().catch((it) => it);
  expect(error.message).toContain('key-of-the-operator');
  const logged = JSON.stringify(errorsWithout(config.rpcUrls)(Object.assign(error, { wei: 1n })));
  expect(logged).toContain('127.0.0.1:9');
  expect(logged).not.toContain('key-of-the-operator');
});
