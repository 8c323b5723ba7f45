import { randomBytes } from 'node:crypto';
import type { ProofType } from '@trigpoint/proofs';
import { type DestinationStream, pino } from 'pino';
import { type CampaignRoom, openCampaigns } from './campaign/open.ts';
import { type ChainReader, checkOrigin, errorsWithout, openChain, openRecorder } from './chain/open.ts';
import type { RpcEndpoint } from './chain/rpc-endpoints.ts';
import { askAccountOn, mayUseOn } from './chain/wallets.ts';
import type { Challenges } from './challenge/challenges.ts';
import type { DirectRequests } from './challenge/direct-requests.ts';
import type { Events } from './challenge/events.ts';
import { Drain } from './cluster/drain.ts';
import { SharedLimits } from './cluster/shared-limits.ts';
import type { Config } from './config/config.ts';
import type { Coordinator } from './coordination/coordinator.ts';
import { openDb } from './db/open.ts';
import { CallerQueues } from './http/caller-queues.ts';
import { RateLimits } from './http/limits.ts';
import { LongAnswers } from './http/long-answers.ts';
import { attestationKeysFrom } from './keys/attestation-keys.ts';
import { forgetOldRewards, readTotals } from './ledger/budgets.ts';
import { type FuelRules, fuelRules } from './ledger/fuel.ts';
import { openLog, seedOf } from './log/open.ts';
import type { PublicLog } from './log/public-log.ts';
import type { Witnesses } from './log/witnesses.ts';
import { type Metrics, openMetrics } from './metrics/metrics.ts';
import { watchRewards } from './metrics/reward-figures.ts';
import type { AgentRecords } from './network/agent-records.ts';
import type { Agents } from './network/agents.ts';
import type { Hub } from './network/hub.ts';
import { provenPlacesOf } from './network/proven-places.ts';
import { ApiKeys } from './session/api-keys.ts';
import { Sessions } from './session/sessions.ts';
import type { Attester } from './verdict/attestations.ts';
import { didOf } from './verdict/credentials.ts';
import { Deliveries } from './webhook/deliveries.ts';
import { ToldAgents } from './webhook/told-agents.ts';
import { Webhooks } from './webhook/webhooks.ts';
import type { Foundation } from './wiring/foundation.ts';
import { openNetwork } from './wiring/network.ts';
import { openWatches, type WatchRoom } from './wiring/watches.ts';

/** Everything that lives as long as the service. */
export interface Context extends Omit<Foundation, 'closers'>, CampaignRoom, WatchRoom {
  readonly metrics: Metrics;
  readonly rateLimits: RateLimits;
  readonly callerQueues: CallerQueues;
  readonly longAnswers: LongAnswers;
  readonly drain: Drain;
  readonly sessions: Sessions;
  readonly apiKeys: ApiKeys;
  readonly agents: Agents;
  readonly hub: Hub;
  readonly events: Events;
  readonly coordinator: Coordinator;
  readonly records: AgentRecords;
  readonly proofType: (id: string) => ProofType;
  readonly calibrationPieces: (hash: string) => AsyncIterable<string>;
  readonly chain: ChainReader;
  readonly publicLog: PublicLog;
  readonly attester: Attester;
  readonly witnesses: Witnesses;
  readonly challenges: Challenges;
  /** The settings that are kept with each challenge of a proof type and given to its judge. */
  readonly settingsOf: (proofType: string) => Readonly<Record<string, string>>;
  readonly directRequests: DirectRequests;
  readonly fuel: FuelRules;
  readonly webhooks: Webhooks;
  /** Releases everything in reverse order. */
  close(): Promise<void>;
}

const sweepEveryMs = 60_000;

/** What tests replace: the clock, where log lines go, and the RPC endpoints of the chain. */
export interface Surroundings {
  readonly now?: () => number;
  readonly logTo?: DestinationStream;
  /** Used instead of the RPC endpoints that CHAIN_RPC_URL names. */
  readonly rpcEndpoints?: readonly RpcEndpoint[];
}

/** Opens every long-lived part of the service and joins them. Only this file and `wiring/` do that. */
export const openContext = async (config: Config, around: Surroundings = {}): Promise<Context> => {
  const closers: Foundation['closers'] = [];
  const close = async () => {
    for (const it of closers.splice(0).reverse()) await it();
  };
  try {
    const now = around.now ?? Date.now;
    const err = errorsWithout(config.chain?.rpcUrls ?? []);
    const log = pino({ level: config.logLevel, base: null, serializers: { err } }, around.logTo ?? pino.destination(2));
    const db = await openDb({ dataDir: config.dataDir, ...config.database }, now);
    closers.push(() => db.close());
    await checkOrigin(db, config.chain);
    const foundation: Foundation = { config, log, now, random: randomBytes, db, closers };
    // SQLite is used by this process alone. So whatever is unfinished now was interrupted when the service last ended.
    const isAlone = db.dialect === 'sqlite';

    const { dataDir, publicUrl, logKey } = config;
    const publicLog = await openLog({ db, now, random: randomBytes, log, dataDir, publicUrl, ...logKey, closers });
    const attester = {
      keys: attestationKeysFrom((await seedOf({ ...logKey, dataDir })) as Uint8Array),
      // The DID names the service in signed attestations, so it must not come from a Host header, which a caller chooses.
      did: didOf(publicUrl ?? `http://localhost:${config.port}`),
      eas: config.eas,
    };

    const metrics = openMetrics();
    const rateLimits = new RateLimits(config.rateLimits, now);
    const chain = await openChain(config, log, around.rpcEndpoints);
    const sessions = openSessions(foundation, chain);
    const webhooks = new Webhooks({ db, now, random: randomBytes });
    const [proofType = ''] = config.proofTypes;
    const apiKeys = new ApiKeys({ db, now, random: randomBytes, proofType, guests: config.guests });
    const rooms = { ...foundation, metrics, sessions, chain, publicLog, webhooks };
    const { follow, sweep, forgetUnasked, probations, deposits, nodeId, ...network } = openNetwork(rooms);
    await network.agents.nodes.begin(isAlone);
    await follow();
    const judged = (id: string) => network.challenges.findAny(id);
    await openRecorder(config.chain, { ...foundation, closers, logHead: () => publicLog.head(), judged });
    if (!isAlone) shareLimits(foundation, rateLimits, network.agents);
    const fuel = fuelRules(config.fuelPerDay);
    watchRewards(metrics, config.rewardBudget.each, () => readTotals(db, config.rewardBudget, now()));
    const campaigns = await openCampaignRoom(foundation, { metrics, fuel, agents: network.agents });
    await campaigns.photos.recover(isAlone);
    const toldAgents = await openDeliveries(foundation, isAlone, { webhooks, agents: network.agents });
    sweepRegularly(foundation, {
      'sweeping sessions': () => sessions.sweep(),
      'sweeping API keys': () => apiKeys.sweep(),
      'forgetting what was paid on earlier days': () => forgetOldRewards(db, now()),
      'forgetting old visits': () => network.agents.forgetOldVisits(),
      'forgetting provers and candidates that nobody wanted': forgetUnasked,
      'looking at deposits': async () => deposits?.look(),
      'admitting on probation': async () => probations && (await probations.step()),
      'forgetting old trees and tries': sweep,
      'forgetting old deliveries': () => webhooks.sweep(),
      'telling about agents': () => toldAgents.look(),
      'clearing up uploads': () => campaigns.photos.recover(false),
    });

    const watchRoom = openWatches({ ...foundation, ...network, publicLog, chain, nodeId, webhooks });
    const { closers: _, ...base } = foundation;
    return {
      ...{ ...base, ...network, ...campaigns, ...watchRoom },
      ...{ metrics, sessions, apiKeys, chain, publicLog, attester, fuel, webhooks, rateLimits, close },
      callerQueues: new CallerQueues(),
      longAnswers: new LongAnswers(now),
      drain: new Drain(),
    };
  } catch (error) {
    await close();
    throw error;
  }
};

const openSessions = ({ config, db, now, random }: Foundation, chain: ChainReader): Sessions => {
  const { funded, preLoginMs, sessionMs } = config;
  const asksChain = config.chain && { askAccount: askAccountOn(chain), mayUse: mayUseOn(chain, funded) };
  return new Sessions({ db, now, random, chainId: config.chain?.id ?? 1, preLoginMs, sessionMs, ...asksChain });
};

const openCampaignRoom = (
  { config, db, now, random, log, closers }: Foundation,
  { metrics, fuel, agents }: Pick<Context, 'metrics' | 'fuel' | 'agents'>,
): Promise<CampaignRoom> => {
  const { s3, spoolBytes, ...limits } = config.photo;
  return openCampaigns({
    ...{ db, now, random, metrics, closers, limits, spoolBytes, s3, fuel },
    ...{ dataDir: config.dataDir, rules: config.campaigns, budget: config.rewardBudget },
    provenPlaces: provenPlacesOf(agents),
    onFault: (error, doing) => log.warn({ err: error }, `${doing} failed`),
  });
};

const openDeliveries = async (
  { config, db, now, log, closers }: Foundation,
  isAlone: boolean,
  { webhooks, agents }: Pick<Context, 'webhooks' | 'agents'>,
): Promise<ToldAgents> => {
  const warn = (problem: string, err: unknown) => log.warn({ err }, problem);
  const deliveries = new Deliveries({ db, now, warn, toPrivate: config.webhooksToPrivate });
  await deliveries.start(isAlone);
  closers.push(() => deliveries.stop());
  return new ToldAgents({ db, now, webhooks, agentsOf: (key) => agents.ofOwner(key) });
};

/** Callers have one allowance on all nodes together. */
const shareLimits = ({ log, db, closers }: Foundation, limits: RateLimits, agents: Agents): void => {
  const hasPeers = () => agents.nodes.hasPeers();
  const shared = new SharedLimits({ log, db, limits, nodeId: agents.nodeId, hasPeers });
  closers.push(shared.start());
};

const sweepRegularly = ({ log, closers }: Foundation, sweeps: Record<string, () => Promise<unknown>>): void => {
  const underWay = new Set<string>();
  const sweeper = setInterval(() => {
    for (const [doing, sweep] of Object.entries(sweeps)) {
      if (underWay.has(doing)) continue;
      underWay.add(doing);
      sweep()
        .catch((error: unknown) => log.warn({ err: error }, `${doing} failed`))
        .finally(() => underWay.delete(doing));
    }
  }, sweepEveryMs);
  closers.push(() => clearInterval(sweeper));
};
