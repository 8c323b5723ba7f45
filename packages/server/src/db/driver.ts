/**
 * The interface to the database. Two drivers implement it (sqlite, postgres) and pass the same conformance tests.
 *
 * Portable SQL: `?` placeholders; times as integer ms; amounts as integers; JSON and ids as TEXT; flags as 0/1;
 * `RETURNING`, `ON CONFLICT`, and row comparison are fine. Name every column (`count(*) AS n`). If nothing tells PostgreSQL the
 * type of a parameter, say it (`CAST(? AS BIGINT)`). Code that differs between the databases is in this folder.
 *
 * Numbers are finite and within ±(2^53 − 1), and texts have no NUL. Both drivers throw for anything else.
 *
 * Isolation is READ COMMITTED on PostgreSQL; SQLite runs one write after another. So a rule that must hold under concurrency
 * must be part of the statement itself (`UPDATE … WHERE balance >= ?`, `ON CONFLICT`), not of a read before it. After a
 * statement has failed, its transaction is rolled back, even if the error was caught.
 */
export type Value = string | number | null | Uint8Array;
export type Row = Record<string, Value>;

export interface Reader {
  all<R extends Row = Row>(sql: string, params?: readonly Value[]): Promise<R[]>;
  get<R extends Row = Row>(sql: string, params?: readonly Value[]): Promise<R | undefined>;
}

export interface Writer {
  /** Runs a statement. Returns how many rows it changed. */
  run(sql: string, params?: readonly Value[]): Promise<number>;
}

export interface Tx extends Reader, Writer {
  /**
   * For the end of a SELECT: locks its rows until this transaction ends. Empty on SQLite, where only one transaction writes at a
   * time.
   */
  readonly forUpdate: string;
}

/** `run` outside of `write` is a transaction of its own. It makes the same promise and costs one statement. */
export interface Db extends Reader, Writer {
  readonly dialect: 'sqlite' | 'postgres';
  /**
   * For the end of a subquery that picks rows of a queue, so that two nodes never take the same row. Empty on SQLite, where
   * only one transaction writes at a time.
   */
  readonly skipLocked: string;
  /**
   * Runs `work` as one transaction: all of it or nothing. On SQLite, writes that arrive during a commit share the next commit.
   * `work` must await nothing but `tx`. It may run again after a conflict, so it must have no other effects. When the promise
   * resolves, the write survives kill -9.
   */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** For reads that would hold the event loop. Absent on PostgreSQL, where no read does. */
  readonly aside?: Reader;
  /** Sends notices to the other nodes on this database, and hears theirs. Absent on SQLite, which has one node. */
  readonly join?: (hear: (text: string) => void) => Notices;
  /** A cheap query for /readyz. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** For reads that would hold the event loop. They may miss what was committed in the last moment. */
export const aside = (db: Db): Reader => db.aside ?? db;
/** For reads that skip rows. Skipped rows are counted one by one, so a read that skips many would hold the event loop. */
export const skipping = (db: Db, skip: number): Reader => (skip > 1_000 ? aside(db) : db);

/**
 * The SQL function that says where a text contains another, counted from 1; 0 if it does not. LIKE is not used, because it
 * compares its pattern from every position, and strangers choose both texts.
 */
export const positionIn = ({ dialect }: Pick<Db, 'dialect'>): string => (dialect === 'postgres' ? 'strpos' : 'instr');

/** Sends notices. A notice may be lost, so whoever waits for one also reads the database from time to time. */
export interface Notices {
  tell(text: string): void;
  close(): Promise<void>;
}

/** The database cannot be reached, is full, or is shutting down. The request is fine and can be tried again later. */
export class DbUnavailable extends Error {
  override readonly name = 'DbUnavailable';
}
