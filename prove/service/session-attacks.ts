import { base58 } from '@scure/base';
import type { Random } from '../proof.ts';
import type { Caller } from './caller.ts';
import { beginLogin, cookieOf, finishLogin, type Key, tokenOf } from './keys.ts';

export interface AttackTools {
  readonly caller: Caller;
  readonly random: Random;
  readonly key: Key;
  /** How far the service's clock is ahead, in ms. */
  readonly clock: { ahead: number };
}

/** Attempts with the right signature in the wrong place, time or number. Each returns what went wrong. */
export type Attack = (tools: AttackTools) => Promise<string | undefined>;

const userInfo = '/proof/v1/pol/user-info';
const minute = 60_000;

const begin = async ({ caller, key }: AttackTools) => {
  const pending = await beginLogin(caller, key);
  return { pending, signature: key.encode(await key.signText(pending.message)) };
};

const expect = (what: string, status: number, wanted: number): string | undefined =>
  status === wanted ? undefined : `${what} answered ${status} instead of ${wanted}`;

export const attacks: Readonly<Record<string, Attack>> = {
  'the same signature again': async (tools) => {
    const { pending, signature } = await begin(tools);
    const first = await finishLogin(tools.caller, pending, signature);
    const second = await finishLogin(tools.caller, pending, signature);
    return expect('the first', first.status, 200) ?? expect('the second', second.status, 401);
  },
  'after five wrong ones': async (tools) => {
    const { pending, signature } = await begin(tools);
    const wrong = tools.key.encode(tools.random.bytes(tools.key.keyType === 'solana' ? 64 : 65));
    for (let i = 0; i < 5; i++) await finishLogin(tools.caller, pending, wrong);
    return expect('the right one', (await finishLogin(tools.caller, pending, signature)).status, 401);
  },
  'after ten minutes': async (tools) => {
    const { pending, signature } = await begin(tools);
    tools.clock.ahead += 10 * minute + 1;
    return expect('a late login', (await finishLogin(tools.caller, pending, signature)).status, 401);
  },
  'a session after its end': async (tools) => {
    const { pending, signature } = await begin(tools);
    const login = await finishLogin(tools.caller, pending, signature);
    tools.clock.ahead += 24 * 60 * minute + 1;
    const info = await tools.caller.post(userInfo, {}, { cookie: pending.cookie });
    return expect('login', login.status, 200) ?? expect('the old session', info.status, 401);
  },
  'a session after logout': async (tools) => {
    const { pending, signature } = await begin(tools);
    await finishLogin(tools.caller, pending, signature);
    const { cookie } = pending;
    const logout = await tools.caller.post('/proof/v1/pol/logout', {}, { cookie });
    const info = await tools.caller.post(userInfo, {}, { cookie });
    return expect('logout', logout.status, 200) ?? expect('the ended session', info.status, 401);
  },
  'without the cookie': async (tools) => {
    const { signature } = await begin(tools);
    return expect('login', (await finishLogin(tools.caller, { cookie: '' }, signature)).status, 401);
  },
  "in another login's cookie": async (tools) => {
    const { signature } = await begin(tools);
    const other = await begin(tools);
    return expect('login', (await finishLogin(tools.caller, other.pending, signature)).status, 401);
  },
  'with a changed token': async (tools) => {
    const { pending, signature } = await begin(tools);
    const at = pending.cookie.length - 2 - tools.random.int(40);
    const letter = pending.cookie[at] === 'A' ? 'B' : 'A';
    const cookie = `${pending.cookie.slice(0, at)}${letter}${pending.cookie.slice(at + 1)}`;
    return expect('login', (await finishLogin(tools.caller, { cookie }, signature)).status, 401);
  },
  'with two different tokens': async (tools) => {
    const { pending, signature } = await begin(tools);
    const other = await begin(tools);
    const cookie = `${other.pending.cookie}; ${pending.cookie}`;
    return expect('login', (await finishLogin(tools.caller, { cookie }, signature)).status, 401);
  },
  'a token fixed beforehand': async (tools) => {
    const { pending } = await begin(tools);
    const { keyType, publicKey } = tools.key;
    const body = { keyType, publicKey, role: 'payer' };
    const again = await tools.caller.post('/proof/v1/pol/pre-login', body, { cookie: pending.cookie });
    if (tokenOf(again) === pending.token) return 'pre-login kept the token that the client brought';
    const signature = tools.key.encode(await tools.key.signText(JSON.parse(again.text).result.message));
    const wrong = await finishLogin(tools.caller, pending, signature);
    const right = await finishLogin(tools.caller, { cookie: cookieOf(again) }, signature);
    return expect('the fixed token', wrong.status, 401) ?? expect('the fresh token', right.status, 200);
  },
  'a key that nobody holds': async ({ caller, random }) => {
    const point = random.pick(smallOrderPoints);
    const publicKey = base58.encode(Buffer.from(point, 'hex'));
    const { answer, cookie } = await beginLogin(caller, { keyType: 'solana', publicKey });
    if (answer.status === 400) return undefined;
    // S is zero and R has small order. For one of the few such R the equation holds, whatever the text.
    for (let attempt = 0; attempt < 5; attempt++) {
      const signature = `${random.pick(smallOrderPoints)}${'00'.repeat(32)}`;
      const login = await finishLogin(caller, { cookie }, signature);
      if (login.status !== 401) return `login under ${point} answered ${login.status}`;
    }
    return undefined;
  },
};

/** Every encoding of the ed25519 points whose order divides 8: signatures under them need no secret. */
const smallOrderPoints = ['00', '80'].flatMap((sign) =>
  [
    `01${'00'.repeat(31)}`,
    `ec${'ff'.repeat(30)}7f`,
    '00'.repeat(32),
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
    `ed${'ff'.repeat(30)}7f`,
    `ee${'ff'.repeat(30)}7f`,
  ].map(
    (point) =>
      `${point.slice(0, 62)}${(Number.parseInt(point.slice(62), 16) | Number.parseInt(sign, 16)).toString(16).padStart(2, '0')}`,
  ),
);
