import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type HubMessage, writeMessage } from '@trigpoint/protocol';
import { expect, onTestFinished, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { type LinkOptions, openLink, retryAfterMs } from './link.ts';
import { service } from './testing.ts';

test.each([
  [undefined, 0],
  ['', 0],
  ['2', 2_000],
  ['0.5', 500],
  ['600', 600_000],
  ['601', 600_000],
  ['2147484', 600_000],
  ['1e300', 600_000],
  ['Infinity', 600_000],
  ['-1', 0],
  ['-Infinity', 0],
  ['NaN', 0],
  ['soon', 0],
  ['Fri, 31 Dec 9999 23:59:59 GMT', 0],
] as const)('Retry-After %j is a pause of %i ms', (header, ms) => {
  expect(retryAfterMs(header)).toBe(ms);
});

/** A link to a service of the test's own, which says `words` at once. */
async function linkTo(words: readonly HubMessage[], over: Partial<LinkOptions> = {}) {
  const server = createServer();
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  const connected = new Promise<WebSocket>((resolve) =>
    sockets.once('connection', (ws) => {
      for (const it of words) ws.send(writeMessage(it));
      resolve(ws);
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const ws of sockets.clients) ws.terminate();
    server.close();
  });
  const states: string[] = [];
  const link = openLink({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    proofType: 'pol',
    token: async () => 'token',
    hello: () => new Promise(() => {}),
    onMessage: () => {},
    onState: (state, detail) => states.push(`${state}: ${detail}`),
    ...over,
  });
  onTestFinished(() => link.close());
  return { link, states, socket: await connected };
}

const greeting: HubMessage = { type: 'greeting', ...service, agent_id: 'IPv4/x', address: '127.0.0.1' };

test('one greeting of a connection is answered: each takes signatures', async () => {
  let [greetings, isLast] = [0, () => {}];
  const last = new Promise<void>((resolve) => {
    isLast = resolve;
  });
  await linkTo([greeting, greeting, greeting, { type: 'endpoint_check', tag: 'ab'.repeat(16) }], {
    hello() {
      greetings += 1;
      return new Promise(() => {});
    },
    onMessage: () => isLast(),
  });
  await last;
  expect(greetings).toBe(1);
});

test('a service that does not take what it is sent is let go', async () => {
  let isReady = () => {};
  const ready = new Promise<void>((resolve) => {
    isReady = resolve;
  });
  const tag = 'ab'.repeat(16);
  const { link, states, socket } = await linkTo([{ type: 'endpoint_check', tag }], { onMessage: () => isReady() });
  socket.pause();
  await ready;
  const reading = { type: 'reading', challenge_id: '7', attempt: 1, token: 'x'.repeat(16), signature: 'x' } as const;
  const message = 'x'.repeat(120 * 1024);
  let sent = 0;
  while (sent < 1_000 && link.send({ ...reading, message })) sent += 1;
  // All readings that an agent keeps may wait.
  expect(sent).toBeGreaterThan(256);
  expect(sent).toBeLessThan(700);
  await expect.poll(() => states.at(-1)).toMatch(/^waiting: the service does not take what it is sent/);
});
