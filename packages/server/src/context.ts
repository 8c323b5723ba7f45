import { randomBytes } from 'node:crypto';
import { type ProofType, proofTypes } from '@trigpoint/proofs';
import type { KeyType } from '@trigpoint/protocol';
import { type DestinationStream, type Logger, pino } from 'pino';
import { openCalibration } from './calibration/open.ts';
import { findCalibration, meshReadingsOf } from './calibration/store.ts';
import { type CampaignParts, openCampaigns } from './campaign/open.ts';
import type { ProvenPlaces } from './campaign/photos.ts';
import type { ChainNode } from './chain/nodes.ts';
import { type ChainReader, openChain } from './chain/open.ts';
import { ResultRecorder } from './chain/results.ts';
import { rememberAsks } from './challenge/asks.ts';
import * as assignments from './challenge/assignment-store.ts';
import { Challenges } from './challenge/challenges.ts';
import type { Coordinator } from './challenge/coordinator.ts';
import { deadlineOf } from './challenge/deadlines.ts';
import type { Events } from './challenge/events.ts';
import { Judge } from './challenge/judge.ts';
import { countOpen, readTally } from './challenge/record-store.ts';
import { refusalsOf } from './challenge/refusal-store.ts';
import { Refusals, refusalReasons } from './challenge/refusals.ts';
import { Relay } from './challenge/relay.ts';
import { openWorks } from './challenge/works.ts';
import type { Config } from './config.ts';
import type { Db } from './db/driver.ts';
import { openDb } from './db/open.ts';
import { Drain } from './http/drain.ts';
import { RateLimits } from './http/limits.ts';
import { SharedLimits } from './http/shared-limits.ts';
import { toMillionths } from './ledger/amounts.ts';
import { openLog } from './log/open.ts';
import type { PublicLog } from './log/public-log.ts';
import { transcriptEntry } from './log/transcripts.ts';
import { type Metrics, openMetrics } from './metrics.ts';
import { Agents } from './network/agents.ts';
import type { Records } from './network/handlers.ts';
import { Hub } from './network/hub.ts';
import { Lookout } from './network/lookout.ts';
import { NoticeBoard } from './network/notice-board.ts';
import { watchNetwork } from './network-figures.ts';
import { type MayUse, Sessions } from './session/sessions.ts';
import type { AskAccount } from './session/signatures.ts';
import { SignatureChecks } from './signature-checks.ts';

/** Everything that lives as long as the service. The one place where parts are made and joined. */
export interface Context extends CampaignParts {
  readonly config: Config;
  readonly log: Logger;
  readonly now: () => number;
  readonly random: (bytes: number) => Buffer;
  readonly db: Db;
  readonly metrics: Metrics;
  readonly rateLimits: RateLimits;
  readonly drain: Drain;
  readonly sessions: Sessions;
  readonly agents: Agents;
  readonly hub: Hub;
  readonly events: Events;
  readonly coordinator: Coordinator;
  readonly records: Records;
  readonly proofType: (id: string) => ProofType;
  readonly calibrationData: (hash: string) => Promise<unknown>;
  readonly chain: ChainReader;
  readonly publicLog: PublicLog;
  readonly challenges: Challenges;
  /** Releases everything in reverse order. */
  close(): Promise<void>;
}

const sweepEveryMs = 60_000;

/** What tests replace: the clock, where log lines go, and the nodes of the chain. */
export interface Surroundings {
  readonly now?: () => number;
  readonly logTo?: DestinationStream;
  /** Instead of those at CHAIN_RPC_URL. */
  readonly chainNodes?: readonly ChainNode[];
}

export const openContext = async (config: Config, around: Surroundings = {}): Promise<Context> => {
  const closers: (() => Promise<void> | void)[] = [];
  const close = async () => {
    for (const it of closers.splice(0).reverse()) await it();
  };
  try {
    const now = around.now ?? Date.now;
    const random = randomBytes;
    const log = pino({ level: config.logLevel, base: null }, around.logTo ?? pino.destination(2));

    const db = await openDb({ dataDir: config.dataDir, ...config.database }, now);
    closers.push(() => db.close());

    const { dataDir, publicUrl, logKey } = config;
    const publicLog = await openLog({ db, now, random, log, dataDir, publicUrl, ...logKey, closers });

    const metrics = openMetrics();
    const rateLimits = new RateLimits(config.rateLimits, now);
    const { preLoginMs, sessionMs } = config;
    const sessions = new Sessions({
      db,
      now,
      random,
      chainId: config.chain?.id ?? 1,
      preLoginMs,
      sessionMs,
      ...(config.chain ? { askAccount: askAccountAt(config.chain.rpcUrls), mayUse: mayUseAt(config) } : {}),
    });

    const chain = await openChain(config.chain, log, around.chainNodes);
    const network = openNetwork({ config, log, now, random, db, metrics, sessions, chain, publicLog, closers });
    await network.agents.begin(db.dialect === 'sqlite');
    await openRecorder({ config, log, now, random, db, closers });
    if (db.dialect === 'postgres') shareLimits({ log, db, rateLimits, agents: network.agents, closers });
    const { s3, ...limits } = config.photo;
    const pictures = await openCampaigns({
      db,
      now,
      random,
      metrics,
      dataDir: config.dataDir,
      rules: config.campaigns,
      limits,
      s3,
      fuel: { capacity: config.fuelPerDay * 1_000_000 },
      provenPlaces: provenPlacesOf(network.agents),
      onFault: (error, doing) => log.warn({ err: error }, `${doing} failed`),
      closers,
    });
    const { photos } = pictures;
    // On the embedded database this process is the only one: whatever is unfinished now was interrupted.
    await photos.recover(db.dialect === 'sqlite');

    const sweeper = setInterval(() => {
      sessions.sweep().catch((error: unknown) => log.warn({ err: error }, 'sweeping sessions failed'));
      network.agents
        .forgetOldVisits()
        .catch((error: unknown) => log.warn({ err: error }, 'forgetting old visits failed'));
      photos.recover(false).catch((error: unknown) => log.warn({ err: error }, 'clearing up uploads failed'));
    }, sweepEveryMs);
    closers.push(() => clearInterval(sweeper));

    const drain = new Drain();
    return {
      config,
      log,
      now,
      random,
      db,
      metrics,
      rateLimits,
      drain,
      sessions,
      chain,
      publicLog,
      ...network,
      ...pictures,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};

/** Callers have one allowance on all nodes together. */
const shareLimits = ({
  log,
  db,
  rateLimits: limits,
  agents,
  closers,
}: Pick<Context, 'log' | 'db' | 'rateLimits' | 'agents'> & { closers: (() => Promise<void> | void)[] }) => {
  const shared = new SharedLimits({ log, db, limits, nodeId: agents.nodeId, hasPeers: () => agents.hasPeers() });
  shared.start();
  closers.push(() => shared.stop());
};

/** The newest verified pol result of a key, over either address family. */
const provenPlacesOf =
  (agents: Agents): ProvenPlaces =>
  async ({ publicKey }) => {
    const provers = await Promise.all(
      ['IPv4', 'IPv6'].map((family) => agents.find('pol', 'prover', `${family}/${publicKey}`)),
    );
    return provers.flatMap((prover) => {
      const { latitude, longitude, at } = prover?.verifiedResult ?? {};
      return latitude === undefined || longitude === undefined || at === undefined
        ? []
        : [{ latitude: Number(latitude), longitude: Number(longitude), at: Date.parse(at) }];
    });
  };

/** Smart accounts log in too; what asks them is loaded with the first one that tries. */
const askAccountAt = (rpcUrls: readonly string[]): AskAccount => {
  let ask: Promise<AskAccount> | undefined;
  return async (address, text, signature) => {
    ask ??= import('./chain/accounts.ts').then(({ openAccounts }) => openAccounts(rpcUrls));
    return (await ask)(address, text, signature);
  };
};

/** Roles that the operator keeps for accounts with money (402). */
const mayUseAt = ({ chain, funded }: Config): MayUse => {
  let ask: Promise<(keyType: KeyType, publicKey: string) => Promise<boolean>> | undefined;
  return async (keyType, publicKey, role) => {
    if (!chain || !funded.roles.includes(role)) return true;
    ask ??= import('./chain/accounts.ts').then(({ openFunds }) => openFunds(chain.rpcUrls, funded.wei));
    return (await ask)(keyType, publicKey);
  };
};

/** Results go to the chain where the operator gave a key for it. */
const openRecorder = async ({
  config: { chain },
  log,
  now,
  random,
  db,
  closers,
}: Pick<Context, 'config' | 'log' | 'now' | 'random' | 'db'> & { closers: (() => Promise<void> | void)[] }) => {
  if (!chain?.coordinatorKey) return;
  const { openResultChain } = await import('./chain/result-chain.ts');
  const recorder = new ResultRecorder({
    db,
    now,
    chain: openResultChain(chain, chain.coordinatorKey),
    owner: random(8).toString('hex'),
    warn: (problem, error) => log.warn({ err: error }, problem),
  });
  recorder.start();
  closers.push(() => recorder.stop());
};

/** Agents, and the coordinator that gives them work. */
const openNetwork = ({
  config,
  log,
  now,
  random,
  db,
  metrics,
  sessions,
  chain,
  publicLog,
  closers,
}: Pick<Context, 'config' | 'log' | 'now' | 'random' | 'db' | 'metrics' | 'sessions' | 'chain' | 'publicLog'> & {
  closers: (() => Promise<void> | void)[];
}) => {
  const nodeId = random(8).toString('hex');
  const agents = new Agents({ db, now, random, nodeId, development: config.development });
  const judge = new Judge();
  closers.push(() => judge.close());
  const types = new Map(proofTypes.map((it) => [it.id, rememberAsks(it)]));
  const proofType = (id: string): ProofType => {
    const found = types.get(id);
    if (!found) throw new Error(`There is no proof type ${id}`);
    return found;
  };
  const watch = watchNetwork(metrics, log, {
    open: () => countOpen(db),
    agents: () => hub.size,
    byNode: () => agents.byNode(),
  });
  const signatures = new SignatureChecks();
  closers.push(() => signatures.close());
  const send: Hub['send'] = (to, message) => hub.send(to, message);
  const board = db.dialect === 'postgres' ? new NoticeBoard(db, nodeId) : undefined;
  const relay = board && new Relay({ db, now, log, nodeId, board, send, hasPeers: () => agents.hasPeers() });
  const sendAnywhere: Hub['send'] = relay ? (to, message) => relay.send(to, message) : send;
  const refusals = new Refusals(db, now);
  const calibration = openCalibration({
    db,
    now,
    random,
    log,
    nodeId,
    ...config.mesh,
    challengers: (id) => agents.alive(id, 'challenger'),
    send: sendAnywhere,
    checkSignature: signatures.check,
    refuse: async (agentId, of, code) => {
      await refusals.keep(agentId, of, code);
      return refusalReasons[code];
    },
  });
  closers.push(() => calibration.close());
  const { desk, events, coordinator, recorded } = openWorks({
    db,
    now,
    random,
    log,
    agents,
    judge,
    proofType,
    calibration: (id) => calibration.current(id),
    reward: toMillionths(config.rewardPerReading) as number,
    checkSignature: signatures.check,
    send: sendAnywhere,
    board,
    // Without a chain there is nothing that a block could be replaced on.
    stillOnChain: async ({ blockNumber, blockHash }) => !config.chain || chain.recheck(blockNumber, blockHash),
    queueResult: async (tx, result) => {
      await publicLog.append(tx, ...transcriptEntry(result));
      if (config.chain?.coordinatorKey) await ResultRecorder.queue(tx, result);
    },
    ...watch,
  });
  const hub: Hub = new Hub({
    agents,
    sessions,
    desk: { ...desk, receive: (agent, message) => calibration.receive(agent, message) ?? desk.receive(agent, message) },
    log,
    now,
    board,
  });
  if (board && relay) {
    board.start();
    closers.push(() => board.stop());
    const lookout = new Lookout({ ping: () => db.ping(), lost: () => hub.sendAway() });
    lookout.start();
    closers.push(() => lookout.stop());
    relay.start();
    closers.push(() => relay.stop());
  }
  closers.push(() => coordinator.stop());
  const challenges = new Challenges({
    db,
    now,
    requests: chain,
    asksFor: (attributeId, { id, attributeId: own }) =>
      attributeId === own || config.attributeIds.some((it) => it.proofType === id && it.attributeId === attributeId),
    findProver: (id, address, isIPv6) => agents.findProver(id, address, isIPv6),
    deadline: (id, ask, at) => deadlineOf(proofType(id), ask, at),
    settings: () => config.proofSettings,
    fee: toMillionths(config.requestFee) as number,
    accepted: (id) => recorded(id, true),
  });
  const records: Records = {
    results: async (agent, limit) =>
      (agent.role === 'challenger'
        ? await assignments.readingsOf(db, agent.id, limit)
        : await assignments.readingsAbout(db, agent.id, limit)
      ).map((it) => ({ ...it, receivedAt: it.receivedAt as number })),
    refusals: (agentId, limit) => refusalsOf(db, agentId, limit),
    setAside: async ({ proofType: id, role, id: agentId }, limit) => {
      if (role !== 'challenger') return undefined;
      const { data } = await calibration.current(id);
      const found = proofType(id)
        .mesh?.setAside?.(data)
        .find((it) => it.id === agentId);
      return found && { reason: found.reason, readings: await meshReadingsOf(db, id, agentId, limit) };
    },
    openChallenges: (id) => countOpen(db, id),
    tally: (id, since) => readTally(db, id, since),
  };
  const calibrationData = (hash: string) => findCalibration(db, hash);
  return { agents, events, hub, coordinator, challenges, records, proofType, calibrationData };
};
