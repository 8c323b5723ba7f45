import { on, once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { type Channel, openAsChallenger, openAsProver } from './handshake.ts';
import { ECHO, HELLO, HELLO_BYTES, KNOCK, OPEN, WELCOME } from './handshake-wire.ts';
import { testIo, testParty, testTask } from './loopback-fixtures.ts';
import { type Failure, isFailure, type ProbeTask } from './proof-type.ts';
import { testListener, testPath } from './testing-loopback.ts';
import { createUdpSocket, type OpenListener } from './udp-listener.ts';

const prover = testParty();
const challenger = testParty();

const opened = (outcome: Channel | Failure): Channel => {
  if (isFailure(outcome)) throw new Error(`${outcome.failure}: ${outcome.detail}`);
  onTestFinished(() => outcome.close());
  return outcome;
};

/** What the challenger makes of a task, and what both ends do. The keys may be those of somebody else. */
const waitAt = (at: OpenListener, task: ProbeTask, signal?: AbortSignal, as = challenger) =>
  openAsChallenger(task, { ...testIo(as, signal), listener: at });
const bothOpen = (at: OpenListener, task: ProbeTask, signal?: AbortSignal, as = { challenger, prover }) =>
  Promise.all([waitAt(at, task, signal, as.challenger), openAsProver(task, testIo(as.prover, signal))]);

const typeOf = (datagram: Buffer) => datagram[16] ?? 0;
const isKnocking = (datagram: Buffer) => [KNOCK, OPEN].includes(typeOf(datagram));

test('both ends agree on one key and talk over connected sockets', async () => {
  const at = await testListener();
  const task = testTask(prover, challenger, at);
  const [c, p] = (await bothOpen(at, task)).map(opened) as [Channel, Channel];
  expect(c.key.equals(p.key)).toBe(true);
  expect(c.key).toHaveLength(32);
  expect(c.peer.port).toBe(p.socket.address().port);
  const heard = once(c.socket, 'message');
  p.socket.send(Buffer.concat([p.tag, Buffer.from([16])]));
  expect((await heard)[0][16]).toBe(16);
  expect(at.dropped).toBe(0);
});

test('no reply is longer than what it answers, and a reply to nothing is never sent', async () => {
  const at = await testListener();
  const asked: number[] = [];
  const unanswered: number[] = [];
  const answers: { readonly length: number; readonly isCovered: boolean }[] = [];
  const via = await testPath(at, (datagram, direction) => {
    const { length } = datagram;
    if (direction === 'out') {
      asked.push(length);
      unanswered.push(length);
    } else {
      const covered = unanswered.findIndex((it) => it >= length);
      unanswered.splice(covered, covered < 0 ? 0 : 1);
      answers.push({ length, isCovered: covered >= 0 });
    }
    return [{ datagram, delayMs: 0 }];
  });
  const task = testTask(prover, challenger, via);
  (await bothOpen(at, task)).map(opened);
  expect(asked).toContain(HELLO_BYTES);
  // Three, or more where a busy machine made somebody ask twice.
  expect(answers.length).toBeGreaterThanOrEqual(3);
  expect(answers.filter((it) => !it.isCovered)).toEqual([]);
});

test('loss, duplicates and reordering only cost time', async () => {
  const at = await testListener();
  let count = 0;
  const via = await testPath(at, (datagram) => {
    count += 1;
    if (count % 3 === 1) return [];
    return [0, 7, 23].map((extra) => ({ datagram, delayMs: ((count * 11) % 30) + extra }));
  });
  const task = testTask(prover, challenger, via, { budgetMs: 8_000 });
  const [c, p] = await bothOpen(at, task);
  expect(opened(c).key.equals(opened(p).key)).toBe(true);
});

test('a challenger that reads its task late still meets the prover', async () => {
  const at = await testListener();
  const task = testTask(prover, challenger, at);
  const dialling = openAsProver(task, testIo(prover));
  while (at.dropped === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  const c = opened(await waitAt(at, task));
  expect(opened(await dialling).key.equals(c.key)).toBe(true);
});

test('a prover says no more than a few short knocks to whoever does not have its task', async () => {
  const stranger = createUdpSocket('127.0.0.1');
  onTestFinished(() => void stranger.close());
  await new Promise<void>((resolve) => stranger.bind({ address: '127.0.0.1', port: 0 }, resolve));
  const heard: Buffer[] = [];
  stranger.on('message', (datagram, from) => {
    heard.push(datagram);
    const guess = Buffer.from(datagram);
    guess[16] = OPEN;
    guess[20] = (guess[20] ?? 0) ^ 1;
    // It sends the knock back, and opens with a nonce that is not the prover's.
    for (const answer of [datagram, guess]) stranger.send(answer, from.port, from.address);
  });
  const task = testTask(
    prover,
    challenger,
    { address: '127.0.0.1', port: stranger.address().port },
    { budgetMs: 1_000 },
  );
  expect(await openAsProver(task, testIo(prover))).toMatchObject({ failure: 'unreachable' });
  expect(new Set(heard.map(typeOf))).toEqual(new Set([KNOCK]));
  expect(heard.length).toBeLessThanOrEqual(6);
  expect(new Set(heard.map((it) => it.length))).toEqual(new Set([25]));
});

test('a prover without the prover’s key is refused', async () => {
  const at = await testListener();
  const task = testTask(prover, challenger, at, { budgetMs: 400 });
  const [c, p] = await bothOpen(at, task, undefined, { challenger, prover: testParty() });
  expect(c).toMatchObject({ failure: 'refused' });
  expect(p).toMatchObject({ failure: 'unreachable' });
});

test('a challenger without the challenger’s key is refused, and gets no echo', async () => {
  const at = await testListener();
  const types = new Set<number>();
  const via = await testPath(at, (datagram, direction) => {
    if (direction === 'out') types.add(typeOf(datagram));
    return [{ datagram, delayMs: 0 }];
  });
  const task = testTask(prover, challenger, via, { budgetMs: 400 });
  const [c, p] = await bothOpen(at, task, undefined, { challenger: testParty(), prover });
  expect(c).toMatchObject({ failure: 'timeout' });
  expect(p).toMatchObject({ failure: 'refused' });
  expect([...types]).toEqual([KNOCK, HELLO]);
});

test('a HELLO replayed into another attempt is refused', async () => {
  const at = await testListener();
  let greeting: Buffer | undefined;
  const via = await testPath(at, (datagram) => {
    if (typeOf(datagram) === HELLO) greeting = datagram;
    return isKnocking(datagram) ? [{ datagram, delayMs: 0 }] : [];
  });
  const first = testTask(prover, challenger, via, { budgetMs: 400 });
  await bothOpen(at, first);
  if (!greeting) throw new Error('nothing was recorded');

  const second = { ...first, attempt: 2, budgetMs: 400 };
  const waiting = waitAt(at, second);
  const thief = createUdpSocket('127.0.0.1');
  onTestFinished(() => void thief.close());
  const answers: Buffer[] = [];
  thief.on('message', (datagram) => answers.push(datagram));
  thief.send(greeting, at.port, at.address);
  expect(await waiting).toMatchObject({ failure: 'refused' });
  expect(answers).toHaveLength(0);
});

test('a HELLO and an ECHO replayed from another address bring it no consent', async () => {
  const at = await testListener();
  const recorded: Buffer[] = [];
  const via = await testPath(at, (datagram, direction) => {
    if (direction === 'out' && !isKnocking(datagram)) recorded.push(datagram);
    // The true ECHO is withheld, so that the thief's copy comes first.
    return typeOf(datagram) === ECHO ? [] : [{ datagram, delayMs: 0 }];
  });
  const task = testTask(prover, challenger, via, { budgetMs: 700 });
  const waiting = waitAt(at, task);
  const dialling = openAsProver(task, testIo(prover));
  const thief = createUdpSocket('127.0.0.1');
  onTestFinished(() => void thief.close());
  const answers: number[] = [];
  thief.on('message', (datagram) => answers.push(typeOf(datagram)));
  while (!recorded.map(typeOf).includes(ECHO)) await new Promise((resolve) => setTimeout(resolve, 5));
  for (const datagram of recorded) {
    thief.send(datagram, at.port, at.address);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(await waiting).toMatchObject({ failure: 'timeout' });
  await dialling;
  expect(new Set(answers)).toEqual(new Set([WELCOME]));
});

test('copies of a HELLO from many addresses do not push the prover’s nonce out', async () => {
  const at = await testListener();
  const strangers = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const socket = createUdpSocket('127.0.0.1');
      onTestFinished(() => void socket.close());
      await new Promise<void>((resolve) => socket.bind({ address: '127.0.0.1', port: 0 }, resolve));
      return socket;
    }),
  );
  let greeting: Buffer | undefined;
  let isFlooded = false;
  // The ECHO waits until the listener has heard all copies of the HELLO.
  const via = await testPath(at, (datagram) => {
    if (typeOf(datagram) === HELLO) greeting = datagram;
    if (typeOf(datagram) !== ECHO) return [{ datagram, delayMs: 0 }];
    if (!isFlooded) for (const it of strangers) it.send(greeting ?? '', at.port, at.address);
    isFlooded = true;
    return [{ datagram, delayMs: 100 }];
  });
  const task = testTask(prover, challenger, via, { budgetMs: 2_000 });
  const [c, p] = await bothOpen(at, task);
  expect(isFlooded).toBe(true);
  expect(opened(c).key.equals(opened(p).key)).toBe(true);
});

test('a changed byte anywhere in WELCOME or ECHO opens nothing', async () => {
  for (const [type, offset] of [
    [WELCOME, 20],
    [WELCOME, 50],
    [WELCOME, 66],
    [WELCOME, 90],
    [ECHO, 18],
    [ECHO, 40],
  ] as const) {
    const at = await testListener();
    const via = await testPath(at, (datagram) => {
      const copy = Buffer.from(datagram);
      if (typeOf(copy) === type) copy[offset] = (copy[offset] ?? 0) ^ 1;
      return [{ datagram: copy, delayMs: 0 }];
    });
    const task = testTask(prover, challenger, via, { budgetMs: 250 });
    const [c, p] = await bothOpen(at, task);
    expect([type, offset, isFailure(c), isFailure(p)]).toEqual([type, offset, true, true]);
  }
});

test('a nonce older than five seconds is no consent', async () => {
  const at = await testListener();
  // One HELLO, hence one nonce, and its ECHO arrives past its time; real clocks, so this test is the slow one.
  let greeted = false;
  const via = await testPath(at, (datagram) => {
    if (typeOf(datagram) === HELLO && greeted) return [];
    greeted ||= typeOf(datagram) === HELLO;
    return [{ datagram, delayMs: typeOf(datagram) === ECHO ? 5_050 : 0 }];
  });
  const task = testTask(prover, challenger, via, { budgetMs: 6_500 });
  const [c, p] = await bothOpen(at, task);
  expect(c).toMatchObject({ failure: 'timeout' });
  expect(isFailure(p)).toBe(true);
});

test('a silent prover and a silent challenger are failures, not exceptions', async () => {
  const at = await testListener();
  const task = testTask(prover, challenger, at, { budgetMs: 200 });
  expect(await waitAt(at, task)).toMatchObject({ failure: 'unreachable' });
  const nobody = testTask(prover, challenger, { address: '127.0.0.1', port: 9 }, { budgetMs: 200 });
  expect(await openAsProver(nobody, testIo(prover))).toMatchObject({ failure: 'unreachable' });
});

test('abort ends a handshake and closes an open channel at once', async () => {
  const at = await testListener();
  const stop = new AbortController();
  const task = testTask(prover, challenger, at);
  const waiting = waitAt(at, task, stop.signal);
  stop.abort();
  expect(isFailure(await waiting)).toBe(true);

  const later = new AbortController();
  const again = testTask(prover, challenger, at);
  const [c, p] = await bothOpen(at, again, later.signal);
  const closed = Promise.all([once(opened(c).socket, 'close'), once(opened(p).socket, 'close')]);
  later.abort();
  await closed;
});

test('several measurements share one port without hearing each other', async () => {
  const at = await testListener();
  const tasks = Array.from({ length: 8 }, (_, i) => testTask(prover, challenger, at, { challengeId: String(i) }));
  const pairs = await Promise.all(
    tasks.map(async (task) => {
      const [c, p] = await bothOpen(at, task);
      return [opened(c), opened(p)] as const;
    }),
  );
  for (const [i, [c, p]] of pairs.entries()) {
    const heard = on(c.socket, 'message');
    p.socket.send(Buffer.concat([p.tag, Buffer.from([16, i])]));
    // On a busy machine a packet of the handshake that was sent twice may come first.
    for await (const [packet] of heard) {
      if (packet[16] !== 16) continue;
      expect(packet[17]).toBe(i);
      break;
    }
  }
});

const hasIPv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));

test.skipIf(!hasIPv6)('IPv6, and IPv4 through a listener that is open to both', async () => {
  for (const [bind, dialled] of [
    ['::1', '::1'],
    ['::', '::1'],
    ['::', '127.0.0.1'],
    ['0.0.0.0', '127.0.0.1'],
  ] as const) {
    const at = await testListener(bind);
    const task = testTask(prover, challenger, { address: dialled, port: at.port });
    const [c, p] = await bothOpen(at, task);
    const heard = once(opened(c).socket, 'message');
    opened(p).socket.send(Buffer.concat([opened(p).tag, Buffer.from([16, 1])]));
    expect([bind, dialled, (await heard)[0][17]]).toEqual([bind, dialled, 1]);
  }
});
