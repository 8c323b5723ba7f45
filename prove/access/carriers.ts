import type { Random } from '../proof.ts';
import type { ApiKeyObject } from './api-keys.ts';
import type { Login, Person } from './people.ts';
import type { World } from './world.ts';

export type Headers = Readonly<Record<string, string>>;

/** How a request says who sends it, and whom the service must take it from. */
export interface Carrier {
  readonly name: string;
  /** `in`: from the person who sends it. `out`: from nobody. `cross`: from another site's page, which is refused. */
  readonly from: 'in' | 'out' | 'cross';
  readonly headers: Headers;
  /** The API key that the service reads in the request, living or dead; undefined where it reads a session or nothing. */
  readonly key?: ApiKeyObject;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const endings = ['after logout', 'revoked', 'expired'] as const;
const endedOf = (who: Person, random: Random): Login => who.ended[random.pick(endings)] as Login;

/** Headers that a proxy or a debugger may add, and that the service must not believe. */
const pretences = (victim: Person): readonly Headers[] => [
  { 'x-public-key': victim.publicKey, 'x-user': victim.publicKey },
  { 'x-forwarded-user': victim.publicKey, 'x-forwarded-for': '203.0.113.9' },
  { 'x-original-url': '/proof/v1/pol/user-info', 'x-http-method-override': 'GET' },
  { 'x-role': 'operator', 'x-admin': 'true' },
];

/** A session as plain clients send it. */
export const plain = (login: Login): Carrier => ({ name: 'cookie', from: 'in', headers: { cookie: login.cookie } });

/** An API key as programs send it. */
export const withKey = (key: ApiKeyObject): Carrier => ({
  name: `${key.state} key for ${key.scopes.join(' and ')}`,
  from: key.state === 'good' ? 'in' : 'out',
  headers: bearer(key.key),
  key,
});

const keysOf = ({ apiKeys }: World, who: Person): readonly ApiKeyObject[] => apiKeys.filter((it) => it.owner === who);

/** Each living key of somebody. */
export const livingKeys = (world: World, who: Person): readonly Carrier[] =>
  keysOf(world, who)
    .filter((it) => it.state === 'good')
    .map(withKey);

/** The ways in which API keys travel. A key comes only as a bearer token, and counts before any cookie. */
export const keyCarriers = (world: World, who: Person, victim: Person, random: Random): readonly Carrier[] => {
  const own = keysOf(world, who);
  const living = random.pick(own.filter((it) => it.state === 'good'));
  const dead = random.pick(own.filter((it) => it.state !== 'good'));
  const { cookie } = random.pick(victim.logins);
  const beside = (key: ApiKeyObject, name: string, headers: Headers): Carrier => {
    const it = withKey(key);
    return { ...it, name: `${it.name} ${name}`, headers: { ...it.headers, ...headers } };
  };
  const outside = (name: string, headers: Headers): Carrier => ({ name, from: 'out', headers });
  return [
    ...own.map(withKey),
    beside(living, 'beside a session of somebody else', { cookie }),
    beside(living, 'from another site', { origin: 'https://evil.example' }),
    beside(dead, 'beside a session of somebody else', { cookie }),
    outside('a key as a cookie', { cookie: `__proof=${living.key}` }),
    outside('a key without its beginning', bearer(living.key.slice(4))),
    outside('a key with another beginning', bearer(`TPK_${living.key.slice(4)}`)),
    outside('a key in a header of its own', { 'x-api-key': living.key }),
    outside('the hash of a key', bearer(Buffer.from(living.tokenHash, 'hex').toString('base64url'))),
  ];
};

/** The ways in which a session travels, honest ones and strange ones. `victim` is somebody else. */
export const carriersFor = (who: Person, login: Login, victim: Person, random: Random): readonly Carrier[] => {
  const { cookie, token } = login;
  const ended = endedOf(victim, random);
  const inside = (name: string, headers: Headers): Carrier => ({ name, from: 'in', headers });
  const outside = (name: string, headers: Headers): Carrier => ({ name, from: 'out', headers });
  const foreign = (headers: Headers): Carrier => ({
    name: `cookie ridden by ${JSON.stringify(headers)}`,
    from: 'cross',
    headers: { cookie, ...headers },
  });
  return [
    plain(login),
    inside('bearer', bearer(token)),
    inside('bearer in another case', { authorization: `bEARER  ${token}` }),
    inside('the other name of the cookie', { cookie: `__Secure-proof=${token}` }),
    inside('a whole Set-Cookie string', { cookie: `${cookie}; Path=/; HttpOnly; SameSite=Lax; Max-Age=600` }),
    inside('the cookie twice', { cookie: `${cookie}; ${cookie}` }),
    inside('the cookie in quotes among others', { cookie: `theme=dark; __proof="${token}"; lang=pt` }),
    inside('bearer beside an ended session of somebody else', { ...bearer(token), cookie: ended.cookie }),
    inside('bearer from another site', { ...bearer(token), origin: 'https://evil.example' }),
    inside('cookie beside another authorization', { cookie, authorization: 'Basic OjpA' }),
    inside('cookie beside a bearer of another service', { cookie, authorization: 'Bearer made-up' }),
    ...pretences(victim).map((it) => inside(`cookie with ${Object.keys(it).join(' and ')}`, { cookie, ...it })),
    outside('an ended session as bearer beside a good cookie', { ...bearer(endedOf(who, random).token), cookie }),
    outside('two cookies that differ', { cookie: `${cookie}; ${ended.cookie}` }),
    outside('two cookies that differ', { cookie: `${ended.cookie}; ${cookie}` }),
    outside('a token in another case', { cookie: cookie.replace(token, swapCase(token)) }),
    outside('the hash of the token', bearer(Buffer.from(login.tokenHash, 'hex').toString('base64url'))),
    foreign({ origin: 'https://evil.example' }),
    foreign({ origin: 'null' }),
    foreign({ 'sec-fetch-site': 'cross-site' }),
    foreign({ origin: 'https://evil.example', authorization: 'Basic OjpA' }),
  ];
};

const swapCase = (text: string): string =>
  [...text].map((it) => (it === it.toLowerCase() ? it.toUpperCase() : it.toLowerCase())).join('');

/** Requests that come from nobody. */
export const outsiders = ({ pendings, people, apiKeys }: World, random: Random): readonly Carrier[] => {
  const whose = random.pick(people);
  const outside = (name: string, headers: Headers): Carrier => ({ name, from: 'out', headers });
  return [
    outside('nobody', {}),
    outside('a made-up token', bearer(Buffer.from(random.bytes(32)).toString('base64url'))),
    outside('a pending login', { cookie: random.pick(pendings).cookie }),
    ...endings.map((it) => outside(`a session of ${whose.name} ${it}`, { cookie: (whose.ended[it] as Login).cookie })),
    outside('an ended session as bearer', bearer(endedOf(whose, random).token)),
    ...apiKeys.filter((it) => it.owner === whose && it.state !== 'good').map(withKey),
  ];
};
