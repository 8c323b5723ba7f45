import { Check } from '@trigpoint/schema';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Channel, openAsChallenger, openAsProver } from '../handshake.ts';
import { type Mischief, testIo, testParty, testTask } from '../loopback-fixtures.ts';
import { type Endpoint, type Failure, isFailure } from '../proof-type.ts';
import { testListener, testPath } from '../testing-loopback.ts';
import type { OpenListener } from '../udp-listener.ts';
import type { PolAsk } from './ask.ts';
import { probe } from './probe.ts';
import * as wire from './probe-wire.ts';
import { counterSignedText, PolSeries } from './series.ts';

const prover = testParty();
const challenger = testParty();

const straight: Mischief = (datagram) => [{ datagram, delayMs: 0 }];
const typeOf = (datagram: Buffer) => datagram[16] ?? 0;
const taskTo = (endpoint: Endpoint, budgetMs = 8_000) => testTask<PolAsk>(prover, challenger, endpoint, { budgetMs });

const measured = (outcome: PolSeries | Failure): PolSeries => {
  if (isFailure(outcome)) throw new Error(`${outcome.failure}: ${outcome.detail}`);
  return outcome;
};

/** What the challenger gets that hears provers at `at`, and what it gets of an honest prover. */
const challengeAt = (at: OpenListener, task: ReturnType<typeof taskTo>, io = testIo(challenger)) =>
  probe.challenge(task, { ...io, listener: at });
const measure = async (at: OpenListener, task: ReturnType<typeof taskTo>, signal?: AbortSignal) => {
  const both = [challengeAt(at, task, testIo(challenger, signal)), probe.prove(task, testIo(prover, signal))] as const;
  return (await Promise.all(both))[0];
};

/** A prover of one's own making: the true handshake, then whatever the test does with the channel. */
const rogue = async (task: ReturnType<typeof taskTo>, act: (channel: Channel) => void) => {
  const channel = await openAsProver(task, testIo(prover));
  if (isFailure(channel)) throw new Error(channel.detail);
  onTestFinished(() => channel.close());
  act(channel);
};

test('an honest measurement has ≥ 24 round trips and the prover’s signature', async () => {
  const at = await testListener();
  const task = taskTo(at);
  const series = measured(await measure(at, task));
  expect(Check(PolSeries, series)).toBe(true);
  expect(series.rtts_us.length + series.lost).toBeGreaterThanOrEqual(24);
  expect(series.rtts_us.length).toBeGreaterThanOrEqual(24);
  expect(series.lost).toBe(0);
  const text = counterSignedText(task, series.transcript, series.rtts_us.length);
  expect(await testIo(challenger).verify(prover, text, series.prover_counter_signature)).toBe(true);
});

test('probes leave in bursts at random times, each the moment the reply arrives', async () => {
  const at = await testListener();
  const times: number[] = [];
  const via = await testPath(at, (datagram, direction) => {
    if (direction === 'back' && typeOf(datagram) === wire.PROBE) times.push(performance.now());
    return [{ datagram, delayMs: 10 }];
  });
  const task = taskTo(via);
  const series = measured(await measure(at, task));
  expect(Math.min(...series.rtts_us)).toBeGreaterThan(18_000);
  expect(times.length).toBe(series.rtts_us.length);
});

test('on a long path as many probes fly at once as the chain allows, and never more', async () => {
  const at = await testListener();
  let [flying, most] = [0, 0];
  const via = await testPath(at, (datagram, direction) => {
    if (direction === 'back' && typeOf(datagram) === wire.PROBE) most = Math.max(most, ++flying);
    if (direction === 'out' && typeOf(datagram) === wire.REPLY) setTimeout(() => flying--, 40);
    return [{ datagram, delayMs: 40 }];
  });
  const task = taskTo(via);
  const series = measured(await measure(at, task));
  expect(series.rtts_us.length).toBe(24);
  expect(Math.min(...series.rtts_us)).toBeGreaterThan(79_000);
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(wire.WINDOW);
});

test('an answer that may come from anywhere on Earth is asked for six times', async () => {
  const at = await testListener();
  const via = await testPath(at, (datagram) => [{ datagram, delayMs: 105 }]);
  const task = taskTo(via, 12_000);
  const { rtts_us, starved } = measured(await measure(at, task));
  // On a machine that was held meanwhile another burst follows.
  expect(rtts_us.length).toEqual(starved.length > 2 ? expect.any(Number) : 6);
});

test('duplicates, reordering and loss change no round trip, and lost probes are counted', async () => {
  const at = await testListener();
  const via = await testPath(at, (datagram) =>
    typeOf(datagram) === wire.PROBE && wire.indexOf(datagram) === 7
      ? []
      : [3, 9, 31].map((delayMs) => ({ datagram, delayMs })),
  );
  const task = taskTo(via, 12_000);
  const series = measured(await measure(at, task));
  expect(series.lost).toBe(1);
  expect(series.rtts_us.length).toBeGreaterThanOrEqual(24);
  expect(Math.min(...series.rtts_us)).toBeGreaterThan(4_000);
});

test('replayed replies are worth nothing', async () => {
  const at = await testListener();
  const replies: Buffer[] = [];
  const via = await testPath(at, (datagram, direction) => {
    if (direction === 'back' || typeOf(datagram) !== wire.REPLY) return straight(datagram, direction);
    if (replies.length < 5) {
      replies.push(datagram);
      return straight(datagram, direction);
    }
    // From now on every true reply is replaced by all the old ones, as they were and under the new index.
    return replies.flatMap((old) => {
      const renamed = wire.writeExchange(old.subarray(0, 16), wire.REPLY, wire.indexOf(datagram), wire.bodyOf(old));
      return [old, renamed].map((copy) => ({ datagram: copy, delayMs: 0 }));
    });
  });
  const task = taskTo(via, 4_000);
  const stop = new AbortController();
  const answering = probe.prove(task, testIo(prover, stop.signal));
  const outcome = await challengeAt(at, task);
  stop.abort();
  await answering;
  expect(outcome).toMatchObject({ failure: 'timeout', detail: expect.stringMatching(/answered 5 of/) });
});

test('early replies and guessed nonces never shorten a round trip', async () => {
  const at = await testListener();
  const task = taskTo(at);
  const progress: Record<string, string | number>[] = [];
  let guesses = 0;
  const acting = rogue(task, ({ key, socket, tag }) => {
    const send = (index: number, body: Buffer) =>
      socket.send(wire.writeExchange(tag, wire.REPLY, index, body), () => {});
    socket.on('message', (datagram) => {
      if (typeOf(datagram) !== wire.PROBE) return;
      const index = wire.indexOf(datagram);
      const reply = wire.replyTo(key, datagram);
      const guess = () => {
        // For this probe and the one to come: noise, the old answer, and the answer to a guessed nonce.
        const guessed = wire.nonceAt(Buffer.alloc(32), index + 1, reply);
        for (const body of [Buffer.alloc(16, index), reply, wire.expectedReply(key, index + 1, guessed)]) {
          guesses += 1;
          send(index + 1, body);
        }
        send(index, Buffer.alloc(16, index));
      };
      guess();
      setTimeout(() => {
        send(index, reply);
        guess();
      }, 15);
    });
  });
  const io = testIo(challenger, undefined, (update) => progress.push(update));
  const outcome = await challengeAt(at, { ...task, budgetMs: 4_000 }, io);
  await acting;
  expect(guesses).toBeGreaterThan(100);
  expect(progress.at(-1)?.answered).toBeGreaterThanOrEqual(24);
  expect(progress.at(-1)?.fastest_us).toBeGreaterThan(13_000);
  // It answered in time, but would not sign.
  expect(outcome).toMatchObject({ failure: 'refused' });
});

test('a challenger that is not the one asked gets no answers', async () => {
  const at = await testListener();
  const task = taskTo(at, 600);
  const said: Record<string, string | number>[] = [];
  const [outcome] = await Promise.all([
    challengeAt(at, task, testIo(testParty())),
    probe.prove(task, { ...testIo(prover), progress: (update) => said.push(update) }),
  ]);
  expect(isFailure(outcome)).toBe(true);
  expect(said).toEqual([{ failure: 'refused', detail: expect.any(String) }]);
});

test('a prover that falls silent after the handshake is a failure with its count', async () => {
  const at = await testListener();
  const task = taskTo(at);
  const acting = rogue(task, () => {});
  const outcome = await challengeAt(at, { ...task, budgetMs: 3_000 });
  await acting;
  expect(outcome).toMatchObject({ failure: 'timeout', detail: expect.stringMatching(/answered 0 of \d/) });
});

test('a challenger never sends to a silent address for longer than its consent', async () => {
  const at = await testListener();
  const task = taskTo(at, 20_000);
  const heard: number[] = [];
  const acting = rogue(task, ({ socket }) => socket.on('message', () => heard.push(performance.now())));
  const startedAt = performance.now();
  const outcome = await challengeAt(at, task);
  await acting;
  expect(isFailure(outcome)).toBe(true);
  expect((heard.at(-1) ?? 0) - startedAt).toBeLessThan(5_000);
});

test('a prover signs for nothing that it did not answer', async () => {
  const at = await testListener();
  const task = taskTo(at, 8_000);
  const proving = probe.prove(task, testIo(prover));
  const channel = await openAsChallenger(task, { ...testIo(challenger), listener: at });
  if (isFailure(channel)) throw new Error(channel.detail);
  onTestFinished(() => channel.close());
  const types: number[] = [];
  channel.socket.on('message', (datagram) => types.push(typeOf(datagram)));
  const seed = Buffer.alloc(32, 7);
  const first = wire.nonceAt(seed, 0, wire.chainStart(channel.key));
  channel.socket.send(wire.writeExchange(channel.tag, wire.PROBE, 0, first));
  await vi.waitFor(() => expect(types).toContain(wire.REPLY), { timeout: 6_000 });
  channel.socket.send(wire.writeFinish(channel.tag, channel.key, { sent: 2, seed, answered: wire.bitmap([0, 1]) }));
  await proving;
  expect(types.filter((type) => type >= wire.PROBE)).toEqual([wire.REPLY]);
});

test('a signature over another transcript is refused', async () => {
  const at = await testListener();
  const measure = async (tries = 5): Promise<PolSeries | Failure> => {
    const task = taskTo(at, 6_000);
    const [outcome] = await Promise.all([
      challengeAt(at, task),
      probe.prove(task, {
        ...testIo(prover),
        sign: (text) => testIo(prover).sign(text.replace(/transcript: \w/, 'transcript: x')),
      }),
    ]);
    // A machine with other work has nothing that anybody could sign for.
    const isBusy = isFailure(outcome) && outcome.failure === 'own_fault';
    return isBusy && tries > 1 ? measure(tries - 1) : outcome;
  };
  expect(await measure()).toMatchObject({ failure: 'refused' });
});

test('probes during which our own loop was held are kept and marked', async () => {
  const at = await testListener();
  const via = await testPath(at, (datagram) => [{ datagram, delayMs: 4 }]);
  const task = taskTo(via);
  // Often enough that some fall into every burst, and not only into the pauses between them.
  const holding = setInterval(() => {
    const until = performance.now() + 20;
    while (performance.now() < until);
  }, 40);
  onTestFinished(() => clearInterval(holding));
  const series = measured(await measure(at, task));
  expect(series.starved.length).toBeGreaterThan(0);
  expect(series.starved.length).toBeLessThan(series.rtts_us.length);
});

test('abort ends both sides at once', async () => {
  const at = await testListener();
  const via = await testPath(at, (datagram) => [{ datagram, delayMs: 20 }]);
  const stop = new AbortController();
  const task = taskTo(via);
  const measuring = measure(at, task, stop.signal);
  setTimeout(() => stop.abort(), 400);
  const abortedAt = performance.now() + 400;
  const outcome = await measuring;
  expect(outcome).toMatchObject({ failure: 'timeout' });
  expect(performance.now() - abortedAt).toBeLessThan(1_000);
});
