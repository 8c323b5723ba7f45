import type { Random } from '../proof.ts';
import type { Answer, Caller } from './caller.ts';
import { beginLogin, ethereumKey, type Key, type Pending, solanaKey } from './keys.ts';

/** One way in which an honest wallet or client logs in. */
export interface HonestKind {
  readonly name: string;
  key(random: Random): Key;
  sign(key: Key, message: string): Promise<string>;
  /** How the address is spelled at pre-login. */
  spell?(publicKey: string): string;
  /** How the token travels back. */
  carry?(pending: Pending): Record<string, string>;
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

const withV = (signature: Buffer, zeroBased: boolean): Buffer => {
  const v = signature[64] as number;
  const copy = Buffer.from(signature);
  copy[64] = zeroBased ? v % 27 : (v % 27) + 27;
  return copy;
};

/** The envelope of Solana's off-chain messages, version 0: what hardware wallets sign. */
const envelope = (message: string): Buffer => {
  const text = Buffer.from(message);
  const length = Buffer.alloc(2);
  length.writeUInt16LE(text.length);
  return Buffer.concat([Buffer.from('\xffsolana offchain\0\0', 'latin1'), length, text]);
};

const plainSign = async (key: Key, message: string): Promise<string> => key.encode(await key.signText(message));

const ethereum = (name: string, sign: HonestKind['sign'], more: Partial<HonestKind> = {}): HonestKind => ({
  name: `ethereum, ${name}`,
  key: ethereumKey,
  sign,
  ...more,
});

const solanaForms: readonly (readonly [string, (signature: Buffer) => string])[] = [
  ['base64', (it) => it.toString('base64')],
  ['hex', hex],
  ['0x hex', (it) => `0x${hex(it)}`],
];

const solana = (name: string, sign: HonestKind['sign'], more: Partial<HonestKind> = {}): HonestKind => ({
  name: `solana, ${name}`,
  key: solanaKey,
  sign,
  ...more,
});

const carriers: readonly (readonly [string, HonestKind['carry'] & {}])[] = [
  ['bearer', ({ token }) => ({ authorization: `Bearer ${token}` })],
  ['the whole Set-Cookie string', ({ answer }) => ({ cookie: String(answer.headers['set-cookie']?.[0]) })],
  ['the same cookie twice', ({ cookie }) => ({ cookie: `${cookie}; ${cookie}` })],
  ['among other cookies', ({ cookie }) => ({ cookie: `theme=dark; ${cookie}; lang="pt"` })],
];

export const honestKinds: readonly HonestKind[] = [
  ethereum('0x hex', plainSign),
  ethereum('bare hex', async (key, message) => hex(await key.signText(message))),
  ethereum('upper-case hex', async (key, message) => `0x${hex(await key.signText(message)).toUpperCase()}`),
  ethereum('v of 0 or 1', async (key, message) => `0x${hex(withV(await key.signText(message), true))}`),
  ethereum('lower-case address', plainSign, { spell: (it) => it.toLowerCase() }),
  ethereum('upper-case address', plainSign, { spell: (it) => `0x${it.slice(2).toUpperCase()}` }),
  ...carriers.map(([name, carry]) => ethereum(name, plainSign, { carry })),
  solana('base58', plainSign),
  ...solanaForms.map(([name, form]) => solana(name, async (key, message) => form(await key.signText(message)))),
  solana('envelope, base58', async (key, message) => key.encode(await key.signBytes(envelope(message)))),
  ...solanaForms.map(([name, form]) =>
    solana(`envelope, ${name}`, async (key, message) => form(await key.signBytes(envelope(message)))),
  ),
  ...carriers.map(([name, carry]) => solana(name, plainSign, { carry })),
];

/** Logs in as this kind does, and uses the session. Returns what went wrong. */
export const tryHonest = async (caller: Caller, kind: HonestKind, random: Random): Promise<string | undefined> => {
  const key = kind.key(random);
  const role = random.pick(['prover', 'challenger', 'payer'] as const);
  const proofType = random.pick(['pol', 'pob']);
  const publicKey = kind.spell?.(key.publicKey) ?? key.publicKey;
  const pending = await beginLogin(caller, { keyType: key.keyType, publicKey }, { role, proofType });
  if (pending.answer.status !== 200) return describe('pre-login', pending.answer);
  const carried = kind.carry?.(pending) ?? { cookie: pending.cookie };
  const signature = await kind.sign(key, pending.message);
  const login = await caller.post(`/proof/v1/${proofType}/login`, { signature }, carried);
  if (login.status !== 200 || login.text !== '{"result":{"success":true}}') return describe('login', login);
  const info = await caller.post(`/proof/v1/${proofType}/user-info`, {}, carried);
  const who = info.status === 200 ? JSON.parse(info.text).result : {};
  const same = String(who.publicKey).toLowerCase() === key.publicKey.toLowerCase() && who.role === role;
  return same ? undefined : describe('user-info', info);
};

const describe = (step: string, { status, text }: Answer): string => `${step} answered ${status} ${text.slice(0, 200)}`;
