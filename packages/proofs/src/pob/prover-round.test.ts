import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { testParty, testTask } from '../loopback-fixtures.ts';
import type { PobAsk } from './ask.ts';
import { fillDatagrams, openKeystream } from './keystream.ts';
import { planOf, wirePlan } from './plan.ts';
import { answerRound } from './prover-round.ts';
import { readReport } from './report.ts';
import { encodeStart, type Start } from './round.ts';
import { openTalk } from './talk.ts';
import { lanePair } from './testing-lanes.ts';
import * as wire from './wire.ts';

const MBPS = 5;

/** A prover that answers, and the challenger's end of the talk. */
const openRound = (direction: 'down' | 'up', budgetMs: number) => {
  const prover = testParty({ bandwidth: String(MBPS), uplink_bandwidth: String(MBPS) });
  const ask = { direction, bandwidthMbps: MBPS } as PobAsk;
  const task = testTask<PobAsk>(prover, testParty(), { address: '127.0.0.1', port: 1 }, { ask, budgetMs });
  const [theirs, ours] = lanePair();
  const key = randomBytes(32);
  const spent = { bytes: 0 };
  const answering = answerRound({
    task,
    lane: theirs,
    key,
    mbps: MBPS,
    sign: async () => '',
    verify: async () => true,
    spend: (bytes) => {
      spent.bytes += bytes;
    },
    progress: () => {},
  });
  const tag = Buffer.from(task.tag, 'hex');
  const talk = openTalk(ours, tag, key, () => {});
  const plan = planOf(MBPS, 0);
  const seed = randomBytes(16);
  const start: Start = {
    direction,
    ...wirePlan(plan),
    commit: createHash('sha256').update(seed).digest('hex'),
    ...(direction === 'up' ? { seed: seed.toString('hex') } : {}),
  };
  const announce = (announced: Start) =>
    new Promise<string>((resolve) => {
      talk.on(wire.ACCEPT, (body) => resolve(body.toString()));
      talk.say(wire.START, encodeStart(announced));
    });
  const stream = openKeystream(seed);
  const sendNext = (seq: number) => ours.send(fillDatagrams(stream, tag, 0, seq, 1, [0, 0]));
  return { talk, start, announce, sendNext, answering, spent };
};

/** What the prover answers to one announcement, and how many bytes it then sends although nothing was agreed. */
const announce = async (direction: 'down' | 'up', change: (start: Start) => Start) => {
  const round = openRound(direction, 400);
  const answer = await round.announce(change(round.start));
  if (answer !== '') {
    round.talk.say(wire.NONCE, wire.numbers(1, 1));
    await round.answering;
  }
  return { answer, spent: round.spent.bytes };
};

test('a prover agrees to what its task allows', async () => {
  for (const direction of ['down', 'up'] as const) expect((await announce(direction, (it) => it)).answer).toBe('');
});

test('a prover refuses a flow that is more than its task allows, and sends nothing', async () => {
  const greedy: ((start: Start) => Start)[] = [
    (it) => ({ ...it, pace_mbps: it.pace_mbps * 1.1 }),
    (it) => ({ ...it, lead_mbps: it.lead_mbps * 10 }),
    (it) => ({ ...it, lead_us: it.lead_us + 1e6 }),
    (it) => ({ ...it, flow_us: 60e6 }),
  ];
  for (const change of greedy) {
    expect(await announce('up', change)).toEqual({
      answer: 'the announced flow is more than the task allows',
      spent: 0,
    });
  }
});

test('a prover refuses the other direction, and a seed that was not committed to', async () => {
  expect((await announce('down', (it) => ({ ...it, direction: 'up', seed: '00'.repeat(16) }))).answer).toMatch(
    /direction/,
  );
  expect((await announce('up', (it) => ({ ...it, seed: '00'.repeat(16) }))).answer).toMatch(/committed/);
});

/** How far the prover says it received when so many datagrams came before END, so many after it, and so many never. */
const endAfter = async (arrived: number, later: number, lost: number): Promise<number> => {
  const { talk, start, announce: say, sendNext, answering } = openRound('down', 5_000);
  expect(await say(start)).toBe('');
  for (let seq = 0; seq < arrived; seq++) sendNext(seq);
  const parts: Buffer[] = [];
  const reported = new Promise<number>((resolve) => {
    talk.on(wire.PART, (body) => {
      parts[body.readUInt16BE(0)] = Buffer.from(body.subarray(4));
      if (Object.keys(parts).length < body.readUInt16BE(2)) return;
      talk.say(wire.DONE, Buffer.of(0));
      const report = readReport(JSON.parse(Buffer.concat(parts).toString())[0]);
      resolve(report?.direction === 'down' ? (report.checkpoints.at(-1)?.[0] ?? 0) : -1);
    });
  });
  talk.say(wire.END, wire.numbers(arrived + later + lost));
  for (let seq = arrived; seq < arrived + later; seq++) sendNext(seq);
  const through = await reported;
  await answering;
  return through;
};

test('a prover waits for datagrams that are still on their way', async () => {
  expect(await endAfter(28, 2, 0)).toBe(30);
});

test('a prover that has the last datagram waits for nothing', async () => {
  const ended: string[] = [];
  const end = async (name: string, lost: number) => {
    expect(await endAfter(30, 0, lost)).toBe(30);
    ended.push(name);
  };
  await Promise.all([end('one is missing', 1), end('all are here', 0)]);
  expect(ended).toEqual(['all are here', 'one is missing']);
});
