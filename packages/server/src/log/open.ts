import { createHash } from 'node:crypto';
import {
  emptyRoot,
  formatVerifierKey,
  makeSigner,
  parseVerifierKey,
  type Signer,
  signCheckpoint,
} from '@trigpoint/log';
import type { Logger } from 'pino';
import type { Db } from '../db/driver.ts';
import { ChainThread } from './chain-thread.ts';
import { keyFileIn, LogKeyError, makeLogKey, readLogKey } from './log-keys.ts';
import { PublicLog } from './public-log.ts';
import { insertState, type LogState, readState } from './store.ts';

interface LogOptions {
  readonly db: Db;
  readonly now: () => number;
  readonly random: (bytes: number) => Buffer;
  readonly log: Logger;
  readonly dataDir: string;
  readonly publicUrl: string | undefined;
  /** The private key, or the file that has it. Without both it is in the data directory. */
  readonly key: string | undefined;
  readonly keyFile: string | undefined;
  readonly closers: (() => Promise<void> | void)[];
}

/** Opens the log of the database, or begins one. Throws if the key is not the log's. */
export const openLog = async (options: LogOptions): Promise<PublicLog> => {
  const { db, now, random, log, closers } = options;
  const begun = await readState(db);
  const signer = begun ? await signerOf(options, begun) : await newSigner(options);
  const root = emptyRoot;
  const empty = {
    vkey: formatVerifierKey(signer),
    size: 0,
    checkpoint: signCheckpoint({ origin: signer.name, size: 0, root }, signer),
  };
  // On SQLite this write also flushes to disk what a killed process had committed before.
  await db.write((tx) => insertState(tx, empty, now()));
  const state = (await readState(db)) as LogState;
  if (state.vkey !== empty.vkey) throw otherKey(state);
  const warn = (problem: string, error: unknown) => log.warn({ err: error }, problem);
  const chains = new ChainThread();
  closers.push(() => chains.close());
  const publicLog = new PublicLog({ db, now, random, signer, warn, makeChain: chains.make }, state);
  publicLog.start();
  closers.push(() => publicLog.stop());
  return publicLog;
};

/** The log's private key; undefined if none was made yet. */
export const seedOf = async ({
  key,
  keyFile,
  dataDir,
}: Pick<LogOptions, 'key' | 'keyFile' | 'dataDir'>): Promise<Uint8Array | undefined> =>
  key ? Buffer.from(key, 'hex') : readLogKey(keyFile ?? keyFileIn(dataDir));

const signerOf = async (options: LogOptions, begun: LogState): Promise<Signer> => {
  const { name } = parseVerifierKey(begun.vkey);
  const seed = await seedOf(options);
  const signer = seed && makeSigner(name, seed);
  if (!signer || formatVerifierKey(signer) !== begun.vkey) throw otherKey(begun);
  return signer;
};

const otherKey = ({ vkey }: LogState) =>
  new LogKeyError(
    `The log in this database is signed with the key of ${vkey}, and this node has another one or none: ` +
      'give all nodes the same key with LOG_KEY_FILE or LOG_KEY.',
  );

const newSigner = async (options: LogOptions): Promise<Signer> => {
  const { keyFile, dataDir, publicUrl } = options;
  const seed = (await seedOf(options)) ?? (await makeLogKey(keyFile ?? keyFileIn(dataDir)));
  return makeSigner(publicUrl ? originOf(publicUrl) : localOrigin(seed), seed);
};

/** The URL of the log without its scheme. It stays the log's name, also if the service moves to another URL. */
const originOf = (publicUrl: string): string => {
  const { host, pathname } = new URL(publicUrl);
  return `${host}${pathname.replace(/\/+$/, '')}/log`;
};

/** The log of a service without a public URL is named by its key. */
const localOrigin = (seed: Uint8Array): string => {
  const { publicKey } = makeSigner('localhost', seed);
  return `localhost/log-${createHash('sha256').update(publicKey).digest('hex').slice(0, 16)}`;
};
