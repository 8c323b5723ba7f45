import type { Profile } from '@trigpoint/proofs';
import { profiles, usualTypes } from '@trigpoint/proofs/registry';
import { plainKey } from '@trigpoint/protocol';
import { compatNames } from '../http/compat/networks.ts';
import {
  address,
  amount,
  attribute,
  decimal,
  fee,
  integer,
  limits,
  list,
  network,
  oneOf,
  origin,
  privateKey,
  proofTypeIds,
  text,
  url,
  wei,
} from './values.ts';

/** One environment variable: how it is read, and what docs/config.md says about it. */
export interface Variable<T> {
  readonly doc: string;
  /** The value that is used if the variable is absent. The docs show it. */
  readonly fallback?: string;
  /** Turns the text into a value, or throws a text that completes the sentence "NAME …". */
  readonly parse: (text: string) => T;
}

const variable = <T>(doc: string, parse: (text: string) => T, fallback: string) => ({ doc, parse, fallback });
const optional = <T>(doc: string, parse: (text: string) => T): Variable<T | undefined> => ({ doc, parse });

/** The variables of the service itself, in the order of the documentation. */
export const serviceVariables = {
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
    'Requests per minute by group, per key (per address before login; over IPv6 per /64, and 16 times as many per /48), or "off". If one key sends many requests at once, some of them wait.',
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
    'Room in the data folder for uploads that are not yet stored, in MiB; those for the campaigns of one key take half of it at most, those from one network three quarters. The others are told to come back.',
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
    'RPC endpoints of the chain that requests are read from, in order of preference, separated by commas. Without it payers ask at the service (challenge-request), and what is about a chain answers 503.',
    list(url('http:', 'https:')),
  ),
  CHAIN_ID: optional(
    'The id of that chain; an endpoint that answers with another is not used.',
    integer(1, 2 ** 53 - 1),
  ),
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
  CHAIN_QUORUM: variable('How many of the endpoints must give the same answer.', integer(1, 100), '1'),
  CHAIN_MAX_FEE_GWEI: variable(
    'The most that a unit of gas may cost where results are written to the chain, in gwei. Above it they wait.',
    integer(1, 1_000_000_000),
    '1000',
  ),
  CHAIN_PUBLIC_RPC_URL: optional('An endpoint that clients are told to send submitRequest to.', url('http:', 'https:')),
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
    'POINTS that the network itself pays on one day at most to one owner of challengers or sender of photos, for one prover, and because of one payer or creator of campaigns. Free requests of one payer use at most a quarter of what is paid for a prover, all free requests three quarters.',
    amount,
    '10000',
  ),
  WATCHES_PER_PAYER: variable('Watches that one payer may have at a time.', integer(0, 100_000), '100'),
  WATCHES_PER_NETWORK: variable(
    'Watches that may run at a time that were added from one network (a /24 of IPv4 or a /48 of IPv6), whoever pays. If WATCHES_PER_PAYER is larger, that number counts.',
    integer(0, 100_000),
    '300',
  ),
  WATCHES_TOTAL: variable(
    'Watches that may run at a time in all. Each window of each of them costs work and two entries of the log, also where the prover is away.',
    integer(0, 10_000_000),
    '10000',
  ),
  WATCH_CHANGES_PER_DAY: variable(
    'How often all payers together may add and change watches of one prover in 24 hours. Its owner may do so as often again. Payers may always end their own watches. Every certificate about the prover carries all of these changes. One watch is changed 1,000 times at most.',
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

/** The variables of the proof types, from their profiles. */
export const variablesOf = (types: readonly Profile[]): Readonly<Record<string, Variable<number>>> =>
  Object.fromEntries(
    types.flatMap(({ settings }) =>
      settings.map(({ env, doc, min, max, decimals = 0, fallback }) => [
        env,
        variable(doc, decimals === 0 ? integer(min, max) : decimal(min, max, decimals), fallback),
      ]),
    ),
  );

/** All documented variables. The settings of example proof types are not documented. */
export const configVariables: Readonly<Record<string, Variable<unknown>>> = {
  ...serviceVariables,
  ...variablesOf(profiles.filter((it) => !it.isExample)),
};

type Variables = typeof serviceVariables;
export type Settings = { readonly [K in keyof Variables]: ReturnType<Variables[K]['parse']> };
