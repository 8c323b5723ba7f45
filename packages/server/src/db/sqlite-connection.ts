import Database from 'libsql';
import { DbUnavailable, type Row, type Value } from './driver.ts';
import { checkNumber, checkParameters, numberPlaceholders } from './parameters.ts';

interface Prepared {
  statement: Database.Statement;
  count: number;
  returnsRows: boolean;
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
    const { statement, count } = this.#prepare(sql);
    checkParameters(sql, count, parameters);
    const rows = translated(() => statement.all(parameters.map(bindable))) as Record<string, unknown>[];
    for (const row of rows) {
      for (const name in row) {
        const value = row[name];
        if (typeof value === 'number') checkNumber(value);
        else if (value instanceof ArrayBuffer) row[name] = new Uint8Array(value);
      }
    }
    return rows as R[];
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
    const prepared = { statement, count: numberPlaceholders(sql).count, returnsRows: statement.reader };
    const oldest = this.#statements.size >= MAX_STATEMENTS && this.#statements.keys().next().value;
    if (oldest) this.#statements.delete(oldest);
    this.#statements.set(sql, prepared);
    return prepared;
  }
}

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
