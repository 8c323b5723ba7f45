import { randomBytes } from 'node:crypto';
import { fastSigner } from '@trigpoint/agent';
import type { Evidence } from '@trigpoint/proofs';
import { ServiceError } from '@trigpoint/protocol';
import { balance, brokenInvariants, network as issuer, post, requestAccount, userAccount } from '@trigpoint/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CrowdNetwork, challengersEach, logIn, openCrowdNetwork } from './testing.ts';

const price = 3;
const points = 1_000_000;
/** Fees are set aside for all seats that a challenge may have: those asked for, and one and a half lookouts for each. */
const setAside = price * (challengersEach + Math.ceil(1.5 * challengersEach));

let network: CrowdNetwork;
beforeAll(async () => {
  network = await openCrowdNetwork({
    ...{ REQUEST_FEE: String(price), REWARD_PER_READING: '0', CAMPAIGN_FUNDING: 'creator' },
  });
});
afterAll(() => network.close());

/** How many were drawn: the network is smaller than the seats there may be. */
const drawn = async (client: Awaited<ReturnType<typeof logIn>>, id: string): Promise<number> => {
  const { result } = await client.call('challenge-evidence', { challenge_id: id });
  return (result as unknown as Evidence).transcript.draw?.seats.length ?? 0;
};

const newPayer = async (held: number) => {
  const signer = fastSigner('ethereum', randomBytes(32));
  const address = signer.publicKey.toLowerCase() as `0x${string}`;
  const account = userAccount('ethereum', address);
  const { db } = network.service.context;
  const given = {
    reason: `gift:${address}`,
    unit: 'POINTS',
    from: issuer,
    to: account,
    memo: 'a gift',
    at: 0,
  } as const;
  await db.write((tx) => post(tx, [{ ...given, amount: held * points }]));
  const client = await logIn(network.url, 'payer', signer);
  return { client, address, holds: async () => Number(await balance(db, account)) / points };
};

test('the price is set aside at the request and paid to those whose readings count', async () => {
  const payer = await newPayer(50);
  const id = await network.request(payer.client, payer.address);
  expect(await payer.holds()).toBe(50 - setAside);
  expect((await network.ended(payer.client, id)).state).toBe('ENDED_SUCCESSFULLY');
  const seats = await drawn(payer.client, id);
  expect(seats).toBeGreaterThan(challengersEach);
  expect(await payer.holds()).toBe(50 - price * seats);
  const { db } = network.service.context;
  expect(await balance(db, requestAccount(id))).toBe(0n);
  const paid = await db.all("SELECT amount FROM ledger_transfer WHERE reason LIKE ? AND memo LIKE '%payer''s fee'", [
    `fee:${id}:%`,
  ]);
  expect(paid.map((it) => it.amount)).toEqual(Array(seats).fill(price * points));
  const { result } = await payer.client.call('my-balance', {});
  expect(result.entries.map((it) => it.points)).toEqual([setAside - price * seats, -setAside, 50]);
  expect(await brokenInvariants(db)).toEqual([]);
});

test('402 names the price and the balance where the payer has less, and nothing is accepted or moved', async () => {
  const payer = await newPayer(setAside - 1);
  const id = String(network.mine(network.crowd.provers, 1, challengersEach, payer.address));
  const refusal = await payer.client.call('challenge-request-dcl', { challenge_id: id }).catch((error) => error);
  expect(refusal).toBeInstanceOf(ServiceError);
  expect([refusal.status, refusal.code]).toEqual([402, 'insufficient_balance']);
  expect(refusal.message).toMatch(/39.*38|38.*39/);
  const unknown = await payer.client.call('challenge-status-dcl', { challenge_id: id }).catch((error) => error);
  expect(unknown.code).toBe('challenge_not_found');
  expect(await payer.holds()).toBe(setAside - 1);
});

test('the payer is who asked on chain, whoever relays', async () => {
  const payer = await newPayer(100);
  const relay = await newPayer(100);
  const id = await network.request(relay.client, payer.address);
  await network.ended(relay.client, id);
  expect(await relay.holds()).toBe(100);
  expect(await payer.holds()).toBe(100 - price * (await drawn(relay.client, id)));
});

test('all of it comes back where the challenge fails', async () => {
  const payer = await newPayer(50);
  const nobody = { address: `0x${'ee'.repeat(20)}` as const, latitude: 50, longitude: 8 };
  const id = String(network.mine([nobody], 1, challengersEach, payer.address));
  await payer.client.call('challenge-request-dcl', { challenge_id: id });
  expect(await payer.holds()).toBe(50 - setAside);
  // A prover is waited for until the request expires.
  network.clock.ahead += 25_000;
  await new Promise((resolve) => setTimeout(resolve, 700));
  const waiting = await payer.client.call('challenge-status-dcl', { challenge_id: id });
  expect([waiting.state, waiting.challenge_parameters.waits_for]).toEqual([
    'SUBMITTED_TO_CHALLENGE_COORDINATOR',
    'the consent of the prover',
  ]);
  network.clock.ahead += Date.parse(String(waiting.challenge_parameters.expires_at)) - Date.now() - network.clock.ahead;
  const status = await network.ended(payer.client, id);
  expect(status.state).toBe('ERROR_ENDED_WITH_FAILURE');
  expect(await payer.holds()).toBe(50);
  const { result } = await payer.client.call('my-balance', { limit: 1 });
  expect(result.entries[0]).toMatchObject({
    points: setAside,
    reason: expect.stringContaining('refunded, the challenge failed'),
  });
});
