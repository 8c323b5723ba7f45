import { type Route, routes, ServiceError } from '@trigpoint/protocol';
import { expect, test, vi } from 'vitest';
import { Client } from './client.ts';
import { madeOnce } from './once.ts';

const named = Object.entries(routes as Record<string, Route>)
  .filter(([, { once }]) => once)
  .map(([name]) => name);

test('a key is sent with exactly the operations that take one', () => {
  expect([...madeOnce].sort()).toEqual(named.sort());
});

/** A client, and the key of every request that it sent. `answer` gets the number of the request. */
const clientOf = (answer: (sent: number) => Response, options: { retries?: number } = {}) => {
  const keys: (string | null)[] = [];
  const fetch = async (_: unknown, init?: RequestInit) => {
    keys.push(new Headers(init?.headers).get('idempotency-key'));
    return answer(keys.length);
  };
  const client = new Client({ url: 'http://service', proofType: 'pol', fetch, ...options });
  return { keys, client };
};
const failing = (code: string, status: number, headers = {}) =>
  Response.json({ error: { code, message: '' } }, { status, headers });

test('a request that is tried again has the key of its first try, and the next one has another', async () => {
  const { keys, client } = clientOf((sent) => {
    if (sent % 3 === 1) throw new TypeError('the connection was lost');
    return sent % 3 === 2 ? failing('unavailable', 503, { 'retry-after': '0' }) : Response.json({ result: {} });
  });
  for (let i = 0; i < 2; i++) await client.call('challenge-request', { ask: '0x00' });
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys).toEqual([keys[0], keys[0], keys[0], keys[3], keys[3], keys[3]]);
  expect(keys[3]).not.toBe(keys[0]);
});

test('a caller may choose the key, and what only reads has none', async () => {
  const { keys, client } = clientOf(() => failing('internal', 500), { retries: 0 });
  const given = { headers: { 'idempotency-key': 'mine' } };
  await expect(client.call('challenge-request', { ask: '0x00' }, given)).rejects.toThrow(ServiceError);
  await expect(client.call('provers', {})).rejects.toThrow(ServiceError);
  expect(keys).toEqual(['mine', null]);
});

test('a service may ask for ten minutes of patience: a longer Retry-After would overflow the timer and end at once', async () => {
  const waits: unknown[] = [];
  const start = globalThis.setTimeout;
  // Others in this process set timers too. Only long ones end sooner here.
  const spy = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms = 0) => {
    waits.push(ms);
    return start(run, Math.min(ms, 1_000));
  }) as typeof setTimeout);
  try {
    for (const retryAfter of ['2147484', 'Infinity', '-5', '3']) {
      const { client } = clientOf(() => failing('unavailable', 503, { 'retry-after': retryAfter }), { retries: 1 });
      await expect(client.call('provers', {})).rejects.toThrow(ServiceError);
    }
  } finally {
    spy.mockRestore();
  }
  expect(waits).toEqual(expect.arrayContaining([600_000, 0, 3_000]));
  expect(waits).not.toContain(2_147_484_000);
});
