import type { Random } from '../proof.ts';
import type { Login, Person } from './people.ts';
import type { World } from './world.ts';

export type Headers = Readonly<Record<string, string>>;

/** How a request says who sends it, and whom the service must take it from. */
export interface Carrier {
  readonly name: string;
  /** `in`: from whom it is. `out`: from nobody. `cross`: from another site's page, which is refused. */
  readonly from: 'in' | 'out' | 'cross';
  readonly headers: Headers;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const endings = ['after logout', 'revoked', 'expired'] as const;
const endedOf = (who: Person, random: Random): Login => who.ended[random.pick(endings)] as Login;

/** What a proxy or a debugger may add, and what a service could be fool enough to believe. */
const pretences = (victim: Person): readonly Headers[] => [
  { 'x-public-key': victim.publicKey, 'x-user': victim.publicKey },
  { 'x-forwarded-user': victim.publicKey, 'x-forwarded-for': '203.0.113.9' },
  { 'x-original-url': '/proof/v1/pol/user-info', 'x-http-method-override': 'GET' },
  { 'x-role': 'operator', 'x-admin': 'true' },
];

/** A session as plain clients send it. */
export const plain = (login: Login): Carrier => ({ name: 'cookie', from: 'in', headers: { cookie: login.cookie } });

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
export const outsiders = ({ pendings, people }: World, random: Random): readonly Carrier[] => {
  const whose = random.pick(people);
  const outside = (name: string, headers: Headers): Carrier => ({ name, from: 'out', headers });
  return [
    outside('nobody', {}),
    outside('a made-up token', bearer(Buffer.from(random.bytes(32)).toString('base64url'))),
    outside('a pending login', { cookie: random.pick(pendings).cookie }),
    ...endings.map((it) => outside(`a session of ${whose.name} ${it}`, { cookie: (whose.ended[it] as Login).cookie })),
    outside('an ended session as bearer', bearer(endedOf(whose, random).token)),
  ];
};
