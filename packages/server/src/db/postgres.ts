import type { Socket } from 'node:net';
import pg from 'pg';
import { openNotices } from '../cluster/notices.ts';
import { Silence } from '../cluster/silence.ts';
import { type Db, DbUnavailable, type Row, type Tx, type Value } from './driver.ts';
import { checkNumber, checkParameters, numberPlaceholders } from './parameters.ts';

export interface PostgresOptions {
  poolSize?: number;
  statementTimeoutMs?: number;
}

interface Statement {
  numbered: string;
  count: number;
  /** Named statements are planned once per connection. */
  name?: string;
}

const MAX_TRIES = 8;
/** PostgreSQL ends a slow statement first and says why. If nothing has come this long after that, the connection is lost. */
const SILENCE_MS = 1_000;
/**
 * A transaction of ours waits for nothing but the database. One that is idle has lost its node. PostgreSQL must end it, and
 * release its locks, before a challenge that waits for them is 5 s late.
 */
const IDLE_IN_TRANSACTION_MS = 3_000;
/** PostgreSQL has this long to answer a question over a new connection. It is long, because a false alarm closes all connections. */
const ANSWER_MS = 3_000;
const MAX_STATEMENTS = 500;

export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Db> {
  const { poolSize = 10, statementTimeoutMs = 30_000 } = options;
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'trigpoint',
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + SILENCE_MS,
    idle_in_transaction_session_timeout: Math.min(statementTimeoutMs, IDLE_IN_TRANSACTION_MS),
    types: { getTypeParser: readerOf },
  });
  // The pool replaces an idle connection that breaks. On a connection in use, the running statement gets the error.
  pool.on('error', () => {});
  const clients = new Set<pg.PoolClient>();
  pool.on('connect', (client) => clients.add(client));
  pool.on('remove', (client) => clients.delete(client));
  const silence = new Silence({
    ask: () => askOnce(url),
    isAnswer: (error) => error instanceof pg.DatabaseError,
    // Closing the connections tells everybody who waits on them now, and not when their statements time out.
    begun: () => {
      for (const it of clients) cut(it);
    },
  });
  const statements = new Map<string, Statement>();
  const underWay = new Set<Promise<unknown>>();
  let open = true;

  async function ask(on: pg.Pool | pg.PoolClient, sql: string, parameters: readonly Value[] = []) {
    let statement = statements.get(sql);
    if (!statement) {
      statement = numberPlaceholders(sql);
      if (statements.size < MAX_STATEMENTS) statements.set(sql, { ...statement, name: `s${statements.size}` });
    }
    checkParameters(sql, statement.count, parameters);
    const { numbered: text, name } = statement;
    return translated(() =>
      silence.during(() => on.query<Row>({ text, values: [...parameters], ...(name && { name }) })),
    );
  }

  async function attempt<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const client = await translated(() => silence.during(() => pool.connect()));
    const tx = new ClientTx((sql, parameters) => ask(client, sql, parameters));
    let broken: Error | undefined;
    const onError = (error: Error) => {
      broken = error;
    };
    client.on('error', onError);
    try {
      await ask(client, 'BEGIN');
      const value = await work(tx);
      if (tx.failure) throw tx.failure.error;
      await ask(client, 'COMMIT');
      return value;
    } catch (error) {
      // A connection that may be lost is closed rather than asked once more: the server undoes what it had begun.
      if (error instanceof DbUnavailable) broken = error;
      else await client.query('ROLLBACK').catch(onError);
      if (isStalePlan(error)) broken = error;
      throw error;
    } finally {
      tx.end();
      client.off('error', onError);
      client.release(broken);
    }
  }

  function tracked<T>(action: () => Promise<T>): Promise<T> {
    if (!open) return Promise.reject(new DbUnavailable('The database is closed'));
    if (silence.holds) return Promise.reject(new DbUnavailable('PostgreSQL does not answer'));
    const outcome = retried(action);
    underWay.add(outcome);
    const forget = () => underWay.delete(outcome);
    outcome.then(forget, forget);
    return outcome;
  }

  const shut = async () => {
    open = false;
    silence.end();
    await Promise.allSettled(underWay);
    await pool.end();
  };
  let closing: Promise<void> | undefined;

  return {
    dialect: 'postgres',
    skipLocked: 'FOR UPDATE SKIP LOCKED',
    all: (sql, parameters) => tracked(async () => (await ask(pool, sql, parameters)).rows as never),
    get: (sql, parameters) => tracked(async () => (await ask(pool, sql, parameters)).rows[0] as never),
    // Each write is a transaction of its own on the pool: PostgreSQL itself flushes the log once for all that commit
    // together, and a shared transaction would let one slow or failing member hold up its neighbours.
    write: (work) => tracked(() => attempt(work)),
    run: (sql, parameters) => tracked(async () => (await ask(pool, sql, parameters)).rowCount ?? 0),
    ping: () => tracked(async () => void (await ask(pool, 'SELECT 1 AS one'))),
    join: (hear) => openNotices(url, hear),
    close() {
      closing ??= shut();
      return closing;
    },
  };
}

/** Asks one short question over a new connection. Throws if nothing is answered at all. */
async function askOnce(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'trigpoint silence',
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('SELECT 1');
  } catch (error) {
    if (/timeout/i.test((error as Error).message)) throw error;
  } finally {
    client.end().catch(() => {});
  }
}

/** Closes a connection without telling the server, which does not answer anyway. */
const cut = (client: pg.PoolClient) =>
  (client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream.destroy();

class ClientTx implements Tx {
  readonly forUpdate = 'FOR UPDATE';
  readonly #ask: (sql: string, parameters?: readonly Value[]) => Promise<pg.QueryResult<Row>>;
  failure: { error: unknown } | undefined;

  constructor(ask: (sql: string, parameters?: readonly Value[]) => Promise<pg.QueryResult<Row>>) {
    this.#ask = ask;
  }

  async all<R extends Row>(sql: string, parameters?: readonly Value[]): Promise<R[]> {
    return (await this.#attempt(sql, parameters)).rows as R[];
  }

  async get<R extends Row>(sql: string, parameters?: readonly Value[]): Promise<R | undefined> {
    return (await this.#attempt(sql, parameters)).rows[0] as R | undefined;
  }

  async run(sql: string, parameters?: readonly Value[]): Promise<number> {
    return (await this.#attempt(sql, parameters)).rowCount ?? 0;
  }

  end(): void {
    this.failure ??= { error: new Error('This transaction has ended') };
  }

  async #attempt(sql: string, parameters?: readonly Value[]): Promise<pg.QueryResult<Row>> {
    if (this.failure) throw this.failure.error;
    try {
      return await this.#ask(sql, parameters);
    } catch (error) {
      this.failure ??= { error };
      throw error;
    }
  }
}

/** Serialization failures and deadlocks: the server undid the transaction and asks for another try. */
const again = new Set(['40001', '40P01']);

async function retried<T>(action: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await action();
    } catch (error) {
      if (tries === MAX_TRIES || !(again.has(codeOf(error)) || isStalePlan(error))) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 5 * 2 ** tries));
    }
  }
}

const codeOf = (error: unknown) => String((error as { code?: unknown } | undefined)?.code ?? '');

/** Another node's migration changed a table under a plan this connection had made. */
function isStalePlan(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.routine === 'RevalidateCachedQuery';
}

/** SQLite returns numbers only. So BIGINT, sums of BIGINT (NUMERIC) and booleans come back as numbers here too. */
export function readerOf(type: number, format?: 'text' | 'binary') {
  const { BOOL, BYTEA, FLOAT4, FLOAT8, INT2, INT4, INT8, NUMERIC } = pg.types.builtins;
  if (type === INT8 || type === NUMERIC) return (text: string) => checkNumber(Number(text));
  if (type === INT2 || type === INT4 || type === FLOAT4 || type === FLOAT8) return Number;
  if (type === BOOL) return (text: string) => (text === 't' ? 1 : 0);
  if (type === BYTEA) return pg.types.getTypeParser(BYTEA, format as 'text');
  return String;
}

/**
 * Class 08 and 57P: connection lost, server stopping or starting; 53: out of disk, memory or connections; 57014: the
 * statement took too long; 25006: a standby; 25P03: idle too long inside a transaction. The driver's own errors about
 * connections have no code.
 */
const unavailableCode = /^(08|53|57P|57014|25006|25P03)|^E(CONN|PIPE|NOTFOUND|TIMEDOUT|HOSTUNREACH|AI_AGAIN|NOENT)/;
const unavailableMessage =
  /connection (terminated|error)|timeout exceeded|read timeout|not queryable|server does not support SSL/i;

async function translated<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    const { message } = error as Error;
    const code = codeOf(error);
    if (code ? unavailableCode.test(code) : unavailableMessage.test(message)) {
      throw new DbUnavailable(`PostgreSQL cannot be used now: ${message || code}`, { cause: error });
    }
    throw error;
  }
}
