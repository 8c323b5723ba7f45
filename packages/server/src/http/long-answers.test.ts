import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { testFolder } from '@trigpoint/proofs/testing';
import { serviceError, verdictRoutes } from '@trigpoint/protocol';
import { expect, test } from 'vitest';
import { openTestService } from '../testing.ts';
import { handlersFor, type Piece, Streamed } from './handler.ts';
import { LongAnswers } from './long-answers.ts';
import { mostInAll, mostOfNetwork } from './reading-places.ts';
import { serveRoutes } from './routes.ts';
import { openHttpServer } from './server.ts';
import { testReply } from './testing-replies.ts';

const second = 1_000;
const pieceLength = 65_536;
async function* text(pieces: number): AsyncGenerator<Piece> {
  for (let i = 0; i < pieces; i++) yield 'x'.repeat(pieceLength);
}

const open = () => {
  let at = 0;
  const answers = new LongAnswers(() => at);
  const read = async (caller: string, network: string, pieces = text(100)) => {
    const reply = testReply();
    const answer = await answers.begin({ caller, network, reply }, new Streamed(pieces));
    await answer.next();
    return { reply, answer };
  };
  /** Takes its next piece after so long. */
  const readOn = async ({ answer }: Awaited<ReturnType<typeof read>>, afterMs: number) => {
    at += afterMs;
    return (await answer.next()).done !== true;
  };
  const later = (ms: number) => {
    at += ms;
  };
  /** Six answers for each of so many keys, each of a network of its own. None is read further. */
  const stall = async (places: number, keysPerNetwork = 1) => {
    const stalled: ServerResponse[] = [];
    for (let i = 0; i < places; i++) {
      const key = Math.floor(i / 6);
      stalled.push((await read(`key ${key}`, `network ${Math.floor(key / keysPerNetwork)}`)).reply);
    }
    return stalled;
  };
  return { answers, read, readOn, later, stall };
};
const cutOf = (replies: readonly ServerResponse[]) => replies.filter((it) => it.destroyed).length;
const codeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'read',
    (error: { code: string }) => error.code,
  );

test('many keys that hardly read take places from nobody who reads', async () => {
  const { read, later, stall } = open();
  const stalled = await stall(mostInAll);
  // Nobody is cut before others had time to read.
  expect([await codeOf(read('me', 'mine')), cutOf(stalled)]).toEqual(['unavailable', 0]);
  later(50 * second);
  for (let i = 1; i <= 40; i++) expect([await codeOf(read(`me ${i}`, 'mine')), cutOf(stalled)]).toEqual(['read', i]);
});

test('who reads at the pace of a phone is never cut for others', async () => {
  const { read, readOn, stall } = open();
  const phone = await read('phone', 'of phones');
  const stalled = await stall(mostInAll - 1);
  for (let i = 0; i < 20; i++) {
    expect(await readOn(phone, 2 * second)).toBe(true);
    await codeOf(read(`me ${i}`, `mine ${i}`));
  }
  expect([phone.reply.destroyed, cutOf(stalled) > 0]).toEqual([false, true]);
});

test('a slow phone stays while somebody with many keys in one network reads slowly', async () => {
  const { read, later, stall } = open();
  const phone = await read('phone', 'of phones');
  later(100 * second);
  const stalled = await stall(mostInAll - 1);
  later(50 * second);
  for (let i = 0; i < 100; i++) expect(await codeOf(read(`me ${i}`, `mine ${i}`))).toBe('read');
  expect([phone.reply.destroyed, cutOf(stalled)]).toEqual([false, 100]);
});

test('while there is room a slow reader is let be, for as long as it takes', async () => {
  const { read, readOn } = open();
  const slow = await read('slow', 'far away');
  for (let i = 0; i < 50; i++) {
    expect(await readOn(slow, 50 * second)).toBe(true);
    await read(`other ${i}`, 'near');
  }
  expect(slow.reply.destroyed).toBe(false);
});

test('one network takes a quarter of the places, however many keys it has', async () => {
  const { read, later, stall } = open();
  const stalled = await stall(mostOfNetwork, 1_000);
  expect(await codeOf(read('another key', 'network 0'))).toBe('rate_limited');
  expect(await codeOf(read('somebody', 'elsewhere'))).toBe('read');
  // A neighbour that reads does not wait for those that hardly do.
  later(50 * second);
  expect([await codeOf(read('another key', 'network 0')), cutOf(stalled)]).toEqual(['read', 1]);
});

test('of what is costly one is made at a time for a caller, also after the caller has gone', async () => {
  const { answers } = open();
  const ends: (() => void)[] = [];
  const made: string[] = [];
  const costly = async function* (name: string): AsyncGenerator<Piece> {
    made.push(name);
    yield () => new Promise<void>((resolve) => ends.push(resolve));
    made.push(`${name} is made`);
    yield name;
  };
  const ask = async (caller: string, name: string) => {
    const reply = testReply();
    const asked = answers.begin({ caller, network: 'n', reply }, new Streamed(costly(name), { isCostly: true }));
    return { reply, first: asked.then((it) => it.next()) };
  };
  const [one, two, other] = [await ask('a', 'a1'), await ask('a', 'a2'), await ask('b', 'b1')];
  while (ends.length < 2) await nextTurn();
  expect(made).toEqual(['a1', 'b1']);
  one.reply.destroy();
  other.reply.destroy();
  for (let i = 0; i < 20; i++) await nextTurn();
  expect(made).toEqual(['a1', 'b1']);
  for (const end of ends.splice(0)) end();
  expect([(await one.first).done, (await other.first).done]).toEqual([true, true]);
  while (ends.length < 1) await nextTurn();
  expect(made).toEqual(['a1', 'b1', 'a2']);
  ends[0]?.();
  expect((await two.first).value).toBe('a2');
});

test('over HTTP: a slow reader is disconnected for others, and what fails before the first word has its own status', async () => {
  const service = await openTestService({ dataDir: testFolder() });
  const { answers, read, later } = open();
  const route = { 'challenge-evidence': verdictRoutes['challenge-evidence'] };
  const context = { ...service.context, longAnswers: answers };
  const server = openHttpServer(context);
  const sockets: Socket[] = [];
  const timeouts: unknown[] = [];
  server.server.on('connection', (it: Socket) => sockets.push(it));
  const handlers = handlersFor(route, {
    'challenge-evidence': async ({ body }) =>
      new Streamed(
        (async function* () {
          timeouts.push(sockets.at(-1)?.timeout);
          if (body.challenge_id === '2') throw serviceError('challenge_not_found', { challenge_id: '2' });
          yield* text(Number(body.challenge_id));
        })(),
      ) as never,
  });
  serveRoutes(server, context, route, handlers);
  await server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.server.address() as AddressInfo;
  const path = '/proof/v1/pol/challenge-evidence';
  const ask = (challenge_id: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      ...{ method: 'POST', body: JSON.stringify({ challenge_id }) },
      headers: { 'content-type': 'application/json' },
    });
  expect((await ask('2')).status).toBe(404);
  // What is being made is no idle connection.
  expect(timeouts).toEqual([0]);

  const body = JSON.stringify({ challenge_id: '400' });
  const slow = connect(port, '127.0.0.1');
  const headers = ['Host: a', 'Content-Type: application/json', `Content-Length: ${body.length}`];
  slow.write(`POST ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body}`);
  await once(slow, 'data');
  expect(sockets.at(-1)?.timeout).toBe(server.server.timeout);
  slow.pause();
  // Until nothing more fits into what the system holds for it.
  const served = sockets.at(-1) as Socket;
  await expect
    .poll(async () => {
      const before = served.bytesWritten;
      await pause(200);
      return served.writableLength > 0 && served.bytesWritten === before;
    })
    .toBe(true);
  const closed = new Promise((resolve) => slow.on('error', () => {}).on('close', resolve));
  for (let i = 0; i < mostOfNetwork - 1; i++) await read(`key ${i}`, '127.0.0.0/24');
  expect((await ask('1')).status).toBe(429);
  // Twenty-six megabytes are allowed fourteen minutes.
  later(900 * second);
  for (let i = 0; i < mostOfNetwork; i++) await read(`key ${i} again`, '127.0.0.0/24');
  slow.resume();
  await closed;
  await server.close();
});
