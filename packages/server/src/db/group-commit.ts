import { DbUnavailable, type Row, type Tx, type Value } from './driver.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

interface Job {
  work: (tx: Tx) => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
  outcome: { value: unknown } | { error: unknown } | undefined;
}

/** At 20–100 µs a write this bounds what one group adds to the latency of its first member to about 25 ms. */
const MAX_GROUP = 256;

/**
 * All writes that wait run inside one transaction, each in its own savepoint, and share one commit: one fsync.
 * One group per turn of the event loop, so that requests which arrived during the fsync form the next one.
 */
export class GroupCommit {
  readonly #connection: SqliteConnection;
  #waiting: Job[] = [];
  #scheduled = false;
  #closing: (() => void) | undefined;
  #abandon: ((error: Error) => void) | undefined;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  write<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    if (this.#closing) return Promise.reject(new DbUnavailable('The database is closed'));
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, resolve: resolve as (value: unknown) => void, reject, outcome: undefined });
      this.#schedule();
    });
  }

  /** Refuses new writes and resolves when those already taken are committed. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#closing = resolve;
      if (!this.#scheduled) resolve();
    });
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => void this.#commitGroup());
  }

  async #commitGroup(): Promise<void> {
    const group = this.#waiting.splice(0, MAX_GROUP);
    const watch = this.#watch();
    try {
      this.#connection.exec('BEGIN IMMEDIATE');
      for (const job of group) await this.#runJob(job);
      this.#connection.exec('COMMIT');
      for (const { outcome, resolve, reject } of group) {
        if (outcome && 'value' in outcome) resolve(outcome.value);
        else reject(outcome?.error);
      }
    } catch (error) {
      this.#rollBack();
      for (const { outcome, reject } of group) reject(outcome && 'error' in outcome ? outcome.error : error);
    } finally {
      watch.stop();
      this.#scheduled = false;
      if (this.#waiting.length > 0) this.#schedule();
      else this.#closing?.();
    }
  }

  /** Where even this fails, the disk is broken: the next group will say so, and nobody may be left waiting in this one. */
  #rollBack(): void {
    try {
      if (this.#connection.inTransaction) this.#connection.exec('ROLLBACK');
    } catch {}
  }

  async #runJob(job: Job): Promise<void> {
    this.#connection.exec('SAVEPOINT job');
    const tx = new SavepointTx(this.#connection);
    try {
      const value = await new Promise((resolve, reject) => {
        this.#abandon = reject;
        job.work(tx).then(resolve, reject);
      });
      if (tx.failure) throw tx.failure.error;
      job.outcome = { value };
    } catch (error) {
      job.outcome = { error };
      // A full or broken disk makes SQLite end the whole transaction: then no neighbour's write is left either.
      if (!this.#connection.inTransaction) throw error;
      this.#connection.exec('ROLLBACK TO job');
    } finally {
      this.#abandon = undefined;
      tx.end();
    }
    this.#connection.exec('RELEASE job');
  }

  /**
   * A group that awaits nothing but `tx` runs in one go, before the event loop turns. If the loop does turn, the job
   * at work awaits something else (a request, a timer) while everyone's writes wait for it: it is the one to fail.
   */
  #watch(): { stop(): void } {
    const turn = () => {
      this.#abandon?.(new Error('A write awaited something other than its transaction'));
      pending = setImmediate(turn);
    };
    let pending = setImmediate(turn);
    return { stop: () => clearImmediate(pending) };
  }
}

class SavepointTx implements Tx {
  readonly #connection: SqliteConnection;
  failure: { error: unknown } | undefined;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  async all<R extends Row>(sql: string, parameters?: readonly Value[]): Promise<R[]> {
    return this.#attempt(() => this.#connection.all<R>(sql, parameters));
  }

  async get<R extends Row>(sql: string, parameters?: readonly Value[]): Promise<R | undefined> {
    return this.#attempt(() => this.#connection.all<R>(sql, parameters)[0]);
  }

  async run(sql: string, parameters?: readonly Value[]): Promise<number> {
    return this.#attempt(() => this.#connection.run(sql, parameters));
  }

  end(): void {
    this.failure ??= { error: new Error('This transaction has ended') };
  }

  #attempt<T>(action: () => T): T {
    if (this.failure) throw this.failure.error;
    try {
      return action();
    } catch (error) {
      this.failure = { error };
      throw error;
    }
  }
}
