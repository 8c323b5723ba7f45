import { request as httpRequest } from 'node:http';
import { encodePolAsk } from '@trigpoint/proofs';
import { describe, expect, test } from 'vitest';
import { terms } from '../../campaign/testing-campaigns.ts';
import { SimulatedChain, SimulatedEndpoint } from '../../chain/simulation.ts';
import { eachDriver } from '../../db/testing.ts';
import type { Service } from '../../main.ts';
import { ethereumKey, preLogin } from '../../testing.ts';
import { type Name, names, openBoth } from './testing.ts';

const prover = `0x${'ab'.repeat(20)}` as const;
const requester = `0x${'cd'.repeat(20)}` as const;
const ask = { proverRegistry: prover, prover, isIPv6: false, challengers: 5, tolerance: 2 };
const info = encodePolAsk({ ...ask, latitude: 38.7223, longitude: -9.1393 });

/** Sends header lines as they are given, which fetch would not. */
const postRaw = (service: Service, path: string, body: unknown, cookie: string[]): Promise<number> =>
  new Promise((resolve, reject) => {
    const request = httpRequest(`${service.url}${path}`, {
      method: 'POST',
      headers: [
        'host',
        new URL(service.url).host,
        'content-type',
        'application/json',
        ...cookie.flatMap((it) => ['cookie', it]),
      ],
    });
    request.on('response', (reply) => {
      reply.resume();
      resolve(reply.statusCode ?? 0);
    });
    request.on('error', reject);
    request.end(JSON.stringify(body));
  });

eachDriver('TRIGPOINT_COMPAT', (place) => {
  const startTime = Math.floor(Date.now() / 1000);
  const chain = new SimulatedChain(startTime - 600);
  const env = {
    CHAIN_RPC_URL: 'http://127.0.0.1:1',
    CHAIN_ID: String(chain.chainId),
    REQUEST_HANDLER_ADDRESS: prover,
    CHAIN_CONFIRMATIONS: '0',
  };
  const around = { rpcEndpoints: [new SimulatedEndpoint('node', chain, () => 0)] };
  const both = openBoth(place, ethereumKey(), { env, around });
  const { service } = both;

  const submit = (attributeId: string, asked: `0x${string}` = info): number => {
    const [id] = chain.mine([{ requester, attributeId, info: asked, expiration: startTime + 3_600 }]);
    return Number(id);
  };
  const call = (operation: string, body: unknown, name: Name = 'witnesschain') => both.call(name, operation, body);
  const campaign = (name: string) => {
    const { reward_per_task: reward_per_submission, ...said } = terms({ campaign: name, reward_per_task: 2.5 });
    return { ...said, reward_per_submission };
  };

  describe('witnesschain', () => {
    test('a challenge under that network’s attribute id is requested and read by its number', async () => {
      const id = submit('pol-v1.witnesschain.com');
      const accepted = await call('challenge-request-dcl', { challenge_id: id });
      expect([accepted.status, accepted.body]).toEqual([
        200,
        { result: { challenge_id: String(id), challenge_status: 'SUBMITTED_TO_CHALLENGE_COORDINATOR' } },
      ]);
      const { body } = await call('challenge-status-dcl', { challenge_id: id });
      const { result, ...top } = body;
      expect(result).toEqual({ ...top, results: [] });
      expect(result).toMatchObject({ id: String(id), challenge_parameters: { number_of_challengers: 5 } });
      expect((await call('challenge-status-dcl', { challenge_id: String(id) })).body).toEqual(body);
    });

    test('a number that was rounded while it was parsed is refused, as are those that never were ids', async () => {
      for (const id of ['9007199254740993', '1e400', '1.5', '-1', 'true', 'null', '[1]']) {
        const answer = await call('challenge-status-dcl', `{"challenge_id":${id}}`);
        expect([id, answer.status]).toEqual([id, 400]);
      }
      expect((await call('challenge-status-dcl', '[]')).status).toBe(400);
    });

    test('what is on chain means the same as without the switch: a tolerance of all is refused', async () => {
      const words = info.slice(2).match(/.{64}/g) as string[];
      const ofAll = `0x${words.with(4, words[3] as string).join('')}` as const;
      const { status, body } = await call('challenge-request-dcl', {
        challenge_id: submit('pol-v1.witnesschain.com', ofAll),
      });
      expect([status, body.error.code]).toEqual([409, 'challenge_unusable']);
      expect(body.error.message).toContain('tolerance is 5, and must be a whole number from 0 to 4');
    });

    test('reward_per_submission is reward_per_task; where both are sent the interface’s own name counts', async () => {
      expect((await call('create-campaign', campaign('Murals'))).status).toBe(200);
      expect((await call('create-campaign', { ...campaign('Both'), reward_per_task: 4 })).status).toBe(200);
      const rewards = [];
      for (const name of ['Murals', 'Both']) {
        const { body } = await call('campaigns', { campaign: name });
        rewards.push(body.result.campaigns[0].reward_per_task);
      }
      expect(rewards).toEqual([2.5, 4]);
      const wrong = await call('create-campaign', { ...campaign('Wrong'), reward_per_submission: '2.5' });
      expect([wrong.status, wrong.body.error.message]).toEqual([400, expect.stringContaining('reward_per_task')]);
    });

    test('the feed is at the top level, and its photos are under result', async () => {
      await call('create-campaign', campaign('Feed'));
      const { body } = await call('photo-feed-from-campaign', { campaign: 'Feed' });
      expect([body.photos, body.result]).toEqual([[], []]);
    });
  });

  test('off: the interface as it is written', async () => {
    const id = submit('pol-v1.witnesschain.com');
    const own = submit('pol-v1');
    expect((await call('challenge-request-dcl', { challenge_id: own }, 'off')).status).toBe(400);
    expect((await call('challenge-request-dcl', { challenge_id: String(id) }, 'off')).status).toBe(409);
    expect((await call('challenge-request-dcl', { challenge_id: String(own) }, 'off')).status).toBe(200);
    const status = await call('challenge-status-dcl', { challenge_id: String(own) }, 'off');
    expect(status.body).not.toHaveProperty('result');
    expect((await call('create-campaign', campaign('Off'), 'off')).status).toBe(400);
  });

  /** These clients differ here too, and the service takes it from everybody. */
  describe.each(names)('logins of older clients, %s', (name) => {
    const logInBy = async (cookie: (setCookie: string) => string[], sign = (signature: string) => signature) => {
      const key = ethereumKey();
      const first = await preLogin(service(name), key);
      const lines = cookie(first.headers.getSetCookie()[0] ?? '');
      const signature = sign(await key.sign(first.body.result.message));
      const login = await postRaw(service(name), '/proof/v1/pol/login', { signature }, lines);
      return [login, await postRaw(service(name), '/proof/v1/pol/user-info', {}, lines)];
    };
    const pair = (raw: string) => raw.split(';')[0] as string;

    test.each<[string, (raw: string) => string[]]>([
      ['the raw Set-Cookie string', (raw) => [raw]],
      ['the raw string in two header lines', (raw) => [raw, raw]],
      ['the same cookie twice in one line', (raw) => [`${pair(raw)}; ${pair(raw)}`]],
      ['raw strings joined by a comma, as an array becomes text', (raw) => [[raw, raw].join()]],
      ['beside a stranger’s cookies', (raw) => [`theme=dark; ${raw}; _ga=GA1.2.3`]],
    ])('%s', async (_, cookie) => {
      expect(await logInBy(cookie)).toEqual([200, 200]);
    });

    test('a signature without 0x', async () => {
      const bare = (signature: string) => signature.replace(/^0x/, '');
      expect(await logInBy((raw) => [pair(raw)], bare)).toEqual([200, 200]);
    });
  });
});
