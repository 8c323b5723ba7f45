import { generateKeyPairSync } from 'node:crypto';
import { connect, createServer, type Socket } from 'node:net';
import * as hand from '../handshake-wire.ts';
import type { Endpoint, ProbeTask } from '../proof-type.ts';
import { literal } from '../udp-listener.ts';
import { ANSWER_MS, CONNECT_MS } from './spec.ts';

/**
 * The signed handshake over a TCP connection, for provers whose UDP does not get through. The challenger speaks first. It sends a
 * greeting that only somebody who has the task can know. Then HELLO, WELCOME and ECHO follow as on UDP, each behind its length (2
 * bytes). The connection shows the challenger that the prover's address answers. The greeting shows the prover that it reached the
 * challenger.
 */
export interface Opened {
  readonly socket: Socket;
  readonly key: Buffer;
}

export interface Signing {
  sign(text: string): Promise<string>;
  /** Checks the other party's signature. */
  verify(text: string, signature: string): Promise<boolean>;
}

/** How many connections are open at a time. More than these come from strangers. */
const CALLERS_MAX = 4;

/**
 * Waits for the prover. If another program has this port, nobody can connect. Then there is no fallback, and nothing else changes.
 */
export function awaitTcp(at: Endpoint, task: ProbeTask, signing: Signing, onOpen: (opened: Opened) => void) {
  const server = createServer({ noDelay: true });
  server.maxConnections = CALLERS_MAX;
  server.on('error', () => {});
  server.on('connection', (socket) => {
    void welcome(socket, task, signing)
      .catch(() => undefined)
      .then((key) => {
        if (key) onOpen({ socket, key });
        else socket.destroy();
      });
  });
  server.listen(at.port, at.address);
  return { close: () => void server.close() };
}

async function welcome(socket: Socket, task: ProbeTask, { sign, verify }: Signing): Promise<Buffer | undefined> {
  const next = readFrames(socket);
  const tag = Buffer.from(task.tag, 'hex');
  writeFrame(socket, hand.tcpGreeting(tag));
  const said = await next();
  const hello = said && isOurs(said, tag, hand.HELLO) ? hand.readHello(said) : undefined;
  if (!hello) return undefined;
  const proverKey = Buffer.from(hello.key);
  if (!(await verify(hand.helloText(task, proverKey), hello.signature))) return undefined;
  const mine = generateKeyPairSync('x25519');
  const myKey = hand.rawPublicKey(mine.publicKey);
  const text = hand.welcomeText(task, proverKey, myKey);
  const key = hand.agree(mine.privateKey, proverKey, text);
  const nonce = Buffer.from(globalThis.crypto.getRandomValues(new Uint8Array(hand.NONCE_BYTES)));
  writeFrame(socket, hand.welcome(tag, myKey, nonce, hand.macOf(key, 'welcome', nonce), await sign(text)));
  const answer = await next();
  const echo = answer && isOurs(answer, tag, hand.ECHO) ? hand.readEcho(answer) : undefined;
  if (!echo || !hand.sameBytes(echo.nonce, nonce)) return undefined;
  next.end();
  return hand.sameBytes(echo.mac, hand.macOf(key, 'echo', nonce)) ? key : undefined;
}

/** Dials the challenger's port over TCP. `refused` says that nobody listens there. */
export async function dialTcp(
  task: ProbeTask,
  { sign, verify }: Signing,
): Promise<Opened | 'refused' | 'no challenger'> {
  const { address, port } = task.challenger.endpoint;
  const socket = connect({ host: address, port, noDelay: true, lookup: literal });
  const tag = Buffer.from(task.tag, 'hex');
  const next = readFrames(socket);
  const reached = await connected(socket);
  const greeting = reached === 'connected' ? await next() : undefined;
  if (!greeting?.equals(hand.tcpGreeting(tag))) {
    // A reset sends a stranger one short packet. An orderly end would be two longer ones.
    if (reached === 'connected') socket.resetAndDestroy();
    else socket.destroy();
    return reached === 'refused' ? 'refused' : 'no challenger';
  }
  const mine = generateKeyPairSync('x25519');
  const myKey = hand.rawPublicKey(mine.publicKey);
  writeFrame(socket, hand.hello(tag, myKey, await sign(hand.helloText(task, myKey))));
  const answer = await next();
  const said = answer && isOurs(answer, tag, hand.WELCOME) ? hand.readWelcome(answer) : undefined;
  const text = said && hand.welcomeText(task, myKey, said.key);
  if (said && text && (await verify(text, said.signature))) {
    const key = hand.agree(mine.privateKey, said.key, text);
    if (hand.sameBytes(said.mac, hand.macOf(key, 'welcome', said.nonce))) {
      next.end();
      writeFrame(socket, hand.echo(tag, said.nonce, hand.macOf(key, 'echo', said.nonce)));
      return { socket, key };
    }
  }
  socket.destroy();
  return 'no challenger';
}

/** Waits for the connection. The system repeats the first packet after a second. The prover gives up before the second repeat. */
const connected = (socket: Socket): Promise<'connected' | 'refused' | 'silence'> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve('silence'), CONNECT_MS);
    const end = (how: 'connected' | 'refused') => {
      clearTimeout(timer);
      resolve(how);
    };
    socket.once('connect', () => end('connected'));
    socket.once('close', () => end('refused'));
  });

const isOurs = (frame: Buffer, tag: Buffer, type: number): boolean =>
  frame.length > tag.length && tag.equals(frame.subarray(0, tag.length)) && frame[tag.length] === type;

const writeFrame = (socket: Socket, frame: Buffer): void => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(frame.length);
  socket.write(Buffer.concat([length, frame]));
};

/** Reads one frame at a time, each within ANSWER_MS. After `end` the rest of the stream is there for the next reader. */
function readFrames(socket: Socket): { (): Promise<Buffer | undefined>; end(): void } {
  let waiting = Buffer.alloc(0);
  let give: (() => void) | undefined;
  const onData = (chunk: Buffer) => {
    waiting = Buffer.concat([waiting, chunk]);
    if (waiting.length > 4 * hand.HELLO_BYTES) socket.destroy();
    give?.();
  };
  socket.on('data', onData);
  socket.on('error', () => give?.());
  socket.on('close', () => give?.());
  const next = (): Promise<Buffer | undefined> =>
    new Promise((resolve) => {
      const finish = (frame: Buffer | undefined) => {
        clearTimeout(timer);
        give = undefined;
        resolve(frame);
      };
      const timer = setTimeout(() => finish(undefined), ANSWER_MS);
      give = () => {
        const length = waiting.length >= 2 ? waiting.readUInt16BE(0) : Number.POSITIVE_INFINITY;
        if (waiting.length >= 2 + length) {
          const frame = waiting.subarray(2, 2 + length);
          waiting = waiting.subarray(2 + length);
          finish(frame);
        } else if (socket.destroyed) finish(undefined);
      };
      give();
    });
  const end = () => {
    socket.off('data', onData);
    socket.pause();
    if (waiting.length > 0) socket.unshift(waiting);
  };
  return Object.assign(next, { end });
}
