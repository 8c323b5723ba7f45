import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { testFolder } from '@trigpoint/proofs/testing';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Service } from '../main.ts';
import { openTestService } from '../testing.ts';
import { serveEvents } from './event-stream.ts';
import { openHttpServer } from './server.ts';

let service: Service;
beforeEach(async () => {
  service = await openTestService({ dataDir: testFolder() }, { EVENT_STREAMS: '1' });
});
afterEach(() => vi.useRealTimers());

/** Serves the events of any challenge, which is in this state. Each look for it waits for `go`. */
const serve = async (state: string) => {
  const { context } = service;
  const asked: string[] = [];
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  const find = vi.spyOn(context.challenges, 'find').mockImplementation(async (_, id) => {
    asked.push(id);
    await held;
    return { id, state } as never;
  });
  const server = openHttpServer(context);
  serveEvents(server, context);
  await server.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => server.close());
  const { port } = server.server.address() as AddressInfo;
  /** Opens a connection. `gone` resolves when the service has noticed that it has closed. */
  const dial = async () => {
    const arrives = once(server.server, 'connection') as Promise<[Socket]>;
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    const [there] = await arrives;
    const gone = new Promise((resolve) => there.once('close', resolve));
    return { socket, there, gone };
  };
  const statusOf = async (id: string) => {
    const ended = new AbortController();
    const { status } = await fetch(`http://127.0.0.1:${port}${path(id)}`, { signal: ended.signal });
    ended.abort();
    return status;
  };
  return { server, asked, find, go, dial, statusOf };
};

const path = (id: string) => `/proof/v1/pol/events?challenge_id=${id}`;
const get = (id: string) => `GET ${path(id)} HTTP/1.1\r\nHost: x\r\n\r\n`;
const running = 'ACCEPTED_BY_CHALLENGE_COORDINATOR';
const patience = { timeout: 30_000 };

test('a reader that goes away while its challenge is looked up takes no place', async () => {
  const { find, go, dial, statusOf } = await serve(running);
  const { socket, gone } = await dial();
  socket.write(get('1'));
  await vi.waitFor(() => expect(find).toHaveBeenCalledTimes(1), patience);
  socket.destroy();
  await gone;
  go();
  await vi.waitFor(async () => expect(await statusOf('2')).toBe(200), patience);
});

test('a request begins when the answers before it on its connection have ended, or never', async () => {
  const { asked, find, go, dial, statusOf } = await serve(running);
  const { socket, there, gone } = await dial();
  socket.write(get('1').repeat(3));
  await vi.waitFor(() => expect(there.bytesRead).toBe(get('1').length * 3), patience);
  await vi.waitFor(() => expect(find).toHaveBeenCalledTimes(1), patience);
  socket.destroy();
  await gone;
  go();
  await vi.waitFor(async () => expect(await statusOf('2')).toBe(200), patience);
  expect(asked.filter((id) => id === '1')).toEqual(['1']);
});

test('a connection on which many requests wait is closed', async () => {
  const { dial } = await serve(running);
  const { socket, there, gone } = await dial();
  const waited = vi.fn();
  there.on('timeout', waited);
  socket.write(get('1').repeat(66));
  await gone;
  expect(waited).not.toHaveBeenCalled();
});

test('nothing is written after the end, however late a reader takes it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { server, go, dial } = await serve('ENDED_SUCCESSFULLY');
  go();
  // More than the buffers of a connection hold, so it waits in the service until the reader takes it.
  const data = { text: 'x'.repeat(30_000_000) };
  vi.spyOn(service.context.events, 'since').mockResolvedValue([{ seq: 1, at: 0, kind: 'ended', data }]);
  const { socket, gone } = await dial();
  const asked = once(server.server, 'request') as Promise<[unknown, ServerResponse]>;
  socket.pause();
  socket.write(get('1'));
  const [, reply] = await asked;
  const failed = vi.fn();
  reply.on('error', failed);
  await vi.waitFor(() => expect(reply.writableEnded).toBe(true), patience);
  vi.advanceTimersByTime(60_000);
  socket.destroy();
  await gone;
  expect(failed).not.toHaveBeenCalled();
});
