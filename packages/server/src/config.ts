import { isIP } from 'node:net';
import type { Profile } from '@trigpoint/proofs';
import { findProfile, profiles, usualTypes } from '@trigpoint/proofs/registry';
import { plainKey } from '@trigpoint/protocol';
import { compatAttributeIds, compatNames } from './http/compat/networks.ts';
import { isDevelopmentKey } from './keys/development-keys.ts';
import { toMillionths } from './ledger/amounts.ts';

/** One environment variable: how it is read, and what docs/config.md says about it. */
interface Variable<T> {
  readonly doc: string;
  /** Shown in the docs; undefined when the variable may be absent. */
  readonly fallback?: string;
  /** Turns the text into a value, or throws a sentence that completes "NAME …". */
  readonly parse: (text: string) => T;
}

const variable = <T>(doc: string, parse: (text: string) => T, fallback: string) => ({ doc, parse, fallback });
const optional = <T>(doc: string, parse: (text: string) => T): Variable<T | undefined> => ({ doc, parse });

const text = (value: string) => value;
export const parseUrl = (value: string): URL | undefined => (URL.canParse(value) ? new URL(value) : undefined);
const integer = (min: number, max: number) => (value: string) => {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < min || number > max) throw `must be a whole number from ${min} to ${max}`;
  return number;
};
const decimal = (min: number, max: number, decimals: number) => (value: string) => {
  const number = Number(value);
  if (!new RegExp(`^\\d+(\\.\\d{1,${decimals}})?$`).test(value) || number < min || number > max)
    throw `must be a number from ${min} to ${max} with at most ${decimals} decimals`;
  return number;
};
const url =
  (...protocols: string[]) =>
  (value: string) => {
    const parsed = parseUrl(value);
    if (!parsed || !protocols.includes(parsed.protocol))
      throw `must be a URL that starts with ${protocols.join('// or ')}//`;
    return value.replace(/\/+$/, '');
  };
const oneOf =
  <const T extends string>(...values: T[]) =>
  (value: string): T => {
    const found = values.find((it) => it === value);
    if (!found) throw `must be ${values.join(' or ')}`;
    return found;
  };
const list =
  <T>(parse: (item: string) => T) =>
  (value: string) =>
    value
      .split(',')
      .map((it) => it.trim())
      .filter((it) => it !== '')
      .map(parse);
const origin = (value: string) => {
  const parsed = parseUrl(value);
  if (!parsed || parsed.origin !== value) throw `must list origins such as https://app.example.com, not "${value}"`;
  return value;
};
const network = (value: string) => {
  const [address = '', bits = ''] = value.split('/');
  const size = isIP(address) === 4 ? 32 : 128;
  if (!isIP(address) || (value.includes('/') && !(/^\d+$/.test(bits) && Number(bits) <= size)))
    throw `must list IP addresses or networks such as 10.0.0.0/8, not "${value}"`;
  return value;
};
const amount = (value: string) => {
  const number = Number(value);
  if (!/^\d+(\.\d{1,6})?$/.test(value) || number > 1e9) throw 'must be a number of POINTS with at most 6 decimals';
  return number;
};
/** Small enough that a hundred challengers cost an amount that is counted exactly. */
const fee = (value: string) => {
  const number = amount(value);
  if (number > 1e6) throw 'must be at most 1000000 POINTS';
  return number;
};
const address = (value: string): `0x${string}` => {
  if (!/^0x[0-9a-fA-F]{40}$/.test(value)) throw 'must be an address: 0x and 40 hexadecimal digits';
  return value.toLowerCase() as `0x${string}`;
};
const privateKey = (value: string): `0x${string}` => {
  if (!/^(0x)?[0-9a-fA-F]{64}$/.test(value) || /^(0x)?0+$/.test(value)) throw 'must be a private key: 32 bytes in hex';
  return `0x${value.replace(/^0x/, '').toLowerCase()}`;
};
const attribute = (item: string) => {
  const [, id = '', attributeId = ''] = /^(\w+)=(\S{1,128})$/.exec(item) ?? [];
  if (!findProfile(id))
    throw `must list pairs such as pol=pol-v1.example.com, with a proof type it knows, not "${item}"`;
  return { proofType: id, attributeId };
};
const proofTypeIds = (value: string): readonly string[] => {
  const ids = [...new Set(list(text)(value))];
  if (ids.length === 0 || !ids.every(findProfile)) throw `must list some of ${profiles.map((it) => it.id).join(', ')}`;
  return ids;
};
const wei = (value: string) => {
  if (!/^\d{1,30}$/.test(value)) throw 'must be a whole number of wei';
  return BigInt(value);
};
const limitNames = ['login', 'ask', 'create-campaign', 'feed', 'default'] as const;
const limits = (value: string): Readonly<Record<string, number>> | 'off' => {
  if (value === 'off') return 'off';
  return Object.fromEntries(
    list((item) => {
      const [name = '', count = ''] = item.split('=');
      if (!limitNames.some((it) => it === name)) throw `knows the groups ${limitNames.join(', ')}, not "${name}"`;
      return [name, integer(1, 1_000_000_000)(count)] as const;
    })(value),
  );
};

/** What belongs to the service itself. Order is the order of the documentation. */
const serviceVariables = {
  PORT: variable('Port of the HTTP service; 0 picks a free one.', integer(0, 65_535), '8080'),
  HOST: variable('Address the service listens on.', text, '127.0.0.1'),
  TRIGPOINT_DATA_DIR: variable('Folder of the embedded database, blobs and keys.', text, './.trigpoint'),
  PUBLIC_URL: optional(
    'Address people reach the service at; it stands in the text they sign. Set it whenever HOST is not a loopback address.',
    url('http:', 'https:'),
  ),
  DATABASE_URL: optional(
    'A PostgreSQL database (15 or later) to use instead of the embedded one.',
    url('postgres:', 'postgresql:'),
  ),
  DATABASE_POOL: variable(
    'Connections per node to PostgreSQL, besides one for wake-ups. All nodes together must stay below its max_connections.',
    integer(2, 500),
    '10',
  ),
  DATABASE_TIMEOUT_MS: variable(
    'Longest a PostgreSQL statement may take; a connection that is silent a second longer is given up.',
    integer(100, 600_000),
    '10000',
  ),
  DATABASE_POOLER: variable(
    'What DATABASE_URL leads to: transaction for PgBouncer (or another pooler) in transaction mode, session for everything else. In transaction mode statements are not prepared, and time-outs are set in each transaction.',
    oneOf('session', 'transaction'),
    'session',
  ),
  DATABASE_NOTICES_URL: optional(
    'The same database past a pooler in transaction mode, over which nodes wake each other: one connection per node. Without it tasks for agents of other nodes come up to a second later.',
    url('postgres:', 'postgresql:'),
  ),
  DRAIN_SECONDS: variable(
    'How long a node that is told to end still answers, with /readyz at 503, while balancers turn away and its agents move one by one. Behind a balancer: longer than its health checks take to notice.',
    integer(0, 600),
    '0',
  ),
  SESSION_HOURS: variable('A session ends this long after its last use.', integer(1, 8760), '24'),
  GUEST_KEYS: variable(
    'Whether somebody without a wallet gets an API key of a fresh account (guest-key). Off wherever FUNDED_ROLES names payer.',
    oneOf('on', 'off'),
    'on',
  ),
  PRE_LOGIN_MINUTES: variable('How long the message from pre-login can be signed.', integer(1, 60), '10'),
  RATE_LIMITS: variable(
    'Requests per minute by group, per key (per address before login; over IPv6 per /64, and 16 times as many per /48), or "off". Of a key that asks for many at once some wait for the others.',
    limits,
    'login=1200,ask=120,create-campaign=120,feed=600,default=1200',
  ),
  TRUSTED_PROXIES: variable(
    'Addresses or networks whose X-Forwarded-For and X-Forwarded-Proto are believed.',
    list(network),
    '',
  ),
  CORS_ORIGINS: variable('Other origins whose pages may call the service with its cookie.', list(origin), ''),
  MAX_BODY_BYTES: variable('Largest JSON body.', integer(1024, 16_777_216), '65536'),
  CAMPAIGN_CREATORS: variable('Public keys that alone may create campaigns; empty: anyone.', list(text), ''),
  CAMPAIGN_FUNDING: variable(
    'Where the rewards of a new campaign come from: the network issues them, or the creator must hold them.',
    oneOf('network', 'creator'),
    'network',
  ),
  FUEL_PER_DAY: variable('Fuel every key has at first and again each day.', integer(0, 1_000_000_000), '100'),
  MAX_PHOTO_BYTES: variable('Largest photo file.', integer(1024, 1_073_741_824), '20971520'),
  MAX_PHOTO_MEGAPIXELS: variable('Most pixels of a photo, in millions.', integer(1, 1000), '50'),
  EVENT_STREAMS: variable(
    'Event streams that a node keeps open at a time, 32 of them for one address; the next caller is told to ask for the status instead.',
    integer(1, 1_000_000),
    '2000',
  ),
  UPLOADS_MAX_MB: variable(
    'Room in the data folder for uploads that are not yet stored, in MiB; those for the campaigns of one key take half of it at most. The others are told to come back.',
    integer(1, 1_048_576),
    '2048',
  ),
  PHOTO_WORKERS: variable('Processes that read photos, each below 512 MiB.', integer(1, 64), '2'),
  S3_ENDPOINT: optional(
    'An S3-compatible store for photos instead of the data folder, such as https://s3.eu-central-1.amazonaws.com.',
    url('http:', 'https:'),
  ),
  S3_BUCKET: optional('Its bucket.', text),
  S3_REGION: variable('Its region.', text, 'us-east-1'),
  S3_ACCESS_KEY_ID: optional('Its access key id.', text),
  S3_SECRET_ACCESS_KEY: optional('Its secret access key.', text),
  CONSOLE_DIR: optional(
    'Folder of the built web console; the installed one unless given. A missing folder: no console.',
    text,
  ),
  CHAIN_RPC_URL: optional(
    'Nodes of the chain that requests are read from, in order of preference, separated by commas. Without it payers ask at the service (challenge-request), and what is about a chain answers 503.',
    list(url('http:', 'https:')),
  ),
  CHAIN_ID: optional('The id of that chain; a node that answers with another is not used.', integer(1, 2 ** 53 - 1)),
  REQUEST_HANDLER_ADDRESS: optional('Where the RequestHandler contract is on that chain.', address),
  PROVER_REGISTRY_ADDRESS: variable(
    'The prover registry that clients are told to put into their requests.',
    address,
    `0x${'0'.repeat(40)}`,
  ),
  ATTRIBUTE_IDS: variable(
    'Further attribute ids on the chain that ask for a proof type, as pairs such as pol=pol-v1.example.com.',
    list(attribute),
    '',
  ),
  CHAIN_CONFIRMATIONS: variable('Blocks on top of a request before it is accepted.', integer(0, 10_000), '12'),
  CHAIN_QUORUM: variable('How many of the nodes must give the same answer.', integer(1, 100), '1'),
  CHAIN_PUBLIC_RPC_URL: optional('A node that clients are told to send submitRequest to.', url('http:', 'https:')),
  CHAIN_EXPLORER_URL: optional(
    'A block explorer of the chain, such as https://etherscan.io: the console links blocks and contracts to it.',
    url('http:', 'https:'),
  ),
  CHAIN_PORT: variable(
    'Port of the development chain, where one is started with the service; 0 picks a free one.',
    integer(0, 65_535),
    '8545',
  ),
  COORDINATOR_PRIVATE_KEY: optional(
    'The key that records results on the chain; without it they stay in the service.',
    privateKey,
  ),
  LOG_KEY_FILE: optional(
    'File with the private key that signs the transparency log, made at the first start; all nodes need the same. In the data folder unless given.',
    text,
  ),
  LOG_KEY: optional('That private key itself, 32 bytes in hex, instead of a file.', privateKey),
  EAS_CONTRACT: variable(
    'The contract of the Ethereum Attestation Service on that chain, for which attestations are signed.',
    address,
    '0x4200000000000000000000000000000000000021',
  ),
  EAS_VERSION: variable('What version() of that contract answers.', text, '1.2.0'),
  LOG_LEVEL: variable('How much is logged.', oneOf('silent', 'error', 'warn', 'info', 'debug'), 'info'),
  DEVELOPMENT: variable(
    'A network on one machine: agents behind one address count as being in different networks.',
    oneOf('on', 'off'),
    'off',
  ),
  WEBHOOKS_TO_PRIVATE: variable(
    'Whether webhooks may be at private addresses and over http: on for receivers in your own network. Always so with DEVELOPMENT=on.',
    oneOf('on', 'off'),
    'off',
  ),
  ADMISSION: variable(
    'Who decides which challengers may be drawn: operator (those in OPERATORS and ADMISSION_FILE), probation (time and measurements as well, for open networks) or open (all are, for development networks alone).',
    oneOf('operator', 'probation', 'open'),
    'operator',
  ),
  PROBATION_HOURS: variable(
    'With ADMISSION=probation: how many hours a candidate must have been here before it can be admitted.',
    integer(1, 720),
    '72',
  ),
  OPERATORS: variable(
    'Login keys that may admit challengers, set them aside and grant POINTS, separated by commas.',
    list(plainKey),
    '',
  ),
  ADMISSION_FILE: optional(
    'A text file of challengers that are admitted: one key a line, a reason behind it if you like. It is read at the start and whenever it changes; all nodes need the same.',
    text,
  ),
  AS_TABLE: optional(
    'A file of autonomous systems (docs/deployment.md says where to get one): then each has at most a quarter of the seats. It is read at the start and whenever it changes; all nodes need the same.',
    text,
  ),
  FUNDED_ROLES: variable(
    'Roles that only accounts with money on the chain may log in with (402 otherwise). What challengers hold or have locked (DEPOSITS_ADDRESS) is looked at again every minute: who has less is not drawn.',
    list(oneOf('prover', 'challenger', 'payer')),
    '',
  ),
  FUNDED_WEI: variable('How much such an account must hold, in wei.', wei, '1'),
  DEPOSITS_ADDRESS: optional(
    'An AgentDeposits contract on the chain (trigpoint deposit deploy). Then what is locked there for an agent counts, instead of what its account holds: money that is locked for one key cannot be shown for another until its notice has passed.',
    address,
  ),
  REWARD_PER_READING: variable('POINTS a challenger earns for a reading that was accepted.', amount, '1'),
  REWARDS_PER_DAY: variable(
    'POINTS that the network itself pays on one day at most, to all challengers together.',
    amount,
    '1000000',
  ),
  CAMPAIGN_REWARDS_PER_DAY: variable(
    'POINTS that the network itself pays on one day at most for photos, all campaigns together that it funds (CAMPAIGN_FUNDING=network).',
    amount,
    '1000000',
  ),
  REWARDS_PER_DAY_EACH: variable(
    'POINTS that the network itself pays on one day at most to one owner of challengers or sender of photos, for one prover, and because of one payer or maker of campaigns. Free requests of one payer use at most a quarter of what is paid for a prover, all free requests three quarters.',
    amount,
    '10000',
  ),
  WATCHES_PER_PAYER: variable('Watches that one payer may have at a time.', integer(0, 100_000), '100'),
  WATCHES_PER_NETWORK: variable(
    'Watches that may run at a time that were added from one network (a /24 of IPv4 or a /48 of IPv6), whoever pays. WATCHES_PER_PAYER where that is more.',
    integer(0, 100_000),
    '300',
  ),
  WATCHES_TOTAL: variable(
    'Watches that may run at a time in all. Each window of each of them costs work and two entries of the log, also where the prover is away.',
    integer(0, 10_000_000),
    '10000',
  ),
  WATCH_CHANGES_PER_DAY: variable(
    'How often all payers together may add and change watches of one prover in 24 hours. Its owner may do so as often again, and anybody may end a watch. Every certificate about the prover carries all of these changes. One watch is changed 1,000 times at most.',
    integer(1, 100_000),
    '100',
  ),
  WATCH_LEAST_SECONDS: variable(
    'The shortest window of a watch. A prover is asked once in each.',
    integer(10, 2_678_400),
    '600',
  ),
  REQUEST_FEE: variable(
    'POINTS that a payer sets aside per seat, lookouts included; they go to those whose readings count, the rest goes back. 0: requests are free.',
    fee,
    '0',
  ),
  PROOF_TYPES: variable(
    'The proof types that the service serves, separated by commas. Others are answered with 400.',
    proofTypeIds,
    usualTypes.join(','),
  ),
  MESH_HOURS: variable(
    'How often two challengers measure each other again; 0 turns the mesh off.',
    integer(0, 8760),
    '6',
  ),
  CALIBRATION_MINUTES: variable('How often the mesh is learned from.', integer(1, 100_000), '60'),
  TRIGPOINT_COMPAT: variable(
    'Serves clients written for another network as well; docs/compatibility.md lists what that changes.',
    oneOf(...compatNames),
    'off',
  ),
  METRICS: variable('Whether GET /metrics answers.', oneOf('on', 'off'), 'on'),
} satisfies Record<string, Variable<unknown>>;

/** What the proof types can be set to, by their own profiles. */
const variablesOf = (types: readonly Profile[]): Readonly<Record<string, Variable<number>>> =>
  Object.fromEntries(
    types.flatMap(({ settings }) =>
      settings.map(({ env, doc, min, max, decimals = 0, fallback }) => [
        env,
        variable(doc, decimals === 0 ? integer(min, max) : decimal(min, max, decimals), fallback),
      ]),
    ),
  );

/** Everything that can be set from outside and is documented: the settings of examples are not. */
export const configVariables: Readonly<Record<string, Variable<unknown>>> = {
  ...serviceVariables,
  ...variablesOf(profiles.filter((it) => !it.isExample)),
};

type Variables = typeof serviceVariables;
export type Settings = { readonly [K in keyof Variables]: ReturnType<Variables[K]['parse']> };

/** A setting that cannot be used; the message names the variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Step one: each variable by itself. */
const readSettings = (env: NodeJS.ProcessEnv): Settings => {
  const settings: Record<string, unknown> = {};
  for (const [name, { parse, fallback }] of Object.entries<Variable<unknown>>({
    ...serviceVariables,
    ...variablesOf(profiles),
  })) {
    const given = env[name]?.trim() || fallback;
    try {
      settings[name] = given === undefined ? undefined : parse(given);
    } catch (problem) {
      throw new ConfigError(`${name} ${problem}; it is "${/_(URL|KEY)$/.test(name) ? '…' : given}".`);
    }
  }
  return settings as Settings;
};

const loopback = /^(localhost|127(\.\d+){3}|::1|\[::1\])$/;
export const isLoopback = (host: string) => loopback.test(host);

const readS3 = (settings: Settings) => {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = settings;
  const needed = { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY };
  const missing = Object.entries(needed).filter(([, value]) => value === undefined);
  if (missing.length === 4) return undefined;
  if (missing.length > 0)
    throw new ConfigError(`${missing.map(([name]) => name).join(', ')} must be set too when photos go to an S3 store.`);
  return {
    endpoint: S3_ENDPOINT as string,
    bucket: S3_BUCKET as string,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID as string,
    secretAccessKey: S3_SECRET_ACCESS_KEY as string,
  };
};

const readChain = (settings: Settings) => {
  const { CHAIN_RPC_URL: rpcUrls, CHAIN_ID: id, REQUEST_HANDLER_ADDRESS: requestHandler } = settings;
  if (!rpcUrls?.length) {
    if (settings.COORDINATOR_PRIVATE_KEY)
      throw new ConfigError('COORDINATOR_PRIVATE_KEY records results on a chain: set CHAIN_RPC_URL too.');
    if (settings.FUNDED_ROLES.length > 0)
      throw new ConfigError('FUNDED_ROLES asks for money on a chain: set CHAIN_RPC_URL too.');
    return undefined;
  }
  if (settings.DEPOSITS_ADDRESS && settings.FUNDED_ROLES.length === 0)
    throw new ConfigError('DEPOSITS_ADDRESS counts for nobody: set FUNDED_ROLES too, to challenger for example.');
  if (id === undefined) throw new ConfigError('CHAIN_ID must be set when CHAIN_RPC_URL is.');
  if (requestHandler === undefined) throw new ConfigError('REQUEST_HANDLER_ADDRESS must be set when CHAIN_RPC_URL is.');
  const quorum = settings.CHAIN_QUORUM;
  if (quorum > rpcUrls.length)
    throw new ConfigError(`CHAIN_QUORUM is ${quorum}, and CHAIN_RPC_URL names only ${rpcUrls.length}.`);
  return {
    rpcUrls,
    id,
    requestHandler,
    quorum,
    proverRegistry: settings.PROVER_REGISTRY_ADDRESS,
    confirmations: settings.CHAIN_CONFIRMATIONS,
    publicRpcUrl: settings.CHAIN_PUBLIC_RPC_URL,
    explorerUrl: settings.CHAIN_EXPLORER_URL,
    coordinatorKey: settings.COORDINATOR_PRIVATE_KEY,
  };
};

/** Undefined where everybody is admitted. */
const readAdmission = ({
  ADMISSION,
  DEVELOPMENT,
  OPERATORS,
  ADMISSION_FILE,
  PROBATION_HOURS,
  MESH_HOURS,
}: Settings) => {
  if (ADMISSION === 'probation' && MESH_HOURS === 0)
    throw new ConfigError(
      'ADMISSION=probation goes by what challengers measure of each other: MESH_HOURS must not be 0.',
    );
  if (ADMISSION !== 'open')
    return {
      operators: OPERATORS,
      file: ADMISSION_FILE,
      probationMs: ADMISSION === 'probation' ? PROBATION_HOURS * 3_600_000 : undefined,
    };
  if (DEVELOPMENT === 'off')
    throw new ConfigError(
      'ADMISSION=open lets anybody with a few keys decide verdicts, so it needs DEVELOPMENT=on: use ADMISSION=operator.',
    );
  return undefined;
};

const privateNames =
  /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|\[f[cde])|\.(local|localhost|internal|test)$/;
const isPublic = (address: string): boolean => {
  const { hostname } = new URL(address);
  return !isLoopback(hostname) && !privateNames.test(hostname) && /[.:]/.test(hostname);
};

/** What is safe on one machine or in a private network is an open door on a public address. */
const refuseDevelopmentInPublic = ({ PUBLIC_URL, DEVELOPMENT, COORDINATOR_PRIVATE_KEY, OPERATORS }: Settings) => {
  if (!PUBLIC_URL || !isPublic(PUBLIC_URL)) return;
  if (DEVELOPMENT === 'on')
    throw new ConfigError(
      'DEVELOPMENT=on lets one machine have every seat of a verdict, and PUBLIC_URL is public: set DEVELOPMENT=off.',
    );
  if (COORDINATOR_PRIVATE_KEY && isDevelopmentKey(COORDINATOR_PRIVATE_KEY))
    throw new ConfigError('COORDINATOR_PRIVATE_KEY is a key of development chains, which everybody has: make one.');
  const known = OPERATORS.find(isDevelopmentKey);
  if (known)
    throw new ConfigError(`OPERATORS has ${known}, whose private key everybody has: name keys that are yours alone.`);
};

/** By proof type: what its verdicts are told, by the names it gave. A type hears of no other type's settings. */
const readProofSettings = (settings: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    profiles.map((it): [string, Readonly<Record<string, string>>] => [
      it.id,
      Object.fromEntries(it.settings.map(({ env, name }) => [name, String(settings[env])])),
    ]),
  );

/** Step two: what follows from the settings together; contradictions are refused by name. */
export const readConfig = (env: NodeJS.ProcessEnv) => {
  const settings = readSettings(env);
  if (!isLoopback(settings.HOST) && !settings.PUBLIC_URL)
    throw new ConfigError(
      `PUBLIC_URL must be set when HOST is ${settings.HOST}: it stands in the text that people sign, so it cannot be taken from a request.`,
    );
  refuseDevelopmentInPublic(settings);
  if (settings.REQUEST_FEE > 0 && settings.CAMPAIGN_FUNDING === 'network')
    throw new ConfigError(
      'REQUEST_FEE asks for POINTS, and with CAMPAIGN_FUNDING=network anybody makes as many as they like through a campaign: set CAMPAIGN_FUNDING=creator.',
    );
  return Object.freeze({
    campaigns: {
      creators: settings.CAMPAIGN_CREATORS.map(plainKey),
      creatorPays: settings.CAMPAIGN_FUNDING === 'creator',
    },
    fuelPerDay: settings.FUEL_PER_DAY,
    eventStreams: settings.EVENT_STREAMS,
    photo: {
      maxBytes: settings.MAX_PHOTO_BYTES,
      maxPixels: settings.MAX_PHOTO_MEGAPIXELS * 1_000_000,
      workers: settings.PHOTO_WORKERS,
      spoolBytes: settings.UPLOADS_MAX_MB * 2 ** 20,
      s3: readS3(settings),
    },
    chain: readChain(settings),
    chainPort: settings.CHAIN_PORT,
    attributeIds: [...settings.ATTRIBUTE_IDS, ...compatAttributeIds(settings.TRIGPOINT_COMPAT)],
    compat: settings.TRIGPOINT_COMPAT,
    host: settings.HOST,
    port: settings.PORT,
    dataDir: settings.TRIGPOINT_DATA_DIR,
    publicUrl: settings.PUBLIC_URL,
    database: {
      databaseUrl: settings.DATABASE_URL,
      poolSize: settings.DATABASE_POOL,
      statementTimeoutMs: settings.DATABASE_TIMEOUT_MS,
      pooler: settings.DATABASE_POOLER,
      noticesUrl: settings.DATABASE_NOTICES_URL,
    },
    drainMs: settings.DRAIN_SECONDS * 1_000,
    sessionMs: settings.SESSION_HOURS * 3_600_000,
    preLoginMs: settings.PRE_LOGIN_MINUTES * 60_000,
    guests: settings.GUEST_KEYS === 'on' && !settings.FUNDED_ROLES.includes('payer'),
    rateLimits: settings.RATE_LIMITS,
    trustedProxies: settings.TRUSTED_PROXIES,
    corsOrigins: settings.CORS_ORIGINS,
    maxBodyBytes: settings.MAX_BODY_BYTES,
    consoleDir: settings.CONSOLE_DIR,
    logKey: { key: settings.LOG_KEY?.slice(2), keyFile: settings.LOG_KEY_FILE },
    eas: { address: settings.EAS_CONTRACT, version: settings.EAS_VERSION },
    logLevel: settings.LOG_LEVEL,
    metrics: settings.METRICS === 'on',
    development: settings.DEVELOPMENT === 'on',
    webhooksToPrivate: settings.WEBHOOKS_TO_PRIVATE === 'on' || settings.DEVELOPMENT === 'on',
    operators: settings.OPERATORS,
    admission: readAdmission(settings),
    systemsTable: settings.AS_TABLE,
    funded: { roles: settings.FUNDED_ROLES, wei: settings.FUNDED_WEI, deposits: settings.DEPOSITS_ADDRESS },
    rewardPerReading: settings.REWARD_PER_READING,
    rewardBudget: {
      total: toMillionths(settings.REWARDS_PER_DAY) as number,
      campaigns: toMillionths(settings.CAMPAIGN_REWARDS_PER_DAY) as number,
      each: toMillionths(settings.REWARDS_PER_DAY_EACH) as number,
    },
    watches: {
      most: settings.WATCHES_PER_PAYER,
      perNetwork: Math.max(settings.WATCHES_PER_NETWORK, settings.WATCHES_PER_PAYER),
      inAll: settings.WATCHES_TOTAL,
      changesPerDay: settings.WATCH_CHANGES_PER_DAY,
      leastEveryMs: settings.WATCH_LEAST_SECONDS * 1_000,
    },
    requestFee: settings.REQUEST_FEE,
    mesh: { everyMs: settings.MESH_HOURS * 3_600_000, calibrateEveryMs: settings.CALIBRATION_MINUTES * 60_000 },
    proofTypes: settings.PROOF_TYPES,
    proofSettings: readProofSettings(settings),
  });
};

export type Config = ReturnType<typeof readConfig>;
