import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { DbUnavailable, readConfig, startService } from '@trigpoint/server';
import { serviceEnv, startCrowdService } from '../services/crowd-service.ts';
import { answerParent, settingsFromParent } from './child.ts';
import type { ServiceFigures, ServiceQuestion, ServiceSettings } from './service.ts';

const { place, env = {}, chain } = settingsFromParent<ServiceSettings>();

const start = async () => {
  if (!chain) return startService(readConfig({ ...serviceEnv(place), LOG_LEVEL: 'silent', ...env }));
  const started = { place, chainStart: chain.start, env: { LOG_LEVEL: 'silent', ...env } };
  const { service, mine } = await startCrowdService(started);
  if (chain.requests > 0) mine(chain.provers, chain.requests, chain.challengersEach);
  return service;
};

const service = await start();
const { db, hub, images } = service.context;
const loopResolutionMs = 5;
const loop = monitorEventLoopDelay({ resolution: loopResolutionMs });
loop.enable();

/** Counts open challenges. It asks again while the database is not available. */
const countOpen = async (): Promise<number> => {
  for (;;)
    try {
      return Number((await db.get('SELECT COUNT(*) AS n FROM challenge WHERE due_at IS NOT NULL'))?.n);
    } catch (error) {
      if (!(error instanceof DbUnavailable)) throw error;
      await pause(200);
    }
};

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as () => void;
/** The pause after a garbage collection. Buffers outside of the heap are freed a moment later. */
const settleMs = 200;

const figures = async ({ collections, isFresh = false }: ServiceQuestion): Promise<ServiceFigures> => {
  // This is read before the garbage collections, because they hold the loop.
  const loopP99Ms = loop.percentile(99) / 1e6 - loopResolutionMs;
  for (let i = 0; i < collections; i++) {
    gc();
    if (collections > 1) await pause(settleMs);
  }
  const openChallenges = await countOpen();
  const { rss, heapUsed, external } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  if (isFresh) loop.reset();
  return {
    openChallenges,
    agents: hub.size,
    rssBytes: rss,
    heapBytes: heapUsed,
    externalBytes: external,
    cpuUs: user + system,
    loopP99Ms,
    images: images.stats,
  };
};

answerParent({ url: service.url }, figures, () => service.close());
