import type { Db, Tx } from '@trigpoint/server';
import { applyMigrations, SqliteConnection } from '@trigpoint/server/parts';
import { type Random, seeded } from '../proof.ts';

/** What is wrong with a database on purpose. */
export interface Spoilt {
  /** Changes every statement. */
  readonly sql?: (text: string) => string;
  /** Which commits are acknowledged and lost. */
  readonly loses?: () => boolean;
}

/** Tables that are used for one life after another: making them takes longer than most lives. */
export const openTables = async (): Promise<SqliteConnection> => {
  const connection = new SqliteConnection(':memory:', 'PRAGMA foreign_keys = ON');
  await applyMigrations(new SimulatedDb(connection, seeded(0)), 0);
  return connection;
};

const clear = (connection: SqliteConnection) => {
  const tables = connection.all<{ name: string }>(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'migration'`,
  );
  connection.exec(tables.map(({ name }) => `DELETE FROM ${name};`).join(' '));
};

/** A database in memory, empty at first. Its operations happen one at a time, in an order that the seed draws from all that wait. */
export class SimulatedDb implements Db {
  readonly dialect = 'sqlite';
  readonly skipLocked = '';
  readonly #connection: SqliteConnection;
  readonly #random: Random;
  readonly #spoilt: Spoilt;
  readonly #waiting: (() => Promise<void>)[] = [];
  /** The tables that statements have changed since this set was last cleared. */
  readonly changed = new Set<string>();
  #isWorking = false;

  constructor(connection: SqliteConnection, random: Random, spoilt: Spoilt = {}) {
    clear(connection);
    this.#connection = connection;
    this.#random = random;
    this.#spoilt = spoilt;
  }

  all: Db['all'] = (sql, params) => this.#turn(async () => this.#connection.all(this.#text(sql), params));
  get: Db['get'] = (sql, params) => this.#turn(async () => this.#connection.all(this.#text(sql), params)[0] as never);
  write: Db['write'] = (work) => this.#turn(() => this.#transaction(work));
  run: Db['run'] = (sql, params) => this.write((tx) => tx.run(sql, params));
  ping = async () => {};
  close = async () => {};

  readonly #tx: Tx = {
    forUpdate: '',
    all: async (sql, params) => this.#connection.all(this.#text(sql), params),
    get: async (sql, params) => this.#connection.all(this.#text(sql), params)[0] as never,
    run: async (sql, params) => {
      this.changed.add(/(?:INTO|UPDATE|FROM)\s+(\w+)/.exec(sql)?.[1] ?? '');
      return this.#connection.run(this.#text(sql), params);
    },
  };

  #text(sql: string): string {
    return this.#spoilt.sql?.(sql) ?? sql;
  }

  async #transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    this.#connection.exec('BEGIN');
    try {
      const value = await work(this.#tx);
      this.#connection.exec(this.#spoilt.loses?.() ? 'ROLLBACK' : 'COMMIT');
      return value;
    } catch (error) {
      this.#connection.exec('ROLLBACK');
      throw error;
    }
  }

  #turn<T>(action: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push(() => action().then(resolve, reject));
      if (!this.#isWorking) void this.#work();
    });
  }

  async #work(): Promise<void> {
    this.#isWorking = true;
    while (this.#waiting.length > 0) {
      // Whoever has just been answered can put its next operation in the queue before the next turn is drawn.
      await new Promise(setImmediate);
      const [next] = this.#waiting.splice(this.#random.int(this.#waiting.length), 1);
      await next?.();
    }
    this.#isWorking = false;
  }
}
