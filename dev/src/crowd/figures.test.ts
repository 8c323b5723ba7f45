import type { Client } from '@trigpoint/client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type CrowdNetwork, logIn, openCrowdNetwork, seatsEach } from './testing.ts';

let network: CrowdNetwork;
let payer: Client;
let id: string;
beforeAll(async () => {
  network = await openCrowdNetwork();
  payer = await logIn(network.url);
  id = await network.request(payer);
  await network.ended(payer, id);
  // The service counts and logs an end once it is written, and may be asked for it in between.
  await vi.waitUntil(() => network.log.some((line) => JSON.parse(line).msg === 'challenge ended'), 120_000);
});
afterAll(() => network.close());

test('the figures of a finished challenge are there to be scraped', async () => {
  const metrics = await (await fetch(`${network.url}/metrics`)).text();
  const value = (name: string) => Number(metrics.match(new RegExp(`^${name} (\\S+)$`, 'm'))?.[1]);
  expect(value('trigpoint_challenges_open')).toBe(0);
  expect(value('trigpoint_agents_connected')).toBe(9);
  expect(value('trigpoint_readings_total{outcome="accepted"}')).toBe(seatsEach);
  expect(value('trigpoint_challenge_seconds_count{proof_type="pol"}')).toBe(1);
  expect(value('trigpoint_verdict_seconds_count{proof_type="pol"}')).toBe(1);
  expect(metrics).toMatch(/^trigpoint_challenges_ended_total\{proof_type="pol",state="ENDED_SUCCESSFULLY",[^}]*\} 1$/m);
});

test('one line of the log tells how a challenge ended, part by part', () => {
  const lines = network.log.map((line) => JSON.parse(line)).filter((it) => it.msg === 'challenge ended');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ challenge: id, proofType: 'pol', state: 'ENDED_SUCCESSFULLY', refusals: 0 });
  expect(lines[0].assignments.map((it: { outcome: string }) => it.outcome)).toEqual(Array(seatsEach).fill('read'));
});

test('neither names a token, a signature, a task’s secret or an exact position', async () => {
  const { db } = network.service.context;
  const parts = await db.all('SELECT token, tag, signature, message FROM assignment');
  const secrets = [payer.token as string, ...parts.flatMap((it) => [it.token, it.tag, it.signature, it.message])];
  for (const { latitude, longitude } of network.crowd.provers) secrets.push(latitude.toFixed(4), longitude.toFixed(4));
  const metrics = await (await fetch(`${network.url}/metrics`)).text();
  const log = network.log.join('');
  expect(parts).toHaveLength(seatsEach);
  for (const secret of secrets as string[]) {
    expect(log).not.toContain(secret);
    expect(metrics).not.toContain(secret);
  }
});
