import { generateKeyPairSync, sign } from 'node:crypto';
import { generatePrivateKey, privateKeyToAccount } from '@trigpoint/ethereum';
import {
  type AgentMessageOf,
  delegation,
  describeAgent,
  encodeBase58,
  type Greeting,
  type KeyType,
  partyOf,
  type Role,
} from '@trigpoint/protocol';
import { onTestFinished } from 'vitest';
import { readConfig } from './config/config.ts';
import type { Surroundings } from './context.ts';
import type { DbOptions } from './db/open.ts';
import { type Service, startService } from './main.ts';

/** Starts a service on the place a driver's tests were given, on a free port of the loopback address. */
export const startTestService = (
  { dataDir, databaseUrl }: DbOptions,
  env: Record<string, string> = {},
  around?: Surroundings,
): Promise<Service> =>
  startService(
    readConfig({
      PORT: '0',
      LOG_LEVEL: 'silent',
      RATE_LIMITS: 'off',
      // Nodes that share a database share the key of its log.
      LOG_KEY: '11'.repeat(32),
      TRIGPOINT_DATA_DIR: dataDir,
      ...(databaseUrl ? { DATABASE_URL: databaseUrl, DATABASE_POOL: '4' } : {}),
      ...env,
    }),
    around,
  );

/** A service for one test, closed after it. */
export const openTestService = async (...given: Parameters<typeof startTestService>): Promise<Service> => {
  const service = await startTestService(...given);
  onTestFinished(() => service.close());
  return service;
};

export interface TestKey {
  readonly keyType: KeyType;
  readonly publicKey: string;
  sign(text: string): Promise<string>;
}

export const ethereumKey = (): TestKey => {
  const account = privateKeyToAccount(generatePrivateKey());
  return { keyType: 'ethereum', publicKey: account.address, sign: (message) => account.signMessage({ message }) };
};

export const solanaKey = (): TestKey & { signBytes(bytes: Uint8Array): Buffer } => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const signBytes = (bytes: Uint8Array) => sign(null, bytes, privateKey);
  return {
    keyType: 'solana',
    publicKey: encodeBase58(publicKey.export({ format: 'der', type: 'spki' }).subarray(12)),
    signBytes,
    sign: async (text) => encodeBase58(signBytes(Buffer.from(text))),
  };
};

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
  readonly headers: Headers;
}

/** A POST as any client would make it. `body` goes out as it is when it is a string. */
export const post = async (
  service: Pick<Service, 'url'>,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> => {
  const reply = await fetch(`${service.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await reply.text();
  return { status: reply.status, headers: reply.headers, body: text === '' ? undefined : JSON.parse(text) };
};

export const cookieOf = (answer: Answer): string => (answer.headers.getSetCookie()[0] ?? '').split(';')[0] as string;

export interface LoginOptions {
  readonly role?: Role;
  readonly proofType?: string;
  readonly claims?: Record<string, string | number>;
}

export const preLogin = (service: Pick<Service, 'url'>, key: TestKey, options: LoginOptions = {}): Promise<Answer> =>
  post(service, `/proof/v1/${options.proofType ?? 'pol'}/pre-login`, {
    publicKey: key.publicKey,
    keyType: key.keyType,
    role: options.role ?? 'payer',
    ...(options.claims ? { claims: options.claims } : {}),
  });

/** Logs in and returns the Cookie header of the session. */
export const logIn = async (
  service: Pick<Service, 'url'>,
  key: TestKey,
  options: LoginOptions = {},
): Promise<string> => {
  const first = await preLogin(service, key, options);
  const cookie = cookieOf(first);
  const signature = await key.sign(first.body.result.message);
  const second = await post(service, `/proof/v1/${options.proofType ?? 'pol'}/login`, { signature }, { cookie });
  if (second.status !== 200) throw new Error(`login answered ${second.status}: ${JSON.stringify(second.body)}`);
  return cookie;
};

/** A key as sessions have it. */
export const sessionKey = ({ keyType, publicKey }: Pick<TestKey, 'keyType' | 'publicKey'>) => ({
  keyType,
  publicKey: keyType === 'ethereum' ? publicKey.toLowerCase() : publicKey,
});

export interface HelloOptions {
  readonly role?: 'prover' | 'challenger';
  readonly proofType?: string;
  readonly claims?: Readonly<Record<string, string | number>>;
  readonly capacity?: number;
  readonly udp?: { readonly address?: string; readonly port: number } | undefined;
  /** Who answers for the agent; both sign for that. */
  readonly owner?: TestKey | undefined;
  readonly now?: number;
  /** Changes what the description says before it is signed. */
  readonly says?: Partial<Parameters<typeof describeAgent>[0]>;
  readonly signedBy?: TestKey;
}

/** What an agent says first, signed as a real one does. */
export const helloFor = async (
  greeting: Greeting,
  key: TestKey,
  options: HelloOptions = {},
): Promise<AgentMessageOf<'hello'>> => {
  const { role = 'challenger', proofType = 'pol', claims = {}, capacity = 1, now = Date.now() } = options;
  const { owner, udp = role === 'challenger' ? { port: 9 } : undefined } = options;
  const agent = sessionKey(key);
  const text = describeAgent({
    ...{ greeting, proofType, role, ...agent, udp, version: 'test', now },
    claims: Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, String(value)])),
    ...(owner ? { owner: partyOf(sessionKey(owner)) } : {}),
    ...options.says,
  });
  const signature = await (options.signedBy ?? key).sign(text);
  return {
    type: 'hello',
    version: 'test',
    capacity,
    ...(udp ? { udp } : {}),
    description: { text, signature },
    ...(owner ? { delegation: await delegationOf(greeting, key, owner, now) } : {}),
  };
};

const delegationOf = async ({ service, chain_id, contract }: Greeting, key: TestKey, owner: TestKey, now: number) => {
  const until = new Date(now + 365 * 24 * 3_600_000).toISOString();
  const parties = { owner: partyOf(sessionKey(owner)), agent: partyOf(sessionKey(key)), until };
  const text = delegation.compose({ service, chain_id, contract, ...parties });
  return { text, owner_signature: await owner.sign(text), agent_signature: await key.sign(text) };
};
