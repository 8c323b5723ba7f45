import { createHmac, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import type { Socket } from 'node:dgram';
import * as wire from './handshake-wire.ts';
import {
  type Endpoint,
  type Failure,
  fail,
  isFailure,
  type ProbeIo,
  type ProbeTask,
  type UdpListener,
} from './proof-type.ts';
import { bind, createUdpSocket, TAG_BYTES } from './udp-listener.ts';

/**
 * One signed handshake comes before every measurement. In it the two ends agree on a key.
 *
 * It also protects strangers from traffic. A challenger sends freely only to an address that consents: one that echoed a nonce
 * under the key at most CONSENT_MS ago. (This is not the prover's signed consent to the challenge.) The prover dials, so it needs
 * no open port. It only knocks, a few times and with few bytes, until the other end shows that it has the same task, because
 * whoever named the address may have named somebody else's.
 *
 * Every message is repeated until it is answered. A message that arrives twice, late, out of order or from a stranger changes
 * nothing.
 */
export interface Channel {
  /** 32 bytes, known to the two ends alone. */
  readonly key: Buffer;
  readonly peer: Endpoint;
  /** The task's tag: the first 16 bytes of every datagram. In datagrams of the measurement byte 17 is at least FIRST_PROBE_TYPE. */
  readonly tag: Buffer;
  /** A connected socket. It may still get datagrams of the handshake, whose byte 17 is below FIRST_PROBE_TYPE: ignore them. */
  readonly socket: Socket;
  /** performance.now() when the address consented. Each probe decides for itself how that is renewed. */
  readonly consentedAt: number;
  close(): void;
}

/** A challenger sends freely only to an address that echoed this task's nonce within this time. */
export const CONSENT_MS = 5_000;
/** How long one end waits for the other. The task may reach the two ends some seconds apart. The task's budget may be shorter. */
const HANDSHAKE_MS = 8_000;
/** The first repeat comes soon, because the other end often has not read its task yet. */
const REPEAT_MS = { first: 100, factor: 1.6, longest: 1_000 };
/**
 * When a prover knocks. Six knocks are 318 bytes, headers included; four, before it tries TCP, are 212. One TCP
 * connection that nobody answers is 660 bytes.
 */
const KNOCK_AT_MS = [0, 100, 400, 1_200, 3_100, 5_500];
/** A prover that restarts brings a new key. More than a few keys in one measurement are an attack or a fault. */
const OFFERS_MAX = 4;

export { FIRST_PROBE_TYPE } from './handshake-wire.ts';

/** The prover's side: it knocks, says HELLO and echoes the nonce. */
export async function openAsProver(task: ProbeTask, io: ProbeIo): Promise<Channel | Failure> {
  const tag = Buffer.from(task.tag, 'hex');
  const peer = task.challenger.endpoint;
  const mine = generateKeyPairSync('x25519');
  const myKey = wire.rawPublicKey(mine.publicKey);
  const greeting = wire.hello(tag, myKey, await io.sign(wire.helloText(task, myKey)));
  if (io.signal.aborted) return fail('timeout', 'The measurement was stopped before it began.');
  const socket = createUdpSocket(peer.address);
  socket.on('error', () => {});
  try {
    await connect(socket, peer);
  } catch (error) {
    release(socket);
    return fail('unreachable', `No route to ${peer.address} port ${peer.port}: ${message(error)}.`);
  }

  return openChannel(task, io, socket, (done) => {
    const verified = new Map<string, Buffer>();
    let verifying = false;
    let impostors = 0;
    let answer: { key: Buffer; nonce: Buffer; datagram: Buffer; at: number } | undefined;
    let pause = REPEAT_MS.first;
    let timer: NodeJS.Timeout | undefined;
    let isOpen = false;
    // Somebody who named a stranger's address cannot see the knocks, so they cannot answer them in the stranger's name.
    const nonce = randomBytes(wire.KNOCK_NONCE_BYTES);

    const knock = (index = 0) => {
      socket.send(wire.knock(tag, nonce), () => {});
      const next = KNOCK_AT_MS[index + 1];
      if (next !== undefined) timer = setTimeout(() => knock(index + 1), next - (KNOCK_AT_MS[index] ?? 0));
    };

    const speak = () => {
      clearTimeout(timer);
      // A nonce that is about to expire is of no use. HELLO asks for a fresh one.
      const stale = !answer || performance.now() - answer.at > CONSENT_MS * 0.8;
      socket.send(stale || !answer ? greeting : answer.datagram, () => {});
      timer = setTimeout(speak, pause);
      pause = Math.min(pause * REPEAT_MS.factor, REPEAT_MS.longest);
    };

    const onWelcome = async (datagram: Buffer) => {
      const said = wire.readWelcome(datagram);
      if (!said) return;
      const text = wire.welcomeText(task, myKey, said.key);
      const known = `${said.key.toString('hex')}${said.signature}`;
      let key = verified.get(known);
      if (!key) {
        if (verifying) return;
        verifying = true;
        const genuine = await io.verify(task.challenger, text, said.signature).catch(() => false);
        verifying = false;
        key = genuine ? tryAgree(mine.privateKey, said.key, text) : undefined;
        if (!key) {
          impostors += 1;
          return;
        }
        if (verified.size < OFFERS_MAX) verified.set(known, key);
      }
      if (!wire.sameBytes(said.mac, wire.macOf(key, 'welcome', said.nonce))) return;
      if (answer?.nonce.equals(said.nonce)) return;
      const nonce = Buffer.from(said.nonce);
      const reply = wire.echo(tag, nonce, wire.macOf(key, 'echo', nonce));
      answer = { key, nonce, datagram: reply, at: performance.now() };
      pause = REPEAT_MS.first;
      speak();
    };

    const onMessage = (datagram: Buffer) => {
      if (!carries(datagram, tag)) return;
      const type = datagram[TAG_BYTES] ?? 0;
      if (!isOpen) {
        isOpen = type === wire.OPEN && wire.opens(datagram, nonce);
        if (!isOpen) return;
        speak();
      } else if (type === wire.WELCOME) void onWelcome(datagram);
      // READY may have been lost. The first datagram of the measurement says the same.
      else if (answer && (type >= wire.FIRST_PROBE_TYPE || isReady(datagram, answer.key)))
        done({ key: answer.key, socket, peer });
    };
    socket.on('message', onMessage);
    knock();
    return {
      stop() {
        clearTimeout(timer);
        socket.off('message', onMessage);
      },
      why: () =>
        impostors > 0 && !answer
          ? fail('refused', 'Whoever answers at the challenger’s address does not hold its key.')
          : fail('unreachable', `The challenger at ${peer.address} port ${peer.port} did not answer.`),
    };
  });
}

/** Opens a channel as the prover, and closes it when `answer` has ended. */
export async function answerAsProver(
  task: ProbeTask,
  io: ProbeIo,
  answer: (channel: Channel) => Promise<void>,
): Promise<void> {
  const channel = await openAsProver(task, io);
  if (isFailure(channel)) io.progress({ failure: channel.failure, detail: channel.detail });
  else await answer(channel).finally(() => channel.close());
}

/** The challenger's side: it waits at the listener, answers, and sends freely only after the echo. */
export async function openAsChallenger(
  task: ProbeTask,
  io: ProbeIo & { readonly listener: UdpListener },
): Promise<Channel | Failure> {
  if (io.signal.aborted) return fail('timeout', 'The measurement was stopped before it began.');
  const tag = Buffer.from(task.tag, 'hex');
  return openChannel(task, io, undefined, (done) => {
    interface Offer {
      key: Buffer;
      myKey: Buffer;
      signature: string;
    }
    const offers = new Map<string, Offer>();
    const nonces = challengerNonces();
    let busy = false;
    let impostors = 0;
    let opening: Promise<void> | undefined;

    const consider = async (proverKey: Buffer, signature: string): Promise<Offer | undefined> => {
      if (!(await io.verify(task.prover, wire.helloText(task, proverKey), signature))) return undefined;
      const mine = generateKeyPairSync('x25519');
      const myKey = wire.rawPublicKey(mine.publicKey);
      const text = wire.welcomeText(task, proverKey, myKey);
      const key = tryAgree(mine.privateKey, proverKey, text);
      return key && { key, myKey, signature: await io.sign(text) };
    };

    const onHello = async (datagram: Buffer, from: Endpoint) => {
      const said = wire.readHello(datagram);
      if (!said) return;
      const name = said.key.toString('hex');
      let offer = offers.get(name);
      if (!offer) {
        // One signature is checked at a time. A HELLO that comes meanwhile is dropped, and the prover repeats it.
        if (busy || offers.size >= OFFERS_MAX) return;
        busy = true;
        offer = await consider(Buffer.from(said.key), said.signature).catch(() => undefined);
        busy = false;
        if (!offer) {
          impostors += 1;
          return;
        }
        offers.set(name, offer);
      }
      if (opening) return;
      const nonce = nonces.make(offer.key, from);
      const mac = wire.macOf(offer.key, 'welcome', nonce);
      io.listener.send(wire.welcome(tag, offer.myKey, nonce, mac, offer.signature), from);
    };

    const onEcho = (datagram: Buffer, from: Endpoint) => {
      const said = wire.readEcho(datagram);
      if (!said || opening) return;
      const offer = [...offers.values()].find(
        ({ key }) =>
          nonces.isFresh(said.nonce, key, from) && wire.sameBytes(said.mac, wire.macOf(key, 'echo', said.nonce)),
      );
      if (offer) opening = openTo(from, offer.key);
    };

    const openTo = async (peer: Endpoint, key: Buffer) => {
      const socket = createUdpSocket(io.listener.address);
      socket.on('error', () => {});
      try {
        await bind(socket, io.listener);
        await connect(socket, peer);
      } catch (error) {
        release(socket);
        done(fail('own_fault', `No socket for the measurement: ${message(error)}.`));
        return;
      }
      const answer = wire.ready(tag, wire.macOf(key, 'ready'));
      // READY may be lost: the prover then repeats its ECHO, which now arrives here.
      socket.on('message', (datagram) => {
        if (datagram[TAG_BYTES] !== wire.ECHO || !carries(datagram, tag)) return;
        const said = wire.readEcho(datagram);
        if (said && wire.sameBytes(said.mac, wire.macOf(key, 'echo', said.nonce))) socket.send(answer, () => {});
      });
      socket.send(answer, () => {});
      if (!done({ key, socket, peer })) release(socket);
    };

    const leave = io.listener.expect(task.tag, (bytes, from) => {
      const datagram = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
      const type = datagram[TAG_BYTES];
      if (type === wire.KNOCK) {
        const answer = wire.openFor(datagram);
        if (answer) io.listener.send(answer, from);
      } else if (type === wire.HELLO) void onHello(datagram, from);
      else if (type === wire.ECHO) onEcho(datagram, from);
    });
    return {
      stop: leave,
      why: () =>
        offers.size > 0
          ? fail('timeout', 'The prover said hello and then fell silent.')
          : impostors > 0
            ? fail('refused', 'Whoever dialled in the prover’s name does not hold its key.')
            : fail('unreachable', 'The prover did not dial.'),
    };
  });
}

/**
 * A challenger's nonces: the time (4 bytes) and a MAC of time, key and address under a secret of this task. Nothing is stored for an
 * address, so copies of a HELLO from other addresses cannot push the prover's nonce out.
 */
function challengerNonces() {
  const secret = randomBytes(32);
  const startedAt = performance.now();
  const elapsedMs = () => Math.floor(performance.now() - startedAt);
  const nonceOf = (atMs: number, key: Buffer, { address, port }: Endpoint): Buffer => {
    const time = Buffer.alloc(4);
    time.writeUInt32BE(atMs);
    const mac = createHmac('sha256', secret).update(time).update(key).update(`${address} ${port}`).digest();
    return Buffer.concat([time, mac], wire.NONCE_BYTES);
  };
  return {
    make: (key: Buffer, to: Endpoint): Buffer => nonceOf(elapsedMs(), key, to),
    isFresh(nonce: Buffer, key: Buffer, from: Endpoint): boolean {
      const atMs = nonce.readUInt32BE(0);
      return elapsedMs() - atMs < CONSENT_MS && wire.sameBytes(nonce, nonceOf(atMs, key, from));
    },
  };
}

type Opened = Pick<Channel, 'key' | 'socket' | 'peer'>;
interface Attempt {
  stop(): void;
  /** The reason to give when time is up. */
  why(): Failure;
}

/** Runs one side until it is done, time is up or the agent stops. An opened channel lives until it is closed or aborted. */
function openChannel(
  task: ProbeTask,
  io: ProbeIo,
  dialled: Socket | undefined,
  start: (done: (outcome: Opened | Failure) => boolean) => Attempt,
): Promise<Channel | Failure> {
  return new Promise((resolve) => {
    let isOver = false;
    const finish = (outcome: Opened | Failure): boolean => {
      if (isOver) return false;
      isOver = true;
      clearTimeout(timer);
      attempt.stop();
      if ('failure' in outcome) {
        io.signal.removeEventListener('abort', onAbort);
        if (dialled) release(dialled);
        resolve(outcome);
        return true;
      }
      channel = {
        ...outcome,
        tag: Buffer.from(task.tag, 'hex'),
        consentedAt: performance.now(),
        close() {
          io.signal.removeEventListener('abort', onAbort);
          release(outcome.socket);
        },
      };
      resolve(channel);
      return true;
    };
    let channel: Channel | undefined;
    const onAbort = () => (channel ? channel.close() : finish(attempt.why()));
    const timer = setTimeout(() => finish(attempt.why()), Math.min(HANDSHAKE_MS, task.budgetMs));
    io.signal.addEventListener('abort', onAbort);
    const attempt = start(finish);
  });
}

const carries = (datagram: Buffer, tag: Buffer): boolean =>
  datagram.length > TAG_BYTES && tag.equals(datagram.subarray(0, TAG_BYTES));

const isReady = (datagram: Buffer, key: Buffer): boolean => {
  if (datagram[TAG_BYTES] !== wire.READY) return false;
  const said = wire.readReady(datagram);
  return said !== undefined && wire.sameBytes(said.mac, wire.macOf(key, 'ready'));
};

const tryAgree = (mine: KeyObject, theirs: Buffer, text: string): Buffer | undefined => {
  try {
    return wire.agree(mine, theirs, text);
  } catch {
    return undefined;
  }
};

const connect = (socket: Socket, { address, port }: Endpoint): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.connect(port, address, ((error?: Error) => (error ? reject(error) : resolve())) as () => void);
  });

const release = (socket: Socket): void => {
  try {
    socket.close();
  } catch {
    // Both the deadline and the end of the measurement close the socket, so it may be closed already.
  }
};

const message = (error: unknown): string => (error instanceof Error ? error.message : String(error));
