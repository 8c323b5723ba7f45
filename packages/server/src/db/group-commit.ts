import { DbUnavailable, type Row, type Tx, type Value } from './driver.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

interface Job {
  /** Runs inside the group's transaction. If it fails, its own changes are undone. */
  work: () => Promise<unknown> | unknown;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
  outcome: { value: unknown } | { error: unknown } | undefined;
}

/** The largest group. A write takes 20–100 µs, so the first write of a group waits at most about 25 ms for the others. */
const MAX_GROUP = 256;
/** A commit with its flush costs 0.3 ms, ten times a write. While several writes come together, one commit every 10 ms serves them. */
const GATHER_MS = 10;
/** When waiting brought no other write, the next writes do not wait for this long. */
const HURRY_MS = 100;

/**
 * Runs all waiting writes inside one transaction, each in its own savepoint, with one commit. While the disk is busy with the
 * last group, the next group gathers. Its writes would have to wait for the next flush anyway, and a page that several of
 * them change is written once. A write is acknowledged after the disk has it.
 */
export class GroupCommit {
  readonly #connection: SqliteConnection;
  readonly #flush: () => Promise<void>;
  #waiting: Job[] = [];
  #scheduled = false;
  #gatherUntil = 0;
  #hurryUntil = 0;
  #flushing = 0;
  #closing: (() => void) | undefined;
  #abandon: ((error: Error) => void) | undefined;

  constructor(connection: SqliteConnection, flush: () => Promise<void>) {
    this.#connection = connection;
    this.#flush = flush;
  }

  /** Whether the connection shows changes that are not committed. */
  get isAtWork(): boolean {
    return this.#connection.inTransaction;
  }

  write<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#join(() => this.#inSavepoint(work));
  }

  /** Runs one statement. It needs no savepoint, because a statement is all or nothing by itself. */
  run(sql: string, parameters?: readonly Value[]): Promise<number> {
    return this.#join(() => this.#connection.run(sql, parameters));
  }

  #join<T>(work: () => Promise<T> | T): Promise<T> {
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
      this.#closeWhenIdle();
    });
  }

  #closeWhenIdle(): void {
    if (!this.#scheduled && this.#flushing === 0) this.#closing?.();
  }

  #schedule(): void {
    if (this.#scheduled || (this.#flushing > 0 && this.#waiting.length < MAX_GROUP)) return;
    this.#scheduled = true;
    const waitMs = this.#gatherUntil - performance.now();
    setImmediate(() => (waitMs > 0 ? this.#gather(waitMs) : void this.#commitGroup()));
  }

  #gather(ms: number): void {
    const here = this.#waiting.length;
    setTimeout(() => {
      if (this.#waiting.length === here) this.#hurryUntil = performance.now() + HURRY_MS;
      void this.#commitGroup();
    }, ms);
  }

  async #commitGroup(): Promise<void> {
    const group = this.#waiting.splice(0, MAX_GROUP);
    const at = performance.now();
    if (group.length > 1 && at >= this.#hurryUntil) this.#gatherUntil = at + GATHER_MS;
    const watch = this.#watch();
    try {
      this.#connection.exec('BEGIN IMMEDIATE');
      for (const job of group) await this.#runJob(job);
      this.#connection.exec('COMMIT');
      void this.#answer(group);
    } catch (error) {
      this.#rollBack();
      for (const { outcome, reject } of group) reject(outcome && 'error' in outcome ? outcome.error : error);
    } finally {
      watch.stop();
      this.#scheduled = false;
      if (this.#waiting.length > 0) this.#schedule();
      else this.#closeWhenIdle();
    }
  }

  /** Answers the writes of a committed group after it is on the disk. */
  async #answer(group: readonly Job[]): Promise<void> {
    this.#flushing++;
    const failure = await this.#flush().then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    this.#flushing--;
    for (const { outcome, resolve, reject } of group) {
      if (outcome && 'error' in outcome) reject(outcome.error);
      else if (failure) reject(failure.error);
      else resolve(outcome?.value);
    }
    if (this.#waiting.length > 0) this.#schedule();
    else this.#closeWhenIdle();
  }

  /**
   * If even the rollback fails, the disk is broken. That error is ignored, so that the writes of this group get their
   * answers. The next group will fail too.
   */
  #rollBack(): void {
    try {
      if (this.#connection.inTransaction) this.#connection.exec('ROLLBACK');
    } catch {}
  }

  async #runJob(job: Job): Promise<void> {
    try {
      job.outcome = { value: await job.work() };
    } catch (error) {
      job.outcome = { error };
      // With a full or broken disk SQLite rolls back the whole transaction. Then the writes of the others in the group are
      // lost too.
      if (!this.#connection.inTransaction) throw error;
    }
  }

  async #inSavepoint<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    this.#connection.exec('SAVEPOINT job');
    const tx = new SavepointTx(this.#connection);
    try {
      const value = await new Promise<T>((resolve, reject) => {
        this.#abandon = reject;
        work(tx).then(resolve, reject);
      });
      if (tx.failure) throw tx.failure.error;
      this.#connection.exec('RELEASE job');
      return value;
    } catch (error) {
      if (this.#connection.inTransaction) this.#connection.exec('ROLLBACK TO job; RELEASE job');
      throw error;
    } finally {
      this.#abandon = undefined;
      tx.end();
    }
  }

  /**
   * Writes that await nothing but `tx` run before the event loop turns. If the loop turns, the running write awaits something
   * else (a request, a timer), and all other writes wait for it. So that write fails.
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
  readonly forUpdate = '';
  readonly #connection: SqliteConnection;
  failure: { error: unknown } | undefined;
  #ended = false;

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
    this.#ended = true;
  }

  #attempt<T>(action: () => T): T {
    if (this.failure) throw this.failure.error;
    if (this.#ended) throw new Error('This transaction has ended');
    try {
      return action();
    } catch (error) {
      this.failure = { error };
      throw error;
    }
  }
}
