import { encodePolAsk } from '@trigpoint/proofs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endChallenge, insertChallenge } from '../../challenge/store.ts';
import { insertAssignments, recordReadings } from '../../coordination/assignment-store.ts';
import { eachDriver } from '../../db/testing.ts';
import type { Service } from '../../main.ts';
import { ethereumKey, helloFor, logIn, post, startTestService } from '../../testing.ts';

eachDriver('results of a prover, for clients of witnesschain', (place) => {
  const services: { off?: Service; witnesschain?: Service } = {};
  const names = ['off', 'witnesschain'] as const;
  type Name = (typeof names)[number];
  const service = (name: Name) => services[name] as Service;
  const cookies = { off: '', witnesschain: '' };
  const key = ethereumKey();
  const address = key.publicKey.toLowerCase() as `0x${string}`;
  const prover = `IPv4/${address}`;
  const challenger = `IPv4/0x${'22'.repeat(20)}`;
  const claims = { latitude: '1', longitude: '2' };
  const submittedAt = Date.UTC(2026, 4, 1);

  const arrive = async ({ context: { agents } }: Service) => {
    const session = {
      ...{ tokenHash: '', publicId: '', keyType: key.keyType, publicKey: address, proofType: 'pol' },
      role: 'prover' as const,
      ...{ projectName: '', projectPublicKey: '', walletPublicKey: {}, claims, createdAt: 0, usedAt: 0, expiresAt: 0 },
    };
    const greeting = agents.identities.greet(session, '127.0.0.1');
    await agents.arrive(session, '127.0.0.1', await helloFor(greeting, key, { role: 'prover', claims }));
  };

  /** A challenge with one reading, which ended with this verdict, or still runs. */
  const challenge = ({ context: { db } }: Service, id: string, verified?: string, more: object = { series: {} }) =>
    db.write(async (tx) => {
      const ask = { proverRegistry: address, prover: address, isIPv6: false, challengers: 4, tolerance: 1 };
      await insertChallenge(tx, {
        ...{ id, proofType: 'pol', payer: address, relayedBy: '', proverAddress: address, proverId: prover },
        ...{ blockNumber: 1, blockHash: '0x', proverClaims: claims, settings: {}, fee: 0 },
        info: encodePolAsk({ ...ask, latitude: 1, longitude: 2 }),
        ...{ submittedAt: submittedAt + Number(id), expiresAt: Date.now() + 1e9, dueAt: Date.now() + 1e9 },
      });
      await tx.run('UPDATE challenge SET attempt = 1 WHERE id = ?', [id]);
      const seat = { challengeId: id, attempt: 1, challengerId: challenger, position: 0 };
      await insertAssignments(tx, [
        {
          ...{ ...seat, state: 'asked', context: {} as never, token: id, tag: id, askedAt: 1, dueAt: Date.now() + 1e9 },
          ...{ message: '', signature: '', failure: '', receivedAt: null },
        },
      ]);
      const at = new Date(submittedAt).toISOString();
      const message = JSON.stringify({
        ...{ challenge_id: id, attempt: 1, prover, challenger, proof_type: 'pol' },
        ...{ ...more, started_at: at, ended_at: at, prover_counter_signature: null },
      });
      await recordReadings(tx, [{ ...seat, message, signature: '0xsigned', failure: '' }], Date.now());
      if (verified === undefined) return;
      const verdict = JSON.stringify({ verified, reason: 'seen', result: { uncertainty_km: '12' }, detail: {} });
      const state = 'ENDED_SUCCESSFULLY';
      await endChallenge(tx, {
        ...{ id, owner: '', state, verdict, transcriptHash: '', calibration: '', endedAt: Date.now() },
      });
    });

  beforeAll(async () => {
    for (const name of names) {
      services[name] = await startTestService(await place.fresh(), { TRIGPOINT_COMPAT: name });
      cookies[name] = await logIn(service(name), ethereumKey());
      await arrive(service(name));
      await challenge(service(name), '1', 'true');
      await challenge(service(name), '2', 'false');
      await challenge(service(name), '3', 'true', { failure: { failure: 'timeout', detail: 'nothing came' } });
      await challenge(service(name), '4');
    }
  });
  afterAll(() => Promise.all(names.map((it) => services[it]?.close())));

  const call = async (name: Name, operation: string, body: unknown = {}) =>
    (await post(service(name), `/proof/v1/pol/${operation}`, body, { cookie: cookies[name] })).body;

  const outcome = (id: string, succeeded: boolean, verified: boolean) => ({
    ...{ id, challenge_id: id, prover, challenger, signature: '0xsigned', message: expect.stringContaining('{') },
    received_at: expect.any(String),
    claims: { latitude: 1, longitude: 2 },
    result: { challenge_succeeded: succeeded },
    challenge_start_time: new Date(submittedAt + Number(id)).toISOString(),
    consolidated_result: { uncertainty_km: '12', reason: 'seen', verified },
  });
  // A text would count as true in most languages, also "false". A reading that failed did not succeed.
  const outcomes = [outcome('3', false, true), outcome('2', false, false), outcome('1', true, true)];

  test('prover and all-provers tell how each challenge ended, and nothing of one that runs', async () => {
    expect((await call('witnesschain', 'prover', { id: prover })).result.results).toEqual(outcomes);
    const all = await call('witnesschain', 'all-provers');
    expect(all.result).toMatchObject({ total: 1, provers: [{ id: prover, online: expect.any(Boolean) }] });
    expect(all.result.provers[0].results).toEqual(outcomes);
    expect((await call('witnesschain', 'all-provers', { skip: 1 })).result).toEqual({
      provers: [],
      total: 1,
      next_cursor: null,
    });
    expect((await call('witnesschain', 'provers')).result.provers[0]).not.toHaveProperty('results');
    expect((await call('off', 'prover', { id: prover })).result.results[0]).not.toHaveProperty('claims');
    expect((await call('off', 'all-provers')).error.code).toBe('route_not_found');
  });

  test('a challenge’s status carries its results once it has ended', async () => {
    const told = async (name: Name, id: string) => call(name, 'challenge-status-dcl', { challenge_id: id });
    expect((await told('witnesschain', '1')).result.results).toEqual([outcome('1', true, true)]);
    expect((await told('witnesschain', '4')).result.results).toEqual([]);
    expect(await told('off', '1')).not.toHaveProperty('results');
  });
});
