import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { testIo, testParty, testTask } from '../loopback-fixtures.ts';
import type { PobAsk } from './ask.ts';
import { driveRound } from './challenger-round.ts';
import type { Lane } from './lane.ts';
import { answerRound } from './prover-round.ts';
import { lanePair } from './testing-lanes.ts';
import * as wire from './wire.ts';

const MBPS = 5;

/** One round whose prover says other things than it should: `change` is given the body of every part of its report. */
const roundWith = (change: (body: Buffer) => Buffer) => {
  const [prover, challenger] = [testParty({ bandwidth: String(MBPS) }), testParty()];
  const ask = { direction: 'down', bandwidthMbps: MBPS } as PobAsk;
  const task = testTask<PobAsk>(prover, challenger, { address: '127.0.0.1', port: 1 }, { ask, budgetMs: 15_000 });
  const key = randomBytes(32);
  const tag = Buffer.from(task.tag, 'hex');
  const [theirs, ours] = lanePair();
  const cheating: Lane = {
    ...theirs,
    send(bytes) {
      const body = wire.typeOf(bytes) === wire.PART ? wire.unseal(key, bytes) : undefined;
      theirs.send(body ? wire.seal(tag, key, wire.PART, wire.flowAt(bytes, 0), change(body)) : bytes);
    },
  };
  const common = { task, key, mbps: MBPS, spend: () => {}, progress: () => {} };
  const { sign, verify } = testIo(prover);
  void answerRound({ ...common, lane: cheating, sign, verify: async () => true });
  return driveRound({
    ...common,
    lane: ours,
    sign: async () => '',
    verify: (text, signature) => verify(prover, text, signature),
  });
};

test('a report comes in parts of the agreed length', async () => {
  expect(await roundWith((body) => body)).toMatchObject({ direction: 'down', checked: 'match' });
});

test('longer parts are not taken: a hundred of them would be more than a reading holds', async () => {
  const longer = (body: Buffer) => Buffer.concat([body, Buffer.alloc(60_000, ' ')]);
  expect(await roundWith(longer)).toMatchObject({ failure: 'timeout' });
});
