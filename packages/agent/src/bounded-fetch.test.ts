import { gzipSync } from 'node:zlib';
import { testServer } from '@trigpoint/proofs/testing';
import { expect, test } from 'vitest';
import { boundedFetch } from './bounded-fetch.ts';

const get = boundedFetch({ bytes: 1_000, ms: 60_000 });

test('an answer comes as it was: status, headers, cookies and text', async () => {
  const url = await testServer((_, response) =>
    response.writeHead(201, { 'set-cookie': ['a=1', 'b=2'], 'retry-after': '5' }).end('{"found":"ä"}'),
  );
  const reply = await get(url);
  expect([reply.status, reply.headers.get('retry-after')]).toEqual([201, '5']);
  expect(reply.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(await reply.json()).toEqual({ found: 'ä' });
});

test.each([301, 302, 307, 308])(
  'an answer of %i that leads elsewhere is an error, and nobody is asked there',
  async (status) => {
    let asked = 0;
    const inside = await testServer((_, response) => {
      asked++;
      response.end('{}');
    });
    const url = await testServer((_, response) => response.writeHead(status, { location: inside }).end());
    await expect(get(url, { method: 'POST', body: '{}' })).rejects.toThrow(`it is at ${inside}`);
    expect(asked).toBe(0);
  },
);

test('an answer without a body has none', async () => {
  const url = await testServer((_, response) => response.writeHead(204).end());
  expect((await get(url)).status).toBe(204);
});

test('an answer that is too long is an error, also where it is sent in a few bytes', async () => {
  const long = await testServer((_, response) => response.end('x'.repeat(1_001)));
  await expect(get(long)).rejects.toThrow('more than 1000 bytes');
  const packed = gzipSync('x'.repeat(1_000_000));
  const bomb = await testServer((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed));
  await expect(get(bomb)).rejects.toThrow('more than 1000 bytes');
});

test('an answer that does not end is over after its time, and when the caller says so', async () => {
  const url = await testServer((_, response) => response.writeHead(200).write('{'));
  await expect(boundedFetch({ bytes: 1_000, ms: 50 })(url)).rejects.toThrow('The time is over.');
  const stop = new AbortController();
  const asked = get(url, { signal: stop.signal });
  stop.abort(new Error('Enough.'));
  await expect(asked).rejects.toThrow('Enough.');
});
