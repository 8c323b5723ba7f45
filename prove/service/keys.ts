import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { base58 } from '@scure/base';
import type { KeyType, Role } from '@trigpoint/protocol';
import { privateKeyToAccount } from 'viem/accounts';
import type { Random } from '../proof.ts';
import type { Answer, Caller } from './caller.ts';

export interface Key {
  readonly keyType: KeyType;
  readonly publicKey: string;
  /** 65 or 64 bytes over the text as a wallet signs it: personal message, or the raw bytes. */
  signText(text: string): Promise<Buffer>;
  /** Signs what is given, without the wallet's prefix (ethereum: a 32-byte hash). */
  signBytes(bytes: Uint8Array): Promise<Buffer>;
  /** A signature in the form most wallets give it. */
  encode(signature: Uint8Array): string;
}

const fromHex = (text: string): Buffer => Buffer.from(text.slice(2), 'hex');
const toHex = (bytes: Uint8Array): `0x${string}` => `0x${Buffer.from(bytes).toString('hex')}`;

/** Signs through viem: not the code that the service verifies with. */
export const ethereumKey = (random: Random): Key => {
  const account = privateKeyToAccount(toHex(random.bytes(32)));
  return {
    keyType: 'ethereum',
    publicKey: account.address,
    signText: async (message) => fromHex(await account.signMessage({ message })),
    signBytes: async (bytes) => fromHex(await account.sign({ hash: toHex(bytes) })),
    encode: toHex,
  };
};

const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');

export const solanaKey = (random: Random): Key => {
  const der = Buffer.concat([pkcs8Head, random.bytes(32)]);
  const secret = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const publicBytes = createPublicKey(secret).export({ format: 'der', type: 'spki' }).subarray(12);
  const signBytes = async (bytes: Uint8Array): Promise<Buffer> => sign(null, bytes, secret);
  return {
    keyType: 'solana',
    publicKey: base58.encode(publicBytes),
    signText: (text) => signBytes(Buffer.from(text)),
    signBytes,
    encode: (signature) => base58.encode(signature),
  };
};

export interface Pending {
  readonly answer: Answer;
  readonly message: string;
  /** As a Cookie header takes it: `name=token`. */
  readonly cookie: string;
  readonly token: string;
}

export const tokenOf = ({ headers }: Answer): string => /=([^;]*)/.exec(headers['set-cookie']?.[0] ?? '')?.[1] ?? '';
export const cookieOf = ({ headers }: Answer): string => headers['set-cookie']?.[0]?.split(';')[0] ?? '';

export interface LoginOptions {
  readonly role?: Role;
  readonly proofType?: string;
  /** Further fields of the body of pre-login. */
  readonly more?: object;
  /** Further headers of pre-login. */
  readonly headers?: Readonly<Record<string, string>>;
}

export const beginLogin = async (
  caller: Caller,
  key: Pick<Key, 'keyType' | 'publicKey'>,
  { role = 'payer', proofType = 'pol', more = {}, headers = {} }: LoginOptions = {},
): Promise<Pending> => {
  const body = { publicKey: key.publicKey, keyType: key.keyType, role, ...more };
  const answer = await caller.post(`/proof/v1/${proofType}/pre-login`, body, headers);
  const message = answer.status === 200 ? (JSON.parse(answer.text).result.message as string) : '';
  return { answer, message, cookie: cookieOf(answer), token: tokenOf(answer) };
};

export const finishLogin = (
  caller: Caller,
  pending: Pick<Pending, 'cookie'>,
  signature: unknown,
  proofType = 'pol',
): Promise<Answer> => caller.post(`/proof/v1/${proofType}/login`, { signature }, { cookie: pending.cookie });

/** Logs in and returns the Cookie header, or throws. */
export const logIn = async (
  caller: Caller,
  key: Key,
  options: LoginOptions = {},
): Promise<{ cookie: string; token: string }> => {
  const pending = await beginLogin(caller, key, options);
  const signature = key.encode(await key.signText(pending.message));
  const answer = await finishLogin(caller, pending, signature, options.proofType);
  if (answer.status !== 200) throw new Error(`login answered ${answer.status}: ${answer.text}`);
  return pending;
};
