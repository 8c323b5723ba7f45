import type { Client } from '@trigpoint/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CrowdNetwork, logIn, openCrowdNetwork, seatsEach } from './testing.ts';

let network: CrowdNetwork;
let payer: Client;
beforeAll(async () => {
  network = await openCrowdNetwork();
  payer = await logIn(network.url);
});
afterAll(() => network.close());

const status = (id: string, headers: Record<string, string> = {}) =>
  fetch(`${network.url}/proof/v1/pol/challenge-status-dcl`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${payer.token}`, ...headers },
    body: JSON.stringify({ challenge_id: id }),
  });

test('whoever polls with the ETag of the last answer hears 304 until something has changed', async () => {
  const id = await network.request(payer);
  const early = (await status(id)).headers.get('etag') ?? '';
  expect(early).toMatch(/^"[\w-]{22}"$/);
  await network.ended(payer, id);

  const changed = await status(id, { 'if-none-match': early });
  expect(changed.status).toBe(200);
  expect(((await changed.json()) as { state: string }).state).toBe('ENDED_SUCCESSFULLY');
  const tag = changed.headers.get('etag') ?? '';
  for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
    const same = await status(id, { 'if-none-match': known });
    expect([same.status, await same.text(), same.headers.get('etag')]).toEqual([304, '', tag]);
  }
  expect((await status(id, { 'if-none-match': '"other"' })).status).toBe(200);
});

test('304 is for those who may see the answer: without a session it is 401, for another challenge 404', async () => {
  const id = await network.request(payer);
  const tag = (await status(id)).headers.get('etag') ?? '';
  expect((await status(id, { 'if-none-match': tag, authorization: '' })).status).toBe(401);
  expect((await status('999999', { 'if-none-match': tag })).status).toBe(404);
});

/** Every event of the stream, as `id kind`. */
const stream = async (id: string, lastEventId?: string): Promise<string[]> => {
  const reply = await fetch(`${network.url}/proof/v1/pol/events?challenge_id=${id}`, {
    headers: lastEventId === undefined ? {} : { 'last-event-id': lastEventId },
  });
  const text = await reply.text();
  return [...text.matchAll(/^id: (\d+)\nevent: (\w+)$/gm)].map(([, seq, kind]) => `${seq} ${kind}`);
};

test('a stream goes on after Last-Event-ID: nothing twice, nothing left out, and it ends with the challenge', async () => {
  const id = await network.request(payer);
  const live = await stream(id);
  const kinds = live.map((it) => it.split(' ')[1]);
  expect(kinds).toEqual(['accepted', ...Array(seatsEach).fill('reading'), 'ended']);
  for (let seen = 0; seen <= live.length; seen++) expect(await stream(id, String(seen))).toEqual(live.slice(seen));
  expect(await stream(id, 'nonsense')).toEqual(live);
});

test('an address has 32 streams at a time and a node as many as it may; the next is told what to do', async () => {
  const slow = await openCrowdNetwork({ EVENT_STREAMS: '33' }, { measureMs: 3_600_000 });
  const stops: AbortController[] = [];
  const open = async (id: string, from = '127.0.0.1') => {
    const stop = new AbortController();
    stops.push(stop);
    const url = `${slow.url.replace('127.0.0.1', from)}/proof/v1/pol/events?challenge_id=${id}`;
    return fetch(url, { signal: stop.signal });
  };
  try {
    const id = await slow.request(await logIn(slow.url));
    for (let n = 0; n < 32; n++) expect((await open(id)).status).toBe(200);
    const refused = await open(id);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
    expect(await refused.json()).toMatchObject({ error: { code: 'too_many_streams' } });
    stops[0]?.abort();
    await expect.poll(async () => (await open(id)).status).toBe(200);
  } finally {
    for (const stop of stops) stop.abort();
    await slow.close();
  }
});
