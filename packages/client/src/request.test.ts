import { expect, test } from 'vitest';
import { Client } from './client.ts';
import { requestChallenge } from './request.ts';

test('an unknown proof type is refused before anybody is asked, and never encoded as another', async () => {
  const client = new Client({ url: 'http://127.0.0.1:9', proofType: 'disk', retries: 0 });
  const wallet = { privateKey: `0x${'1'.repeat(64)}` } as const;
  await expect(requestChallenge(client, { wallet, prover: `0x${'2'.repeat(40)}` })).rejects.toMatchObject({
    name: 'RequestError',
    code: 'unknown_proof_type',
    message: 'This version knows no proof type "disk".',
  });
});
