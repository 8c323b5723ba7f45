import { createHash, createHmac } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** How a receiver answers a message. `isRefused` tells whether it should refuse this message this time. */
export type Manner = (reply: ServerResponse, isRefused: boolean) => unknown;

/** A quarter of the messages is refused when it first comes. The others let a long queue move on. */
const isUnlucky = (id: string): boolean => (createHash('sha256').update(id).digest()[0] as number) < 64;

const answer = (reply: ServerResponse, status: number, location?: string) =>
  reply.writeHead(status, location === undefined ? {} : { location }).end();

/** Receivers that end up with every message, however they behave on the way. */
export const manners: Readonly<Record<string, Manner>> = {
  honest: (reply) => answer(reply, 200),
  slow: async (reply) => {
    await pause(400);
    answer(reply, 204);
  },
  failing: (reply, isRefused) => answer(reply, isRefused ? 500 : 200),
  'hanging up': (reply, isRefused) => (isRefused ? reply.destroy() : answer(reply, 200)),
};

/** Redirects every message to a place inside. */
export const redirecting =
  (to: string): Manner =>
  (reply) =>
    answer(reply, 307, to);

export interface Receiver {
  readonly url: string;
  /** Set when the service has told the secret. */
  secret: string;
  /** The bodies that came under each id. */
  readonly got: Map<string, string[]>;
  /** Messages whose signature is not the service's. */
  readonly unsigned: string[];
  close(): Promise<void>;
}

export const openReceiver = async (manner: Manner): Promise<Receiver> => {
  const got = new Map<string, string[]>();
  const unsigned: string[] = [];
  const server = createServer(async (request, reply) => {
    let body = '';
    for await (const piece of request) body += piece;
    const { 'webhook-id': id = '', 'webhook-timestamp': seconds, 'webhook-signature': signature } = request.headers;
    const key = Buffer.from(receiver.secret.replace(/^whsec_/, ''), 'base64');
    const due = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
    if (signature !== `v1,${due}`) unsigned.push(String(id));
    const before = got.get(String(id)) ?? [];
    got.set(String(id), [...before, body]);
    await manner(reply, before.length === 0 && isUnlucky(String(id)));
  });
  const receiver: Receiver = { url: await listen(server), secret: '', got, unsigned, close: () => closed(server) };
  return receiver;
};

/** A place that nobody must reach. It counts connections. */
export const openInside = async (): Promise<{ url: string; visits: () => number; close(): Promise<void> }> => {
  let visits = 0;
  const server = createTcpServer((socket) => {
    visits++;
    socket.on('error', () => {}).destroy();
  });
  return { url: await listen(server), visits: () => visits, close: () => closed(server) };
};

const listen = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
};

const closed = (server: Server & { closeAllConnections?(): void }): Promise<void> => {
  server.closeAllConnections?.();
  return new Promise((resolve) => server.close(() => resolve()));
};
