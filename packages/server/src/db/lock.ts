import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DbUnavailable } from './driver.ts';
import { SqliteConnection } from './sqlite-connection.ts';

export class DataDirInUse extends Error {
  override readonly name = 'DataDirInUse';
  readonly pid: number | undefined;

  constructor(dataDir: string, pid: number | undefined) {
    super(
      `The data directory ${dataDir} is in use by another process${pid ? ` (pid ${pid})` : ''}. ` +
        'Stop it first, or set TRIGPOINT_DATA_DIR to another directory.',
    );
    this.pid = pid;
  }
}

/**
 * Allows one process per data directory. It uses SQLite's lock on an empty file. The kernel drops that lock when the process
 * ends in any way, so a file that is left after kill -9 locks nobody out. The pid beside it is only for the message. No other
 * code may open lock.db, because closing any descriptor of a file drops the process's POSIX locks on it.
 */
export async function lockDataDir(dataDir: string): Promise<{ release(): void }> {
  const pidFile = join(dataDir, 'lock.pid');
  const connection = new SqliteConnection(join(dataDir, 'lock.db'), 'PRAGMA busy_timeout = 0');
  try {
    connection.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    connection.close();
    if (error instanceof DbUnavailable) throw new DataDirInUse(dataDir, await livePid(pidFile));
    throw error;
  }
  writeFileSync(`${pidFile}.new`, `${process.pid}\n`);
  renameSync(`${pidFile}.new`, pidFile);
  return {
    release() {
      connection.exec('ROLLBACK');
      connection.close();
    },
  };
}

/** The pid of the process that has the lock. It may not have written its pid yet, so this waits up to a second for a live pid. */
async function livePid(pidFile: string): Promise<number | undefined> {
  for (let tries = 0; tries < 20; tries++) {
    try {
      const pid = Number(readFileSync(pidFile, 'utf8'));
      process.kill(pid, 0);
      return pid;
    } catch (error) {
      if ((error as { code?: unknown }).code === 'EPERM') return Number(readFileSync(pidFile, 'utf8'));
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return undefined;
}
