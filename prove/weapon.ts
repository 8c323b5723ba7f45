import { setTimeout as pause } from 'node:timers/promises';
import type { Endpoint, PobAsk, ProbeTask } from '@trigpoint/proofs';
import { pobPlanOf, pobScheduledAt } from '@trigpoint/proofs';
import { createPobProbe, createUdpSocket, openListener } from '@trigpoint/proofs/node';
import type { Proof, Random } from './proof.ts';
import { addUp, seeded } from './proof.ts';
import { allManners, attackStrangers } from './weapon/dials.ts';
import { attackHellos } from './weapon/hellos.ts';
import { type Someone, someone, taskOf } from './weapon/parties.ts';
import { openTap, type Seen } from './weapon/tap.ts';

/**
 * Nobody can turn an agent into a weapon. An address that did not consent gets at most one datagram for each that it sent, and
 * no longer one. A flow is never faster than its task allows. A peer that vanishes is sent nothing after 300 ms. An address
 * that a prover is told to dial gets less than a browser sends in vain, unless it answers as a challenger.
 */
export const prove: Proof = async ({ seed, small, log }) => {
  const random = seeded(seed);
  const violations: string[] = [];
  const requests = small ? 1_000 : 10_000;
  log(`${requests} requests from addresses that never consented`);
  violations.push(...(await attackDoor(requests, random)));
  let tried = requests;
  for (let n = 0; n < (small ? 1 : 10); n++) {
    for (const direction of ['down', 'up'] as const) {
      const mbps = small ? 5 : random.pick([2, 5, 10, 20, 50]);
      log(`${direction} at ${mbps} Mbit/s: rate, then silence`);
      violations.push(...(await checkRate(direction, mbps)), ...(await checkVanished(direction, mbps)));
      tried += 2;
    }
  }
  log('hellos with addresses of others');
  const hellos = await attackHellos();
  const strangers = await attackStrangers(small ? ['silent', 'talks'] : allManners, log);
  return addUp(
    { name: 'flows', tried, violations },
    { name: 'hellos', ...hellos },
    { name: 'strangers', ...strangers },
  );
};

const ADDRESS = '127.0.0.1';
/** The types of messages of handshake and measurement. A message begins with its tag (16 bytes) and its type (1 byte). */
const TYPES = [1, 2, 3, 4, 5, 6, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26];
const DATA = 20;
const ACCEPT = 19;
const NONCE = 22;
const HELLO = 1;
const KNOCK = 5;
const OPEN = 6;

/** A victim whose address others put on their requests. It counts what it is sent. */
async function attackDoor(requests: number, random: Random): Promise<string[]> {
  const listener = await openListener({ address: ADDRESS, port: 0 });
  const prover = someone({ downlink_bandwidth: '5', uplink_bandwidth: '5' });
  const challenger = someone();
  const task = taskOf('down', 5, prover, challenger, listener);
  const stop = new AbortController();
  const waiting = createPobProbe().challenge(task, { ...challenger.io(stop.signal), listener });
  const hello = await recordHello(task, prover);
  const victim = createUdpSocket(ADDRESS);
  let gotBytes = 0;
  let gotDatagrams = 0;
  let sentBytes = 0;
  victim.on('message', (datagram) => {
    gotBytes += datagram.length;
    gotDatagrams += 1;
  });
  await new Promise<void>((resolve) => victim.connect(listener.port, ADDRESS, resolve));
  const tag = Buffer.from(task.tag, 'hex');
  for (let n = 0; n < requests; n++) {
    const request = forge(tag, hello, random);
    sentBytes += request.length;
    victim.send(request, () => {});
    if (n % 50 === 0) await pause(2);
  }
  await pause(500);
  stop.abort();
  await waiting;
  victim.close();
  await listener.close();
  const problems: string[] = [];
  if (gotDatagrams > requests) problems.push(`${requests} spoofed requests brought ${gotDatagrams} datagrams`);
  if (gotBytes > sentBytes) problems.push(`${sentBytes} spoofed bytes brought ${gotBytes} bytes`);
  return problems;
}

/** Anything but consent: noise, forged messages of every type, true HELLOs replayed, true HELLOs with a byte changed. */
function forge(tag: Buffer, hello: Buffer, random: Random): Buffer {
  const kind = random.int(4);
  if (kind === 0) return Buffer.from(random.bytes(1 + random.int(200)));
  if (kind === 1) return hello;
  if (kind === 2) {
    const changed = Buffer.from(hello);
    changed[17 + random.int(hello.length - 17)] = random.int(256);
    return changed;
  }
  return Buffer.concat([tag, Uint8Array.of(random.pick(TYPES)), random.bytes(random.int(300))]);
}

/** Records the prover's true HELLO from the wire. */
async function recordHello(task: ProbeTask<PobAsk>, prover: Someone): Promise<Buffer> {
  const ear = createUdpSocket(ADDRESS);
  await new Promise<void>((resolve) => ear.bind({ address: ADDRESS, port: 0 }, resolve));
  const stop = new AbortController();
  const heard = new Promise<Buffer>((resolve) =>
    ear.on('message', (datagram, from) => {
      if (datagram[16] === HELLO) resolve(datagram);
      if (datagram[16] !== KNOCK) return;
      const answer = Buffer.from(datagram);
      answer[16] = OPEN;
      ear.send(answer, from.port, from.address);
    }),
  );
  const endpoint: Endpoint = { address: ADDRESS, port: ear.address().port };
  const dialling = createPobProbe().prove(
    { ...task, challenger: { ...task.challenger, endpoint } },
    prover.io(stop.signal),
  );
  const hello = await heard;
  stop.abort();
  await dialling;
  ear.close();
  return hello;
}

/** Plays a round, and sees everything on the wire. */
async function watchRound(direction: 'down' | 'up', mbps: number, onSeen?: Parameters<typeof openTap>[1]) {
  const claims = { downlink_bandwidth: String(mbps), uplink_bandwidth: String(mbps) };
  const prover = someone(claims);
  const challenger = someone();
  const listener = await openListener({ address: ADDRESS, port: 0 });
  const tap = await openTap(listener, onSeen);
  const task = taskOf(direction, mbps, prover, challenger, listener);
  const probe = createPobProbe();
  const outcome = await Promise.all([
    probe.challenge(task, { ...challenger.io(), listener }),
    probe.prove({ ...task, challenger: { ...task.challenger, endpoint: tap } }, prover.io()),
  ]);
  await pause(300);
  tap.close();
  await listener.close();
  return { outcome: outcome[0], seen: tap.seen, lateMs: tap.lateMs() };
}

const IP_BYTES = 28;

/** Checks that at every moment no more has left than the plan of the task allows. */
async function checkRate(direction: 'down' | 'up', mbps: number): Promise<string[]> {
  const { seen } = await watchRound(direction, mbps);
  const plan = pobPlanOf(mbps, 0);
  const problems: string[] = [];
  // The flow cannot begin before one of these messages passes the tap: the prover's consent (down), the first nonce (up).
  const opens = direction === 'down' ? ACCEPT : NONCE;
  let startMs = Number.NaN;
  let datagrams = 0;
  let flows = 0;
  for (const it of seen) {
    if (it.type === opens && (Number.isNaN(startMs) || flowOf(it) !== flows)) {
      startMs = it.atMs;
      flows = flowOf(it);
      datagrams = 0;
    }
    if (it.type !== DATA) continue;
    datagrams += 1;
    const allowed = Math.ceil(pobScheduledAt(plan, (it.atMs - startMs) * 1e3, it.bytes + IP_BYTES)) + 1;
    if (!(datagrams <= allowed))
      problems.push(`${direction} ${mbps}: ${datagrams} datagrams where ${allowed} are allowed`);
  }
  if (datagrams === 0) problems.push(`${direction} ${mbps}: there was no flow to look at`);
  return problems.slice(0, 3);
}

const flowOf = ({ body }: Seen): number => body[17] ?? 0;

/** Checks that once one end falls silent, the other one sends for at most 300 ms more. */
async function checkVanished(direction: 'down' | 'up', mbps: number): Promise<string[]> {
  const quiet = direction === 'down' ? 'prover' : 'challenger';
  const sender = direction === 'down' ? 'challenger' : 'prover';
  let sent = 0;
  let silentAt = Number.NaN;
  const { seen, lateMs } = await watchRound(direction, mbps, (it, tap) => {
    if (it.type !== DATA) return;
    sent += 1;
    if (sent === 100) {
      silentAt = it.atMs;
      tap.lateMs();
      tap.silence(quiet);
    }
  });
  if (Number.isNaN(silentAt)) return [`${direction} ${mbps}: there was no flow to interrupt`];
  const after = seen.filter((it) => it.from === sender && it.type === DATA && it.atMs > silentAt);
  const lastMs = (after.at(-1)?.atMs ?? silentAt) - silentAt;
  const allowedMs = 300 + lateMs;
  return lastMs <= allowedMs
    ? []
    : [`${direction} ${mbps}: still sending ${Math.round(lastMs)} ms after its peer vanished`];
}
