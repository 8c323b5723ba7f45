import { profiles } from '@trigpoint/proofs/registry';
import { isLoopback, isPublicHost, plainKey } from '@trigpoint/protocol';
import { compatAttributeIds } from '../http/compat/networks.ts';
import { isDevelopmentKey } from '../keys/development-keys.ts';
import { toMillionths } from '../ledger/amounts.ts';
import { hourMs } from '../times.ts';
import { type Settings, serviceVariables, type Variable, variablesOf } from './variables.ts';

/** A setting cannot be used. The message names the variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Step one: reads each variable by itself. */
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
    maxFeeGwei: settings.CHAIN_MAX_FEE_GWEI,
  };
};

/** Undefined if everybody is admitted. */
const readAdmission = (settings: Settings) => {
  const { ADMISSION } = settings;
  if (ADMISSION === 'probation' && settings.MESH_HOURS === 0)
    throw new ConfigError(
      'ADMISSION=probation goes by what challengers measure of each other: MESH_HOURS must not be 0.',
    );
  if (ADMISSION !== 'open')
    return {
      operators: settings.OPERATORS,
      file: settings.ADMISSION_FILE,
      probationMs: ADMISSION === 'probation' ? settings.PROBATION_HOURS * hourMs : undefined,
    };
  if (settings.DEVELOPMENT === 'off')
    throw new ConfigError(
      'ADMISSION=open lets anybody with a few keys decide verdicts, so it needs DEVELOPMENT=on: use ADMISSION=operator.',
    );
  return undefined;
};

/** Throws for settings that are safe on one machine or in a private network, but not on a public address. */
const refuseDevelopmentInPublic = ({ PUBLIC_URL, DEVELOPMENT, COORDINATOR_PRIVATE_KEY, OPERATORS }: Settings) => {
  if (!PUBLIC_URL || !isPublicHost(new URL(PUBLIC_URL).hostname)) return;
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

/** The settings of each proof type, by the names in its profile. They are given to its verdicts. */
const readProofSettings = (settings: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    profiles.map((it): [string, Readonly<Record<string, string>>] => [
      it.id,
      Object.fromEntries(it.settings.map(({ env, name }) => [name, String(settings[env])])),
    ]),
  );

/** Step two: derives the configuration from all settings. Throws for settings that contradict each other, and names them. */
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
    sessionMs: settings.SESSION_HOURS * hourMs,
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
    mesh: { everyMs: settings.MESH_HOURS * hourMs, calibrateEveryMs: settings.CALIBRATION_MINUTES * 60_000 },
    proofTypes: settings.PROOF_TYPES,
    proofSettings: readProofSettings(settings),
  });
};

export type Config = ReturnType<typeof readConfig>;
