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
 * One process per data directory. The lock is SQLite's own on an empty file, which the kernel drops when the process
 * ends in any way: a file left behind by kill -9 refuses nobody. The pid beside it only serves the message.
 * (No other code may open lock.db: closing any descriptor of a file drops the process's POSIX locks on it.)
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

/** The holder may have taken the lock and not yet written its pid: wait for a pid that is alive, but not long. */
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
