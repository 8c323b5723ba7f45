import type { Client } from '@trigpoint/client';
import { challengeRoutes, ledgerRoutes, networkRoutes, ServiceError, verdictRoutes } from '@trigpoint/protocol';
import { verifySignature } from '@trigpoint/protocol/node';
import { Check } from '@trigpoint/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CrowdNetwork, logIn, openCrowdNetwork, seatsEach } from './testing.ts';

const routes = { ...networkRoutes, ...challengeRoutes, ...verdictRoutes, ...ledgerRoutes };
const finished = 4;

let network: CrowdNetwork;
let payer: Client;
beforeAll(async () => {
  network = await openCrowdNetwork();
  payer = await logIn(network.url);
  for (let i = 0; i < finished; i++) await network.ended(payer, await network.request(payer));
});
afterAll(() => network.close());

/** Calls an operation, and holds its answer against the route table. */
const call: Client['call'] = async (name, body) => {
  const answer = await payer.call(name, body);
  expect(Check(routes[name as keyof typeof routes].reply, answer)).toBe(true);
  return answer;
};

const agentNames = [
  'id',
  'keyType',
  'publicKey',
  'projectName',
  'projectPublicKey',
  'claims',
  'online',
  'last_alive',
  'verified_place',
  'verified_result',
  'number_of_challenges',
  'number_of_successful_challenges',
  'admission',
];

test('provers and challengers are listed in pages that neither repeat nor leave out, with the total', async () => {
  const all = (await call('challengers', {})).result;
  expect([all.challengers.length, all.total]).toEqual([7, 7]);
  expect(Object.keys(all.challengers[0] ?? {})).toEqual(agentNames);
  const paged = [];
  for (let skip = 0; skip < all.total; skip += 3)
    paged.push(...(await call('challengers', { skip, limit: 3 })).result.challengers);
  expect(paged.map((it) => it.id)).toEqual(all.challengers.map((it) => it.id));
  expect((await call('challengers', { skip: 7 })).result).toEqual({ challengers: [], total: 7, next_cursor: null });
  const { provers, total } = (await call('provers', { limit: 1 })).result;
  expect([provers.length, total]).toEqual([1, 2]);
  for (const body of [{ limit: 0 }, { skip: -1 }, { limit: 10_001 }, { limit: '3' }])
    await expect(payer.call('provers', body as never)).rejects.toMatchObject({ status: 400 });
});

test('what an agent has done adds up: every part of every challenge, once', async () => {
  const { challengers } = (await call('challengers', {})).result;
  const sum = (values: number[]) => values.reduce((all, one) => all + one, 0);
  expect(sum(challengers.map((it) => it.number_of_challenges))).toBe(finished * seatsEach);
  expect(sum(challengers.map((it) => it.number_of_successful_challenges))).toBe(finished * seatsEach);
  const { provers } = (await call('provers', {})).result;
  expect(sum(provers.map((it) => it.number_of_challenges))).toBe(finished);
});

test('one agent is shown with its readings exactly as signed, so that anybody can tell who signed', async () => {
  const { challengers } = (await call('challengers', {})).result;
  const busy = challengers.find((it) => it.number_of_challenges > 0);
  const { result } = await call('challenger', { id: busy?.id ?? '' });
  expect(result.results).toHaveLength(busy?.number_of_challenges ?? 0);
  for (const { message, signature, challenger } of result.results) {
    expect(challenger).toBe(result.id);
    expect(verifySignature(result.keyType, result.publicKey, message, signature)).toBe(true);
  }
  const { provers } = (await call('provers', {})).result;
  const asked = provers.find((it) => it.number_of_challenges > 0);
  const about = (await call('prover', { id: asked?.id ?? '' })).result;
  expect(new Set(about.results.map((it) => it.prover))).toEqual(new Set([about.id]));
  const unknown = await payer.call('prover', { id: 'IPv4/nobody' }).catch((error: unknown) => error);
  expect(unknown).toBeInstanceOf(ServiceError);
  expect(unknown).toMatchObject({ status: 404, code: 'agent_not_found' });
});

test('the history is newest first, in pages, and can be asked for one prover, one payer or one id', async () => {
  const all = (await call('challenge-history', {})).result.challenges;
  const ids = all.map((it) => it.id);
  expect(ids.toSorted((a, b) => Number(b) - Number(a))).toEqual(ids);
  expect(ids).toHaveLength(finished);
  const paged = [];
  for (let skip = 0; skip < finished + 2; skip += 2)
    paged.push(...(await call('challenge-history', { skip, limit: 2 })).result.challenges.map((it) => it.id));
  expect(paged).toEqual(ids);
  const [first] = all;
  const of = (await call('challenge-history', { prover: first?.prover ?? '' })).result.challenges;
  expect(of.map((it) => it.id)).toEqual(all.filter((it) => it.prover === first?.prover).map((it) => it.id));
  expect((await call('challenge-history', { payer: first?.payer ?? '' })).result.challenges).toHaveLength(finished);
  expect((await call('challenge-history', { payer: `0x${'12'.repeat(20)}` })).result.challenges).toEqual([]);
  expect(first).toMatchObject({ state: 'ENDED_SUCCESSFULLY', reason: expect.stringMatching(/\w/) });
});

test('statistics count who is there and how challenges ended, hour by hour', async () => {
  const { result } = await call('statistics', {});
  expect(result).toMatchObject({ provers: 2, challengers: 7, open_challenges: 0 });
  const sum = ({ true: yes, false: no, inconclusive }: { true: number; false: number; inconclusive: number }) =>
    yes + no + inconclusive;
  expect(sum(result.ended)).toBe(finished);
  expect(result.hours).toHaveLength(24);
  expect(result.hours.reduce((all, hour) => all + sum(hour), 0)).toBe(finished);
  expect((await payer.call('statistics', {})).result.hours.at(-1)?.hour).toMatch(/:00:00\.000Z$/);
});
