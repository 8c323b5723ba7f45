import Database from 'libsql';
import { DbUnavailable, type Row, type Value } from './driver.ts';
import { checkNumber, checkParameters, numberPlaceholders } from './parameters.ts';

interface Prepared {
  statement: Database.Statement;
  count: number;
  returnsRows: boolean;
  names: readonly string[];
}

/** Statements whose text varies (lists of ids) must not fill the memory. */
const MAX_STATEMENTS = 500;

/**
 * One libsql connection. Its quirks end here: `get()` leaves the statement open, which pins the connection to an old
 * snapshot, so rows are always read to the end; numbers are bound as REAL unless they come as bigint; blobs
 * are read as an ArrayBuffer.
 */
export class SqliteConnection {
  readonly #database: Database.Database;
  readonly #statements = new Map<string, Prepared>();

  constructor(file: string, pragmas: string) {
    this.#database = translated(() => new Database(file));
    this.exec(pragmas);
  }

  get inTransaction(): boolean {
    return this.#database.inTransaction;
  }

  exec(sql: string): void {
    translated(() => this.#database.exec(sql));
  }

  all<R extends Row>(sql: string, parameters: readonly Value[] = []): R[] {
    const prepared = this.#prepare(sql);
    checkParameters(sql, prepared.count, parameters);
    const found = translated(() => prepared.statement.all(parameters.map(bindable))) as unknown[][];
    // The table may have changed under a statement made before.
    if (found[0] && found[0].length !== prepared.names.length) prepared.names = namesOf(prepared.statement);
    return found.map((values) => rowOf(prepared.names, values)) as R[];
  }

  run(sql: string, parameters: readonly Value[] = []): number {
    const { statement, count, returnsRows } = this.#prepare(sql);
    if (returnsRows) return this.all(sql, parameters).length;
    checkParameters(sql, count, parameters);
    return translated(() => statement.run(parameters.map(bindable))).changes;
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #prepare(sql: string): Prepared {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = translated(() => this.#database.prepare(sql));
    const returnsRows = statement.reader;
    // Rows as arrays: putting the objects together here takes three quarters of the time it takes the library.
    if (returnsRows) statement.raw(true);
    const names = returnsRows ? namesOf(statement) : [];
    const prepared = { statement, count: numberPlaceholders(sql).count, returnsRows, names };
    const oldest = this.#statements.size >= MAX_STATEMENTS && this.#statements.keys().next().value;
    if (oldest) this.#statements.delete(oldest);
    this.#statements.set(sql, prepared);
    return prepared;
  }
}

const namesOf = (statement: Database.Statement) => statement.columns().map((it) => it.name);

const rowOf = (names: readonly string[], values: readonly unknown[]): Record<string, unknown> => {
  const row: Record<string, unknown> = {};
  for (let i = 0; i < names.length; i++) {
    const value = values[i];
    row[names[i] as string] =
      typeof value === 'number' ? checkNumber(value) : value instanceof ArrayBuffer ? new Uint8Array(value) : value;
  }
  return row;
};

const bindable = (value: Value) => (typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : value);

/** Disk full, disk broken, file locked or gone. */
const unavailable = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|NOMEM|PROTOCOL)/;

function translated<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    if (typeof code === 'string' && unavailable.test(code)) {
      throw new DbUnavailable(`The database file cannot be used now: ${(error as Error).message}`, { cause: error });
    }
    throw error;
  }
}
