import { encodePobAsk, encodePolAsk } from '@trigpoint/proofs';
import { challengeRoutes } from '@trigpoint/protocol';
import { Compile } from '@trigpoint/schema';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SimulatedChain, SimulatedEndpoint } from '../chain/simulation.ts';
import { eachDriver } from '../db/testing.ts';
import type { Service } from '../main.ts';
import { proverWasHere } from '../network/temporary-prover.ts';
import { ethereumKey, logIn, post, startTestService } from '../testing.ts';

const prover = `0x${'ab'.repeat(20)}` as const;
const requester = `0x${'cd'.repeat(20)}` as const;
const common = { proverRegistry: prover, prover, isIPv6: false, challengers: 5, tolerance: 2 };
const polInfo = encodePolAsk({ ...common, latitude: 38.7223, longitude: -9.1393 });
const pobInfo = encodePobAsk({ ...common, direction: 'up', bandwidthMbps: 100 });
const confirmations = 2;

eachDriver('challenge requests', (place) => {
  const clock = { now: Date.now() };
  const startTime = Math.floor(clock.now / 1000);
  const chain = new SimulatedChain(startTime - 600);
  const node = new SimulatedEndpoint('node', chain, () => 0);
  let service: Service;
  let cookie: string;

  beforeAll(async () => {
    service = await startTestService(
      await place.fresh(),
      {
        CHAIN_RPC_URL: 'http://127.0.0.1:1',
        CHAIN_ID: String(chain.chainId),
        REQUEST_HANDLER_ADDRESS: prover,
        CHAIN_CONFIRMATIONS: String(confirmations),
        ATTRIBUTE_IDS: 'pol=place-v1',
      },
      { now: () => clock.now, rpcEndpoints: [node] },
    );
    cookie = await logIn(service, ethereumKey(), { role: 'challenger' });
  });
  afterAll(() => service.close());

  const request = (id: unknown, type = 'pol') =>
    post(service, `/proof/v1/${type}/challenge-request-dcl`, { challenge_id: id }, { cookie });
  const status = (id: unknown, type = 'pol') =>
    post(service, `/proof/v1/${type}/challenge-status-dcl`, { challenge_id: id }, { cookie });
  /** Submits on chain and buries it. */
  const submit = (it: { attributeId?: string; info?: `0x${string}`; expiration?: number } = {}) => {
    const expiration = startTime + 3_600;
    const [id] = chain.mine([{ requester, attributeId: 'pol-v1', info: polInfo, expiration, ...it }]);
    chain.mine();
    chain.mine();
    return String(id);
  };
  const refusal = async (answer: ReturnType<typeof post>) => {
    const { status: code, body } = await answer;
    return [code, body.error?.code];
  };

  test('a confirmed request is accepted, whoever relays it; who asked on chain is the payer', async () => {
    const id = submit();
    const answer = await request(id);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      result: { challenge_id: id, challenge_status: 'SUBMITTED_TO_CHALLENGE_COORDINATOR' },
    });
    const row = await service.context.db.get('SELECT * FROM challenge WHERE id = ?', [id]);
    expect(row).toMatchObject({ payer: requester, proof_type: 'pol', info: polInfo, prover_address: prover });
    expect(row?.block_hash).toBe(chain.blocks[Number(row?.block_number)]?.hash);
    expect(chain.blocks[Number(row?.block_number)]?.challenges).toHaveLength(Number(id));
  });

  test('the status has every field from the first moment', async () => {
    const id = submit();
    await request(id);
    const { status: code, body } = await status(id);
    expect(code).toBe(200);
    expect(Compile(challengeRoutes['challenge-status-dcl'].reply).Check(body)).toBe(true);
    expect(body).toEqual({
      id,
      challenge_start_time: new Date(clock.now).toISOString(),
      challenge_end_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      state: 'SUBMITTED_TO_CHALLENGE_COORDINATOR',
      challenge_parameters: {
        number_of_challengers: 5,
        tolerance: '2',
        prover,
        ip_version: '4',
        latitude: '38.7223',
        longitude: '-9.1393',
        expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/),
        waits_for: 'the consent of the prover',
      },
      consolidated_result: {},
      prover: { id: '', claims: {} },
    });
    expect(Date.parse(body.challenge_end_time)).toBeGreaterThan(clock.now);
  });

  test('pob challenges work alike, and the claims of a prover who was here are fixed at acceptance', async () => {
    await proverWasHere(service.context.db, prover, { proofType: 'pob' });
    await service.context.db.run(`UPDATE agent SET claims = '{"uplink_bandwidth":"100"}' WHERE proof_type = 'pob'`);
    const id = submit({ attributeId: 'pob-v1', info: pobInfo });
    expect((await request(id, 'pob')).status).toBe(200);
    await service.context.db.write((tx) => tx.run(`UPDATE agent SET claims = '{}' WHERE proof_type = 'pob'`));
    const { body } = await status(id, 'pob');
    expect(body.prover).toEqual({ id: `IPv4/${prover}`, claims: { uplink_bandwidth: '100' } });
    expect(body.challenge_parameters).toMatchObject({ direction: 'up', bandwidth_mbps: '100' });
  });

  test('429 where a payer lets too many wait for one prover; other payers are let in, and nothing is spent', async () => {
    const victim = `0x${'ef'.repeat(20)}` as const;
    const info = encodePolAsk({ ...common, prover: victim, latitude: 1, longitude: 2 });
    const expiration = startTime + 3_600;
    const ask = (payer: string) => ({ requester: payer as `0x${string}`, attributeId: 'pol-v1', info, expiration });
    const greedy = Array.from({ length: 65 }, () => ask(`0x${'77'.repeat(20)}`));
    const ids = chain.mine([...greedy, ask(`0x${'78'.repeat(20)}`)]).map(String);
    chain.mine();
    chain.mine();
    const other = ids.pop() as string;
    const last = ids.pop() as string;
    for (const id of ids) expect((await request(id)).status).toBe(200);
    const refused = await request(last);
    expect([refused.status, refused.body.error.code, refused.headers.get('retry-after')]).toEqual([
      429,
      'too_many_waiting',
      '30',
    ]);
    expect((await request(ids[0])).status).toBe(200);
    expect((await request(other)).status).toBe(200);
    await service.context.db.run(`UPDATE challenge SET due_at = NULL WHERE id = ?`, [ids[0] as string]);
    expect((await request(last)).status).toBe(200);
  });

  test('100 parallel requests for one id make one row and get one answer', async () => {
    const id = submit();
    const answers = await Promise.all(Array.from({ length: 100 }, () => request(id)));
    for (const { status: code, body } of answers) {
      expect(code).toBe(200);
      expect(body.result).toEqual({ challenge_id: id, challenge_status: 'SUBMITTED_TO_CHALLENGE_COORDINATOR' });
    }
    expect(await service.context.db.all('SELECT id FROM challenge WHERE id = ?', [id])).toHaveLength(1);
  });

  test('the same id again gives the state as it is now, also when the chain is away', async () => {
    const id = submit();
    await request(id);
    await service.context.db.write((tx) =>
      tx.run(
        `UPDATE challenge SET state = 'ENDED_SUCCESSFULLY', due_at = NULL, ended_at = 1, verdict = ? WHERE id = ?`,
        [
          JSON.stringify({ verified: 'true', reason: 'All agree.', result: { uncertainty_km: '12' }, detail: null }),
          id,
        ],
      ),
    );
    node.fault = 'silent';
    expect((await request(id)).body.result.challenge_status).toBe('ENDED_SUCCESSFULLY');
    const { body } = await status(id);
    node.fault = 'none';
    expect(body.consolidated_result).toEqual({ verified: 'true', reason: 'All agree.', uncertainty_km: '12' });
    expect(body.challenge_end_time).toBe('1970-01-01T00:00:00.001Z');
  });

  test.each(['', 'abc', '0x1', '01', '-1', '1.0', '1e3', ' 1', '1'.repeat(79), String(2n ** 256n), 7, null, undefined])(
    '400 for a malformed id (%j)',
    async (id) => {
      expect(await refusal(request(id))).toEqual([400, 'invalid_field']);
      expect(await refusal(status(id))).toEqual([400, 'invalid_field']);
    },
  );

  test('401 without a session', async () => {
    for (const name of ['challenge-request-dcl', 'challenge-status-dcl'])
      expect((await post(service, `/proof/v1/pol/${name}`, { challenge_id: '1' })).status).toBe(401);
  });

  test('404 for what the chain does not have, and for a status that was never brought here', async () => {
    for (const id of ['0', '999999', String(2n ** 256n - 1n)]) {
      expect(await refusal(request(id))).toEqual([404, 'challenge_not_on_chain']);
      expect(await refusal(status(id))).toEqual([404, 'challenge_not_found']);
    }
    const id = submit();
    expect(await refusal(status(id))).toEqual([404, 'challenge_not_found']);
    await request(id);
    expect(await refusal(status(id, 'pob'))).toEqual([404, 'challenge_not_found']);
  });

  test('further attribute ids can mean a proof type', async () => {
    const id = submit({ attributeId: 'place-v1' });
    expect(await refusal(request(id, 'pob'))).toEqual([409, 'challenge_of_other_type']);
    expect((await request(id)).status).toBe(200);
  });

  test('409 for the other proof type, before and after acceptance', async () => {
    const id = submit();
    expect(await refusal(request(id, 'pob'))).toEqual([409, 'challenge_of_other_type']);
    await request(id);
    expect(await refusal(request(id, 'pob'))).toEqual([409, 'challenge_of_other_type']);
    const unknown = submit({ attributeId: 'disk-v1' });
    expect(await refusal(request(unknown))).toEqual([409, 'challenge_of_other_type']);
  });

  test('409 with Retry-After until it is confirmed', async () => {
    const expiration = startTime + 3_600;
    const [id] = chain.mine([{ requester, attributeId: 'pol-v1', info: polInfo, expiration }]);
    for (let depth = 0; depth < confirmations; depth++) {
      const answer = await request(String(id));
      expect([answer.status, answer.body.error.code]).toEqual([409, 'challenge_not_confirmed']);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      chain.mine();
    }
    expect((await request(String(id))).status).toBe(200);
  });

  test('409 once it has expired, by the chain or by the clock', async () => {
    const byChain = submit({ expiration: chain.head.timestamp });
    expect(await refusal(request(byChain))).toEqual([409, 'challenge_expired']);
    const byClock = submit({ expiration: startTime + 60 });
    clock.now += 61_000;
    expect(await refusal(request(byClock))).toEqual([409, 'challenge_expired']);
  });

  test('409 for an info that cannot be carried out, with the reason', async () => {
    const id = submit({ info: pobInfo });
    const answer = await request(id);
    expect([answer.status, answer.body.error.code]).toEqual([409, 'challenge_unusable']);
    expect(answer.body.error.message).toMatch(/isIPv6|challengers|latitude/);
  });

  describe('503 with Retry-After, never a guess', () => {
    test.each(['silent', 'other chain', 'holes'] as const)('a chain that is %s', async (fault) => {
      const id = submit();
      node.fault = fault;
      const answer = await request(id);
      node.fault = 'none';
      expect([answer.status, answer.body.error.code]).toEqual([503, 'unavailable']);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await request(id)).status).toBe(200);
    });

    test('a chain that goes back', async () => {
      const { blocks } = chain;
      const id = submit();
      await request(id);
      const ahead = chain.blocks;
      chain.blocks = blocks;
      expect(await refusal(request('999999'))).toEqual([503, 'unavailable']);
      chain.blocks = ahead;
      expect(await refusal(request('999999'))).toEqual([404, 'challenge_not_on_chain']);
    });
  });
});

eachDriver('a service without a chain', (place) => {
  test('starts, and answers challenge requests with 503', async () => {
    const service = await startTestService(await place.fresh());
    const cookie = await logIn(service, ethereumKey());
    const answer = await post(service, '/proof/v1/pol/challenge-request-dcl', { challenge_id: '1' }, { cookie });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60']);
    await service.close();
  });
});
