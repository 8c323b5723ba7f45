/**
 * The one way to the database. Two drivers implement it (sqlite, postgres) and pass one conformance suite.
 *
 * Portable SQL: `?` placeholders; times as integer ms; amounts as integers; JSON and ids as TEXT; flags as 0/1;
 * `RETURNING`, `ON CONFLICT`, and row comparison are fine. Name every column (`count(*) AS n`), and where nothing
 * tells PostgreSQL a parameter's type, say it (`CAST(? AS BIGINT)`). What differs lives in this folder.
 *
 * Numbers are finite and within ±(2^53 − 1), texts hold no NUL: both drivers refuse anything else by name.
 *
 * Isolation is READ COMMITTED (PostgreSQL; SQLite writes one after another), so a rule that must hold under
 * concurrency is decided by the statement itself (`UPDATE … WHERE balance >= ?`, `ON CONFLICT`), not by a read before it.
 * After a statement has failed its transaction is lost, also when the error was caught.
 */
export type Value = string | number | null | Uint8Array;
export type Row = Record<string, Value>;

export interface Reader {
  all<R extends Row = Row>(sql: string, params?: readonly Value[]): Promise<R[]>;
  get<R extends Row = Row>(sql: string, params?: readonly Value[]): Promise<R | undefined>;
}

export interface Writer {
  /** Runs a statement and tells how many rows it changed. */
  run(sql: string, params?: readonly Value[]): Promise<number>;
}

export interface Tx extends Reader, Writer {
  /**
   * Stands at the end of a SELECT and locks its rows until this transaction ends. Empty where only one transaction writes at
   * a time.
   */
  readonly forUpdate: string;
}

/** `run` outside of `write` is a transaction of its own. It makes the same promise and costs one statement. */
export interface Db extends Reader, Writer {
  readonly dialect: 'sqlite' | 'postgres';
  /**
   * Stands at the end of a subquery that picks rows of a queue, so that two nodes never take the same row. Empty where only
   * one transaction writes at a time.
   */
  readonly skipLocked: string;
  /**
   * One transaction: all of `work` or nothing. Writes that arrive while a commit is under way share the next one.
   * Inside `work` await nothing but `tx`; it may run again after a conflict, so it has no other effects.
   * When the promise resolves, the write survives kill -9.
   */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** For reads that would hold the event loop; absent where reads never do. */
  readonly aside?: Reader;
  /** Short texts to and from the other nodes on this database; absent where there can be none. */
  readonly join?: (hear: (text: string) => void) => Notices;
  /** Cheap question for /readyz. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Reads that would hold the event loop go here. They may miss what was committed in the last moment. */
export const aside = (db: Db): Reader => db.aside ?? db;
/** Rows that are skipped are counted one by one, so a page far down goes aside too. */
export const skipping = (db: Db, skip: number): Reader => (skip > 1_000 ? aside(db) : db);

/**
 * The function that tells where a text contains another, from 1 on, and 0 where it does not. A pattern of LIKE is compared
 * character by character from every place on, and strangers choose both texts.
 */
export const placeIn = ({ dialect }: Pick<Db, 'dialect'>): string => (dialect === 'postgres' ? 'strpos' : 'instr');

/** A notice may be lost, so whoever waits for one also looks into the database from time to time. */
export interface Notices {
  tell(text: string): void;
  close(): Promise<void>;
}

/** The database cannot be reached, is full, or is shutting down. The request is fine and can be tried again later. */
export class DbUnavailable extends Error {
  override readonly name = 'DbUnavailable';
}
