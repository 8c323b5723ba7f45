import { rename, rm } from 'node:fs/promises';
import { flushToDisk } from '../flush-to-disk.ts';
import { ThreadPool } from '../threads/thread-pool.ts';
import { type Db, DbUnavailable, type Reader, type Row, type Value } from './driver.ts';
import { GroupCommit } from './group-commit.ts';
import { LogFlush, logFile } from './log-flush.ts';
import type { LongRead } from './read-worker.ts';
import { SqliteConnection } from './sqlite-connection.ts';

export interface SqliteDb extends Db {
  /** A consistent copy of everything committed, as one file. Blocks this process while it is made. */
  copyTo(file: string): Promise<void>;
}

/**
 * synchronous = NORMAL: a commit only writes to the log. LogFlush brings it to the disk before a write is acknowledged.
 * wal_autocheckpoint: the log is copied into the file every 32 MiB. A page that many challenges change, such as the end of an
 * index, is then copied once for all of them. Commits take 0.6 of the time that they take with 4 MiB, and reading such a log
 * after a crash takes 30 ms. temp_store = MEMORY: what a savepoint may have to roll back is kept in memory. In a file it
 * would be two writes for every changed page.
 */
const writing = `PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 8192;
  PRAGMA cache_size = -32768; PRAGMA temp_store = MEMORY; PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = ON;`;

/**
 * While a group of writes runs, reads use a second connection. On the writing connection they would see changes that are not
 * committed.
 */
const reading = 'PRAGMA busy_timeout = 5000; PRAGMA query_only = ON;';

/** A statement that begins with SELECT does not write. */
const isSelect = (sql: string) => sql.startsWith('SELECT');

export async function openSqlite(file: string): Promise<SqliteDb> {
  const writer = new SqliteConnection(file, writing);
  const reader = new SqliteConnection(file, reading);
  const log = logFile(`${file}-wal`);
  const flusher = new LogFlush(log.sync);
  const group = new GroupCommit(writer, () => flusher.flush());
  const worker = new URL('./read-worker.js', import.meta.url);
  const thread = new ThreadPool<LongRead, Row[]>({ file: worker, threads: 1, isNative: true });
  let open = true;

  /**
   * Reads prefer the writing connection, which has its pages in memory. The other connection drops its pages with every
   * commit.
   */
  const ask = <R extends Row>(sql: string, parameters?: readonly Value[]): R[] => {
    if (!open) throw new DbUnavailable('The database is closed');
    return (group.isAtWork || !isSelect(sql) ? reader : writer).all(sql, parameters);
  };
  const reads: Reader = {
    all: async (sql, parameters) => ask(sql, parameters),
    get: async (sql, parameters) => ask(sql, parameters)[0] as never,
  };

  const askAside = async <R extends Row>(sql: string, parameters: readonly Value[] = []): Promise<R[]> => {
    if (!open) throw new DbUnavailable('The database is closed');
    return (await thread.ask({ file, pragmas: reading, sql, parameters })) as R[];
  };
  const aside: Reader = {
    all: askAside,
    get: async (sql, parameters) => (await askAside(sql, parameters))[0] as never,
  };

  const shut = async () => {
    await thread.close();
    await group.close();
    await log.close();
    open = false;
    reader.close();
    writer.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    writer.close();
  };
  let closing: Promise<void> | undefined;

  return {
    ...reads,
    aside,
    dialect: 'sqlite',
    skipLocked: '',
    run: (sql, parameters) => group.run(sql, parameters),
    write: (work) => group.write(work),
    ping: async () => void ask('SELECT 1 AS one'),
    async copyTo(target) {
      const unfinished = `${target}.unfinished`;
      await rm(unfinished, { force: true });
      const copier = new SqliteConnection(file, 'PRAGMA busy_timeout = 5000');
      copier.exec(`VACUUM INTO '${unfinished.replaceAll("'", "''")}'`);
      copier.close();
      await flushToDisk(unfinished);
      await rename(unfinished, target);
    },
    close() {
      closing ??= shut();
      return closing;
    },
  };
}
