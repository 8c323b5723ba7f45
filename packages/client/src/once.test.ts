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

test('a request that is tried again has the key of its first try, and the next one has another', async () => {
  const keys: (string | null)[] = [];
  const client = new Client({
    url: 'http://service',
    proofType: 'pol',
    fetch: async (_, init) => {
      keys.push(new Headers(init?.headers).get('idempotency-key'));
      if (keys.length % 3 === 1) throw new TypeError('the connection was lost');
      if (keys.length % 3 === 2)
        return Response.json(
          { error: { code: 'unavailable', message: '' } },
          { status: 503, headers: { 'retry-after': '0' } },
        );
      return Response.json({ result: {} });
    },
  });
  for (let i = 0; i < 2; i++) await client.call('challenge-request', { ask: '0x00' });
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys).toEqual([keys[0], keys[0], keys[0], keys[3], keys[3], keys[3]]);
  expect(keys[3]).not.toBe(keys[0]);
});

test('a caller may choose the key, and what only reads has none', async () => {
  const keys: (string | null)[] = [];
  const client = new Client({
    url: 'http://service',
    proofType: 'pol',
    retries: 0,
    fetch: async (_, init) => {
      keys.push(new Headers(init?.headers).get('idempotency-key'));
      return Response.json({ error: { code: 'internal', message: '' } }, { status: 500 });
    },
  });
  const given = { headers: { 'idempotency-key': 'mine' } };
  await expect(client.call('challenge-request', { ask: '0x00' }, given)).rejects.toThrow(ServiceError);
  await expect(client.call('provers', {})).rejects.toThrow(ServiceError);
  expect(keys).toEqual(['mine', null]);
});

test('a service may ask for ten minutes of patience: a longer Retry-After would overflow the timer and end at once', async () => {
  vi.useFakeTimers();
  try {
    for (const [retryAfter, afterMs] of [
      ['2147484', 600_000],
      ['Infinity', undefined],
      ['-5', 0],
      ['3', 3_000],
    ] as const) {
      const tries: number[] = [];
      const client = new Client({
        ...{ url: 'http://service', proofType: 'pol', retries: 1 },
        fetch: async () => {
          tries.push(Date.now());
          const error = { code: 'unavailable', message: '' };
          return Response.json({ error }, { status: 503, headers: { 'retry-after': retryAfter } });
        },
      });
      const refused = expect(client.call('provers', {})).rejects.toThrow(ServiceError);
      await vi.runAllTimersAsync();
      await refused;
      const [first = 0, second = 0] = tries;
      if (afterMs === undefined) expect(second - first).toBeLessThan(1_000);
      else expect(second - first).toBe(afterMs);
    }
  } finally {
    vi.useRealTimers();
  }
});
