import { randomBytes } from 'node:crypto';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from './config.ts';
import type { Db } from './db/driver.ts';
import { openDb } from './db/open.ts';
import { RateLimits } from './http/limits.ts';
import { type Metrics, openMetrics } from './metrics.ts';
import { Sessions } from './session/sessions.ts';

/** Everything that lives as long as the service. The one place where parts are made and joined. */
export interface Context {
  readonly config: Config;
  readonly log: Logger;
  readonly now: () => number;
  readonly random: (bytes: number) => Buffer;
  readonly db: Db;
  readonly metrics: Metrics;
  readonly rateLimits: RateLimits;
  readonly sessions: Sessions;
  /** Releases everything in reverse order. */
  close(): Promise<void>;
}

const sweepEveryMs = 60_000;

/** What tests replace: the clock, and where log lines go. */
export interface Surroundings {
  readonly now?: () => number;
  readonly logTo?: DestinationStream;
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

    const metrics = openMetrics();
    const rateLimits = new RateLimits(config.rateLimits, now);
    const { preLoginMs, sessionMs } = config;
    const sessions = new Sessions({ db, now, random, chainId: 1, preLoginMs, sessionMs });

    const sweeper = setInterval(() => {
      sessions.sweep().catch((error: unknown) => log.warn({ err: error }, 'sweeping sessions failed'));
    }, sweepEveryMs);
    closers.push(() => clearInterval(sweeper));

    return { config, log, now, random, db, metrics, rateLimits, sessions, close };
  } catch (error) {
    await close();
    throw error;
  }
};
