import { open as openFile, rename, rm } from 'node:fs/promises';
import { type Db, DbUnavailable, type Reader } from './driver.ts';
import { GroupCommit } from './group-commit.ts';
import { LogFlush, logFile } from './log-flush.ts';
import { SqliteConnection } from './sqlite-connection.ts';

export interface SqliteDb extends Db {
  /** A consistent copy of everything committed, as one file. Blocks this process while it is made. */
  copyTo(file: string): Promise<void>;
}

/** NORMAL: a commit only writes to the log; LogFlush brings it to the disk before anyone hears of success. */
const writing = `PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
  PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = ON;`;

/** Reads have a connection of their own: on the writing one they would see a group that is not committed yet. */
const reading = 'PRAGMA busy_timeout = 5000; PRAGMA query_only = ON;';

export async function openSqlite(file: string): Promise<SqliteDb> {
  const writer = new SqliteConnection(file, writing);
  const reader = new SqliteConnection(file, reading);
  const log = logFile(`${file}-wal`);
  const flusher = new LogFlush(log.sync);
  const group = new GroupCommit(writer, () => flusher.flush());
  let open = true;

  const ask = () => {
    if (!open) throw new DbUnavailable('The database is closed');
    return reader;
  };
  const reads: Reader = {
    all: async (sql, parameters) => ask().all(sql, parameters),
    get: async (sql, parameters) => ask().all(sql, parameters)[0] as never,
  };

  const shut = async () => {
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
    dialect: 'sqlite',
    skipLocked: '',
    run: (sql, parameters) => group.run(sql, parameters),
    write: (work) => group.write(work),
    ping: async () => void ask().all('SELECT 1 AS one'),
    async copyTo(target) {
      const unfinished = `${target}.unfinished`;
      await rm(unfinished, { force: true });
      const copier = new SqliteConnection(file, 'PRAGMA busy_timeout = 5000');
      copier.exec(`VACUUM INTO '${unfinished.replaceAll("'", "''")}'`);
      copier.close();
      const handle = await openFile(unfinished, 'r+');
      await handle.sync();
      await handle.close();
      await rename(unfinished, target);
    },
    close() {
      closing ??= shut();
      return closing;
    },
  };
}
