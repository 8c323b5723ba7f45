import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { flushToDisk } from '../flush-to-disk.ts';
import { DbUnavailable } from './driver.ts';

/**
 * Flushes the write-ahead log to the disk without blocking the event loop. A commit that waits for the disk itself would stop
 * every request meanwhile. All who ask while a flush runs share the next one.
 */
export class LogFlush {
  readonly #sync: () => Promise<void>;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #failure: DbUnavailable | undefined;

  constructor(sync: () => Promise<void>) {
    this.#sync = sync;
  }

  /** Resolves when all that was written before the call survives a power cut. */
  flush(): Promise<void> {
    // After a failed fsync the kernel forgets what it could not write. So a later success would prove nothing.
    if (this.#failure) return Promise.reject(this.#failure);
    if (!this.#running) {
      this.#running = this.#run();
      return this.#running;
    }
    // The running flush may have begun before this commit was written. Only the next one surely includes it.
    this.#next ??= this.#running
      .catch(() => {})
      .then(() => {
        this.#next = undefined;
        return this.flush();
      });
    return this.#next;
  }

  async #run(): Promise<void> {
    try {
      await this.#sync();
    } catch (error) {
      this.#failure = new DbUnavailable(`The disk refused a write: ${(error as Error).message}`, { cause: error });
      throw this.#failure;
    } finally {
      this.#running = undefined;
    }
  }
}

interface LogFile {
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** The write-ahead log of a database. The file exists from the first commit until the last connection closes. */
export const logFile = (file: string): LogFile => {
  let opening: Promise<FileHandle> | undefined;
  return {
    sync: async () => {
      opening ??= openLog(file);
      await (await opening).datasync();
    },
    close: async () => (await opening?.catch(() => undefined))?.close(),
  };
};

/** A new file survives a power cut only if its name in the folder does. So the folder is flushed once too. */
const openLog = async (file: string): Promise<FileHandle> => {
  const log = await open(file, 'r+');
  await flushToDisk(dirname(file), 'r');
  return log;
};
