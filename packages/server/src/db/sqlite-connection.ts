import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite';
import { DbUnavailable, type Row, type Value } from './driver.ts';
import { checkNumber, checkParameters, narrowed, numberPlaceholders } from './parameters.ts';

interface Prepared {
  statement: StatementSyncInstance;
  count: number;
  returnsRows: boolean;
  names: readonly string[];
}

/** How many prepared statements are kept. Statements whose text varies (lists of ids) must not fill the memory. */
const MAX_STATEMENTS = 500;

/**
 * One connection, by an interface like `node:sqlite`. Rows are always read to the end, because an open statement keeps an old
 * snapshot.
 */
export class SqliteConnection {
  readonly #database: DatabaseSyncInstance;
  readonly #statements = new Map<string, Prepared>();
  readonly #wideAsText: boolean;

  /** With `wideAsText` integers that a number cannot hold exactly are returned as texts. Otherwise reading them throws. */
  constructor(file: string, pragmas: string, wideAsText = false) {
    this.#wideAsText = wideAsText;
    this.#database = translated(() => new DatabaseSync(file));
    this.exec(pragmas);
  }

  get inTransaction(): boolean {
    return this.#database.isTransaction;
  }

  exec(sql: string): void {
    translated(() => this.#database.exec(sql));
  }

  all<R extends Row>(sql: string, parameters: readonly Value[] = []): R[] {
    const prepared = this.#prepare(sql);
    checkParameters(sql, prepared.count, parameters);
    const found = translated(() => prepared.statement.all(...parameters.map(bindable))) as unknown[][];
    // A migration may have changed the table after this statement was prepared.
    if (found[0] && found[0].length !== prepared.names.length) prepared.names = namesOf(prepared.statement);
    return found.map((values) => rowOf(prepared.names, values)) as R[];
  }

  run(sql: string, parameters: readonly Value[] = []): number {
    const { statement, count, returnsRows } = this.#prepare(sql);
    if (returnsRows) return this.all(sql, parameters).length;
    checkParameters(sql, count, parameters);
    return translated(() => statement.run(...parameters.map(bindable))).changes;
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #prepare(sql: string): Prepared {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = translated(() => this.#database.prepare(sql));
    const names = namesOf(statement);
    const returnsRows = names.length > 0;
    statement.setReturnArrays(true);
    if (this.#wideAsText) statement.setReadBigInts(true);
    const prepared = { statement, count: numberPlaceholders(sql).count, returnsRows, names };
    const oldest = this.#statements.size >= MAX_STATEMENTS && this.#statements.keys().next().value;
    if (oldest) this.#statements.delete(oldest);
    this.#statements.set(sql, prepared);
    return prepared;
  }
}

const namesOf = (statement: StatementSyncInstance) => statement.columns().map((it) => it.name);

const rowOf = (names: readonly string[], values: readonly unknown[]): Record<string, unknown> => {
  const row: Record<string, unknown> = {};
  for (let i = 0; i < names.length; i++) {
    const value = values[i];
    row[names[i] as string] =
      typeof value === 'number' ? checkNumber(value) : typeof value === 'bigint' ? narrowed(value) : value;
  }
  return row;
};

/**
 * The driver binds integers beyond 32 bits as REAL, so they are given as BigInt. It binds numbers next to zero as 0, so they
 * are given as text, which the column reads as the same number.
 */
const bindable = (value: Value) => {
  if (typeof value !== 'number' || value === (value | 0)) return value;
  if (Number.isInteger(value)) return BigInt(value);
  return value > 0 && value < Number.EPSILON ? String(value) : value;
};

/** The codes for a full or broken disk, and for a file that is locked or gone. */
const unavailable = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|NOMEM|PROTOCOL)/;

function translated<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    const { sqliteCodeName: code, message } = error as { sqliteCodeName?: unknown; message: string };
    if (message.startsWith('Value is too large')) throw new RangeError(message, { cause: error });
    if (typeof code === 'string' && unavailable.test(code)) {
      throw new DbUnavailable(`The database file cannot be used now: ${message}`, { cause: error });
    }
    throw error;
  }
}
