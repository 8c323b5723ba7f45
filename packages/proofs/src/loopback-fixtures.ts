import { generateKeyPairSync, type KeyObject, randomBytes, sign, verify } from 'node:crypto';
import type { Ask, Claims, Endpoint, Party, ProbeIo, ProbeTask } from './proof-type.ts';
import { createUdpSocket } from './udp-listener.ts';

/** Two real parties on the loopback, for the tests of every probe. Signatures are ed25519 in hex. */
export interface TestParty extends Party {
  readonly privateKey: KeyObject;
}

export const testParty = (claims: Claims = {}): TestParty => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const hex = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('hex');
  return { id: `IPv4/${hex}`, keyType: 'solana', publicKey: hex, claims, privateKey };
};

const SPKI_ED25519 = Buffer.from('302a300506032b6570032100', 'hex');

export const testIo = (
  party: TestParty,
  signal: AbortSignal = new AbortController().signal,
  onProgress: ProbeIo['progress'] = () => {},
): ProbeIo => ({
  sign: async (text) => sign(null, Buffer.from(text), party.privateKey).toString('hex'),
  verify: async (other, text, signature) =>
    verify(
      null,
      Buffer.from(text),
      { key: Buffer.concat([SPKI_ED25519, Buffer.from(other.publicKey, 'hex')]), format: 'der', type: 'spki' },
      Buffer.from(signature, 'hex'),
    ),
  progress: onProgress,
  signal,
});

const ASK: Ask = { proverRegistry: '0x', prover: '0x', isIPv6: false, challengers: 1, tolerance: 0 };

export const testTask = <A extends Ask = Ask>(
  prover: Party,
  challenger: Party,
  endpoint: Endpoint,
  over: Partial<ProbeTask<A>> = {},
): ProbeTask<A> => ({
  challengeId: '1',
  attempt: 1,
  proofType: 'pol',
  ask: ASK as A,
  prover,
  challenger: { ...challenger, endpoint },
  context: '0c'.repeat(32),
  tag: randomBytes(16).toString('hex'),
  budgetMs: 5_000,
  ...over,
});

/** What a path does to one datagram: it gives the copies that arrive, each with its delay. */
export type Mischief = (
  datagram: Buffer,
  direction: 'out' | 'back',
) => readonly { datagram: Buffer; delayMs: number }[];

/** A path between prover and listener. It can lose, repeat, delay or change datagrams, and it shows them to the test. */
export async function openPath(to: Endpoint, mischief: Mischief): Promise<Endpoint & { close(): void }> {
  const front = createUdpSocket(to.address);
  const back = createUdpSocket(to.address);
  const timers = new Set<NodeJS.Timeout>();
  let client: Endpoint | undefined;
  const later = (delayMs: number, act: () => void) => {
    if (delayMs === 0) return act();
    const timer = setTimeout(() => {
      timers.delete(timer);
      act();
    }, delayMs);
    timers.add(timer);
  };
  front.on('message', (datagram, from) => {
    client = { address: from.address, port: from.port };
    for (const copy of mischief(datagram, 'out'))
      later(copy.delayMs, () => back.send(copy.datagram, to.port, to.address, () => {}));
  });
  back.on('message', (datagram) => {
    for (const copy of mischief(datagram, 'back'))
      later(copy.delayMs, () => client && front.send(copy.datagram, client.port, client.address, () => {}));
  });
  for (const socket of [front, back]) {
    socket.on('error', () => {});
    await new Promise<void>((resolve) => socket.bind({ address: to.address, port: 0 }, resolve));
  }
  return {
    address: to.address,
    port: front.address().port,
    close() {
      for (const timer of timers) clearTimeout(timer);
      front.close();
      back.close();
    },
  };
}
