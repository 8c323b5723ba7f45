import { encodePolAsk } from '@trigpoint/proofs';
import { beforeAll, expect, test } from 'vitest';
import { endChallenge, insertChallenge } from '../../challenge/store.ts';
import { insertAssignments, recordReadings } from '../../coordination/assignment-store.ts';
import { eachDriver } from '../../db/testing.ts';
import type { Service } from '../../main.ts';
import { arriveOn } from '../../network/testing.ts';
import { ethereumKey } from '../../testing.ts';
import { type Name, names, openBoth } from './testing.ts';

eachDriver('results of a prover, for clients of witnesschain', (place) => {
  const key = ethereumKey();
  const { service, call: ask } = openBoth(place, ethereumKey());
  const address = key.publicKey.toLowerCase() as `0x${string}`;
  const prover = `IPv4/${address}`;
  const challenger = `IPv4/0x${'22'.repeat(20)}`;
  const claims = { latitude: '1', longitude: '2' };
  const submittedAt = Date.UTC(2026, 4, 1);

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
      await arriveOn(service(name).context.agents, key, { role: 'prover', claims });
      await challenge(service(name), '1', 'true');
      await challenge(service(name), '2', 'false');
      await challenge(service(name), '3', 'true', { failure: { failure: 'timeout', detail: 'nothing came' } });
      await challenge(service(name), '4');
    }
  });

  const call = async (...given: Parameters<typeof ask>) => (await ask(...given)).body;

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
