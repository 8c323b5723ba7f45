import { randomBytes } from 'node:crypto';
import type { DbOptions } from '@trigpoint/server';
import { openDb, openLog, type PublicLog } from '@trigpoint/server/log';
import { pino } from 'pino';

/** A database with a log, and nothing else of the service. */
export const withLog = async <T>(
  place: DbOptions,
  work: (it: { db: Awaited<ReturnType<typeof openDb>>; log: PublicLog }) => Promise<T>,
): Promise<T> => {
  const db = await openDb(place);
  const closers: (() => Promise<void> | void)[] = [() => db.close()];
  try {
    const options = { dataDir: place.dataDir, publicUrl: undefined, key: '44'.repeat(32), keyFile: undefined };
    const logger = pino({ level: 'silent' });
    const log = await openLog({ db, now: Date.now, random: randomBytes, log: logger, closers, ...options });
    return await work({ db, log });
  } finally {
    for (const it of closers.reverse()) await it();
  }
};

export const print = (line: string): void => void process.stdout.write(`${line}\n`);
