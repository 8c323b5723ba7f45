import { expect, test } from 'vitest';
import { common } from '../conformance-fixtures.ts';
import { testParty, testTask } from '../loopback-fixtures.ts';
import { isFailure } from '../proof-type.ts';
import type { PobAsk } from './ask.ts';
import { driveRound } from './challenger-round.ts';
import type { Lane } from './lane.ts';
import { answerRound } from './prover-round.ts';
import type { RoundOptions } from './round.ts';
import { pob } from './rules.ts';
import * as spec from './spec.ts';
import { lanePair } from './testing-lanes.ts';

const oneWayMs = 150;
const mbps = 2;
const claims = { downlink_bandwidth: String(mbps), uplink_bandwidth: String(mbps) };

/** One flow over a round trip of 300 ms. Gives what each end carried, counted in both directions. */
const flowOf = async (direction: PobAsk['direction']) => {
  const ask: PobAsk = { ...common, direction, bandwidthMbps: mbps };
  const endpoint = { address: '127.0.0.1', port: 9 };
  const task = testTask<PobAsk>({ ...testParty(), claims }, testParty(), endpoint, { ask, budgetMs: spec.ROUND_MS });
  const ends = lanePair().map((lane) => {
    const end = { carried: 0 };
    const far: Lane = {
      ...lane,
      send(bytes) {
        end.carried += bytes.length + spec.headerBytes(false);
        setTimeout(() => lane.send(bytes), oneWayMs);
      },
      listen: (take) =>
        lane.listen((chunk) => {
          end.carried += chunk.length + spec.headerBytes(false);
          take(chunk);
        }),
    };
    const options: RoundOptions = {
      ...{ task, lane: far, key: Buffer.alloc(32, 7), mbps },
      ...{ sign: async () => 'signed', verify: async () => true, spend: () => {}, progress: () => {} },
    };
    return { end, options };
  });
  const [challenger, prover] = ends as [(typeof ends)[number], (typeof ends)[number]];
  const [said] = await Promise.all([driveRound(challenger.options), answerRound(prover.options)]);
  if (isFailure(said)) throw new Error(said.detail);
  return { ask, flows: said.spoilt + 1, carried: ends.map(({ end }) => end.carried) };
};

test('a flow over a round trip of 300 ms carries no more than its part of what is booked, control messages included', async () => {
  for (const { ask, flows, carried } of await Promise.all([flowOf('down'), flowOf('up')])) {
    const booked = (pob.cost(ask, claims).bytes / spec.FLOWS_MAX) * flows;
    for (const bytes of carried) {
      // Such a flow really is a long one: it carries more than the rate gives in 4 s.
      expect(bytes).toBeGreaterThan((mbps * 1e6 * 4) / 8);
      expect(bytes).toBeLessThan(booked);
    }
  }
}, 40_000);
