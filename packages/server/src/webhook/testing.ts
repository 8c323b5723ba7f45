import { createSocket } from 'node:dgram';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Place } from '../db/testing.ts';
import { Deliveries } from './deliveries.ts';
import type { SendingOptions } from './sending.ts';
import { Webhooks, type WebhooksOptions } from './webhooks.ts';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver on this machine. `answer` says with which status; 0 means never. */
export const openReceiver = async (answer: (received: Received) => number = () => 200, host = '127.0.0.1') => {
  const got: Received[] = [];
  const server = createServer(async (request, reply) => {
    let body = '';
    for await (const piece of request) body += piece;
    const received = { headers: request.headers, body };
    got.push(received);
    const status = answer(received);
    if (status !== 0) reply.writeHead(status, { location: 'http://127.0.0.1:1/' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const close = () => new Promise((resolve) => server.close(resolve).closeAllConnections());
  onTestFinished(async () => void (await close()));
  const { port } = server.address() as AddressInfo;
  return { got, port, url: `http://127.0.0.1:${port}/hook`, close };
};

const typeOfA = 1;
const typeOfAaaa = 28;

/**
 * A name server on this machine. `answer` says which addresses a name has, IPv6 in eight groups: none if it is not known, and
 * undefined to say nothing at all.
 */
export const openNameServer = async (answer: (name: string) => readonly string[] | undefined) => {
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (question, { port, address }) => {
    const { name, end } = nameIn(question);
    asked.push(name);
    const addresses = answer(name);
    if (addresses) socket.send(answerTo(question, end, addresses), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => socket.close(resolve)));
  return { asked, address: `127.0.0.1:${socket.address().port}` };
};

/** The name that a question is about (RFC 1035, 4.1.2), and where it ends. */
const nameIn = (question: Buffer): { name: string; end: number } => {
  const labels: string[] = [];
  let at = 12;
  for (let length = question[at] as number; length > 0; length = question[at] as number) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
};

const answerTo = (question: Buffer, nameEnd: number, addresses: readonly string[]): Buffer => {
  const type = question.readUInt16BE(nameEnd);
  const wanted = addresses.filter((it) => (isIP(it) === 6 ? typeOfAaaa : typeOfA) === type);
  const header = Buffer.alloc(12);
  question.copy(header, 0, 0, 2);
  header.writeUInt16BE(addresses.length > 0 ? 0x8180 : 0x8183, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(wanted.length, 6);
  return Buffer.concat([header, question.subarray(12, nameEnd + 4), ...wanted.map((it) => recordOf(type, it))]);
};

const recordOf = (type: number, address: string): Buffer => {
  const bytes =
    type === typeOfA
      ? Buffer.from(address.split('.').map(Number))
      : Buffer.from(address.split(':').flatMap((it) => [Number.parseInt(it, 16) >> 8, Number.parseInt(it, 16) & 255]));
  const head = Buffer.alloc(12);
  // The name is the one of the question, which begins at byte 12.
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(bytes.length, 10);
  return Buffer.concat([head, bytes]);
};

/** Whose webhook `webhooksOn` opens. */
export const owner = `0x${'ab'.repeat(20)}`;
/** Where webhooks of tests are added from. */
export const network = '203.0.113.0/24';

/** A webhook of `owner` with its receiver, and a clock that stands still. */
export const webhooksOn =
  (place: Pick<Place, 'open'>) =>
  async (
    answer?: (received: Received) => number,
    options: Partial<SendingOptions & Pick<WebhooksOptions, 'mostWaiting'>> = {},
  ) => {
    const db = await place.open();
    let at = 1_000_000_000_000;
    const clock = { now: () => at, pass: (ms: number) => (at += ms) };
    const random = (bytes: number) => Buffer.from(crypto.getRandomValues(new Uint8Array(bytes)));
    const webhooks = new Webhooks({ db, now: clock.now, random, ...options });
    const receiver = await openReceiver(answer);
    const warn = (problem: string, error: unknown) => {
      throw new Error(`${problem}: ${error}`);
    };
    const deliveries = new Deliveries({ db, now: clock.now, warn, toPrivate: true, ...options });
    const deliver = async () => {
      await deliveries.begin();
      await deliveries.idle();
    };
    const webhook = await webhooks.add({ owner, network }, receiver.url, [
      'challenge.verified',
      'agent.offline',
      'agent.back',
    ]);
    const tell = (n: number, kind: 'challenge.verified' | 'challenge.refuted' = 'challenge.verified') =>
      db.write((tx) => webhooks.tell(tx, { kind, keys: [owner], at: clock.now(), data: { challenge_id: String(n) } }));
    /** A further webhook of another key, and so many messages for it. */
    const insert = async (key: string, url: string, messages: number) => {
      await webhooks.add({ owner: key, network }, url, ['challenge.verified']);
      const told = { kind: 'challenge.verified', keys: [key], at: clock.now(), data: {} } as const;
      await db.write(async (tx) => {
        for (let i = 0; i < messages; i++) await webhooks.tell(tx, told);
      });
    };
    const listed = () => webhooks.deliveries(webhook.id, 50);
    return { ...{ db, webhooks, webhook, deliveries, deliver, tell, insert, listed, clock }, ...receiver };
  };
