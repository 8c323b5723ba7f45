import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { testParty, testTask } from '../loopback-fixtures.ts';
import type { PobAsk } from './ask.ts';
import type { Lane } from './lane.ts';
import { planOf } from './plan.ts';
import { answerRound } from './prover-round.ts';
import { encodeStart, type Start } from './round.ts';
import { openTalk } from './talk.ts';
import * as wire from './wire.ts';

const MBPS = 5;

/** Two ends of one connection inside this process. */
const lanePair = (): [Lane, Lane] => {
  const takers: ((chunk: Buffer) => void)[] = [];
  const end = (mine: number): Lane => ({
    transport: 'udp',
    ipVersion: 4,
    batch: 1,
    send: (bytes) => void setImmediate(() => takers[1 - mine]?.(bytes)),
    backlogBytes: () => 0,
    dropped: () => 0,
    listen: (take) => {
      takers[mine] = take;
    },
    close: () => {},
  });
  return [end(0), end(1)];
};

/** What the prover answers to one announcement, and how many bytes it then sends although nothing was agreed. */
const announce = async (direction: 'down' | 'up', change: (start: Start) => Start) => {
  const prover = testParty({ bandwidth: String(MBPS), uplink_bandwidth: String(MBPS) });
  const challenger = testParty();
  const ask = { direction, bandwidthMbps: MBPS } as PobAsk;
  const task = testTask<PobAsk>(prover, challenger, { address: '127.0.0.1', port: 1 }, { ask, budgetMs: 400 });
  const [theirs, ours] = lanePair();
  const key = randomBytes(32);
  let spent = 0;
  const answering = answerRound({
    task,
    lane: theirs,
    key,
    mbps: MBPS,
    sign: async () => '',
    verify: async () => true,
    spend: (bytes) => {
      spent += bytes;
    },
    progress: () => {},
  });
  const talk = openTalk(ours, Buffer.from(task.tag, 'hex'), key, () => {});
  const plan = planOf(MBPS, 0);
  const seed = randomBytes(16);
  const start: Start = {
    direction,
    lead_mbps: plan.leadMbps,
    lead_us: plan.leadUs,
    pace_mbps: plan.paceMbps,
    flow_us: plan.flowUs,
    commit: createHash('sha256').update(seed).digest('hex'),
    ...(direction === 'up' ? { seed: seed.toString('hex') } : {}),
  };
  const answer = await new Promise<string>((resolve) => {
    talk.on(wire.ACCEPT, (body) => resolve(body.toString()));
    talk.say(wire.START, encodeStart(change(start)));
  });
  if (answer !== '') {
    talk.say(wire.NONCE, wire.numbers(1, 1));
    await answering;
  }
  return { answer, spent };
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
