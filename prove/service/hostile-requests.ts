import { deflateSync, gzipSync } from 'node:zlib';
import type { Random } from '../proof.ts';
import { Raw, type Tree, write } from './near-valid.ts';

const deep = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const deepObject = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

/** Hostile JSON, and texts that look like JSON. */
const hostile: readonly string[] = [
  ...['null', 'true', '0', '-0', '-1', '0.1', '1e400', '-1e400', '1e-400', '9007199254740993', '1e21', '181', '-91'],
  ...['NaN', 'Infinity', 'undefined', '01', '+1', '.5', '1.', '0x10', "'a'", '/* */1', '"a" "b"', '"\n"', '\ufeff1'],
  ...['""', '" "', '"\\ud800"', '"\\udc00x"', '"\\u0000"', '"a\\u0000b"', '"\\uFFFF"', '"\\x41"', '"🛰️"', '"\u202eabc"'],
  ...['[]', '{}', '[null]', '[[],[]]', '{"":""}', '{"a":1,"a":2}', '[1,]', '{"a":1,}', '{', '['],
  ...['{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}', '"__proto__"', '"constructor"'],
  ...['{"toString":1}', '{"length":-1}', '{"then":1}', '{"toJSON":1}', '{"hasOwnProperty":1}'],
  ...[
    '"0000-01-01T00:00:00Z"',
    '"9999-12-31T23:59:59.999Z"',
    '"-271821-04-20T00:00:00.000Z"',
    '"2023-02-30T00:00:00Z"',
  ],
  ...[
    '"+275760-09-13T00:00:00.001Z"',
    '"2024-13-01"',
    '"2024-01-01T24:00:00Z"',
    '"2024-01-01T00:00:00+99:99"',
    '"now"',
  ],
  ...[
    '"\'; DROP TABLE session; --"',
    '"%00"',
    '"../../etc/passwd"',
    '"{{7*7}}"',
    '"<script>"',
    '"0x"',
    '"0X00"',
    '"NaN"',
  ],
  ...['"javascript:alert(1)"', '"http://"', '"file:///etc/passwd"', '"http://[::1"', '"//evil.example"'],
  `"${'a'.repeat(10_000)}"`,
  `"${'é'.repeat(40_000)}"`,
  `"${'\\ud83d\\ude00'.repeat(3_000)}"`,
  `"${'1'.repeat(5_000)}"`,
  '1'.repeat(2_000),
  deep(600),
  deep(20_000),
  deepObject(5_000),
  `[${'0,'.repeat(20_000)}0]`,
  `{${Array.from({ length: 2_000 }, (_, i) => `"k${i}":0`).join(',')}}`,
];

const names = ['__proto__', 'constructor', 'prototype', 'toString', '', 'a\\u0000b', '\\ud800', 'x'.repeat(300), 'id'];

/** Changes one place of a body: the value of a field, whether it is there, or what stands beside it. */
export const spoil = (tree: Tree, random: Random): Tree => {
  if (typeof tree !== 'object' || tree === null || tree instanceof Raw) return new Raw(random.pick(hostile));
  const entries = Object.entries(tree);
  const choice = random.int(10);
  if (entries.length === 0 || choice === 0) return new Raw(random.pick(hostile));
  const [name, value] = random.pick(entries);
  const rest = entries.filter(([other]) => other !== name);
  const others: Record<string, Tree> = Object.fromEntries(rest);
  if (choice === 1) return others;
  if (choice === 2) return repeated(entries, name, random);
  if (choice === 3) return repeated(entries, random.pick(names), random);
  if (choice < 6) return { ...others, [name]: spoil(value as Tree, random) };
  return { ...others, [name]: new Raw(random.pick(hostile)) };
};

/** A body with a name that comes twice, or with a name that no body should have. Only raw text can say either. */
const repeated = (entries: readonly [string, Tree][], name: string, random: Random): Raw => {
  const own = entries.map(([it, value]) => `${JSON.stringify(it)}:${write(value)}`);
  return new Raw(`{${[...own, `"${name}":${random.pick(hostile)}`].join(',')}}`);
};

export const contentTypes: readonly (string | undefined)[] = [
  undefined,
  'text/plain',
  'application/json; charset=utf-8',
  'application/json; charset=utf-16',
  'APPLICATION/JSON',
  'application/json;',
  'application/json, text/html',
  'application/vnd.api+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'image/jpeg',
  '*/*',
  ';',
];

export const proofTypes: readonly string[] = [
  ...[
    'POL',
    'pol%20',

    '..',
    '%2e%2e',
    '%2F',
    '%zz',
    '%00',
    '%c0%af',
    '__proto__',
    'constructor',
    'pol;a=b',
    '*',
    '',
  ],
  'a'.repeat(300),
  '%F0%9F%9B%B0',
];

export const strangeHeaders: readonly Record<string, string>[] = [
  { cookie: '__proof=' },
  { cookie: `__proof=${'x'.repeat(4_000)}` },
  { cookie: '=; ;;; __proof; a=b=c, __Secure-proof="' },
  { authorization: 'Bearer' },
  { authorization: `Bearer ${'A'.repeat(43)}` },
  { authorization: 'Basic OjpA' },
  { authorization: `Bearer ${'A'.repeat(8_000)}` },
  { 'x-forwarded-for': '1.2.3.4, evil, ::', 'x-forwarded-proto': 'https' },
  { origin: 'null' },
  { origin: 'not a url' },
  { 'sec-fetch-site': 'cross-site' },
  { host: 'evil.example' },
  { host: '[::1' },
  { 'user-agent': 'x'.repeat(6_000) },
  { 'idempotency-key': 'x'.repeat(1_000) },
  { 'content-encoding': 'gzip' },
  { accept: 'text/html' },
  { 'transfer-encoding': 'chunked' },
];

/** The bytes of a body, now and then compressed or cut. */
export const mangle = (text: string, random: Random): Buffer => {
  const bytes = Buffer.from(text);
  switch (random.int(6)) {
    case 0:
      return gzipSync(bytes);
    case 1:
      return deflateSync(bytes);
    case 2:
      return bytes.subarray(0, random.int(bytes.length + 1));
    case 3:
      return Buffer.concat([bytes, Buffer.from(random.bytes(8))]);
    case 4:
      return Buffer.from(random.bytes(random.int(200)));
    default:
      return Buffer.from(text, 'utf16le');
  }
};

/** Not even HTTP: what arrives on the port from scanners and broken clients. */
export const rawRequests: readonly string[] = [
  '\r\n\r\n',
  'GET\r\n\r\n',
  'POST /proof/v1/pol/pre-login HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n{}',
  'POST /proof/v1/pol/pre-login HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}}',
  'POST /proof/v1/pol/pre-login HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}',
  'POST /proof/v1/pol/pre-login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n',
  'POST /proof/v1/pol/pre-login HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
  'GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  'GET http://evil.example/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  'TRACE / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  'CONNECT evil.example:443 HTTP/1.1\r\nHost: x\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(40_000)}\r\n\r\n`,
  `GET /${'a'.repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  'GET / HTTP/1.1\r\nHost: x\r\nBad Header: y\r\n\r\n',
  'GET / HTTP/9.9\r\nHost: x\r\n\r\n',
  'POST /proof/v1/pol/login HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n{"signature":"0x"}',
  'GET /proof/v1/pol/ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  'GET /nowhere HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
];
