import type { Socket } from 'node:net';
import pg from 'pg';
import { type Db, DbUnavailable, type Notices, type Row, type Tx, type Value } from './driver.ts';
import { openNotices } from './notices.ts';
import { checkNumber, checkParameters, numberPlaceholders } from './parameters.ts';
import { type Answer, Pipeline, type Statement } from './pipeline.ts';
import { Silence } from './silence.ts';

export interface PostgresOptions {
  poolSize?: number;
  statementTimeoutMs?: number;
  /** `transaction`: each transaction may run on another connection of the server, so prepared statements are not kept. */
  pooler?: 'session' | 'transaction';
  /** The URL of the same database without the pooler, for notices. */
  noticesUrl?: string | undefined;
}

const MAX_TRIES = 8;
/** PostgreSQL itself ends a slow statement and says so. If no answer has come this long after that, the connection is lost. */
const SILENCE_MS = 1_000;
/**
 * A transaction of ours waits for nothing but the database. If one is idle, its node has died. PostgreSQL must end it and release
 * its locks before a challenge that waits for them is 5 s late.
 */
const IDLE_IN_TRANSACTION_MS = 3_000;
/** How long PostgreSQL has to answer over a new connection. It is long, because a false alarm closes all connections. */
const ANSWER_MS = 3_000;
const MAX_STATEMENTS = 500;
/** Reads that are asked at the same time are sent together, up to this many on one connection. */
const MAX_READS = 16;

export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Db> {
  const { poolSize = 10, statementTimeoutMs = 30_000 } = options;
  const isPooled = options.pooler === 'transaction';
  const timeouts = {
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: Math.min(statementTimeoutMs, IDLE_IN_TRANSACTION_MS),
  };
  // A pooler refuses settings of a connection, so each transaction sets them.
  const begin = [
    'BEGIN',
    ...(isPooled ? Object.entries(timeouts).map(([name, ms]) => `SET LOCAL ${name} = ${ms}`) : []),
  ];
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'trigpoint',
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    query_timeout: statementTimeoutMs + SILENCE_MS,
    ...(isPooled ? {} : timeouts),
    types: { getTypeParser: readerOf },
  });
  // The pool replaces an idle connection that breaks. On a connection in use, the running statement gets the error.
  pool.on('error', () => {});
  const clients = new Set<pg.PoolClient>();
  pool.on('connect', (client) => {
    clients.add(client);
    client.on('error', () => {});
  });
  pool.on('remove', (client) => clients.delete(client));
  const silence = new Silence({
    ask: () => askOnce(url),
    isAnswer: (error) => error instanceof pg.DatabaseError,
    // Closing the connections makes waiting statements fail now, and not only when they time out.
    begun: () => {
      for (const it of clients) cut(it);
    },
  });
  const statements = new Map<string, { text: string; count: number; name: string }>();
  const underWay = new Set<Promise<unknown>>();
  let open = true;

  function prepared(sql: string, parameters: readonly Value[] = []): Statement {
    const known = statements.get(sql);
    const { numbered, count } = known ? { numbered: known.text, count: known.count } : numberPlaceholders(sql);
    checkParameters(sql, count, parameters);
    const isKept = known || (!isPooled && statements.size < MAX_STATEMENTS);
    if (!isKept) return { text: numbered, values: parameters };
    const name = known?.name ?? `s${statements.size}`;
    if (!known) statements.set(sql, { text: numbered, count, name });
    return { text: numbered, values: parameters, name };
  }

  const connected = () => translated(() => silence.during(() => pool.connect()));

  const send = (client: pg.PoolClient, all: readonly Statement[]): Promise<Answer[]> =>
    translated(() =>
      silence.during(
        () =>
          new Promise<Answer[]>((resolve, reject) => {
            const done = (error: Error | null, answers?: Answer[]) => (answers ? resolve(answers) : reject(error));
            client.query(new Pipeline(all, readerOf, done));
          }),
      ),
    );

  /** Sends these statements as a transaction of their own. */
  async function sendApart(all: readonly Statement[]): Promise<Answer[]> {
    const client = await connected();
    try {
      const answers = await send(client, all);
      client.release();
      return answers;
    } catch (error) {
      client.release(error as Error);
      throw error;
    }
  }

  let reads: Asked[] = [];

  /** Reads that do not wait for each other are sent as one transaction, in one round trip. */
  function read(sql: string, parameters?: readonly Value[]): Promise<Answer> {
    const statement = prepared(sql, parameters);
    return new Promise((resolve, reject) => {
      if (reads.length === 0) queueMicrotask(() => void sendReads());
      reads.push({ statement, resolve, reject });
      if (reads.length === MAX_READS) void sendReads();
    });
  }

  async function sendReads(): Promise<void> {
    const batch = reads;
    reads = [];
    if (batch.length === 0) return;
    try {
      const answers = await sendApart(batch.map((it) => it.statement));
      for (const [i, { resolve }] of batch.entries()) resolve(answers[i] as Answer);
    } catch (error) {
      // If one read fails, all fail. So each is sent again by itself, and only the bad one fails.
      const isAgain = batch.length > 1 && !(error instanceof DbUnavailable);
      for (const { statement, resolve, reject } of batch)
        if (isAgain) sendApart([statement]).then(([answer]) => resolve(answer as Answer), reject);
        else reject(error);
    }
  }

  async function attempt<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const client = await connected();
    const tx = new ClientTx(begin, prepared, (all) => send(client, all));
    let broken: Error | undefined;
    const onError = (error: Error) => {
      broken = error;
    };
    client.on('error', onError);
    try {
      const value = await work(tx);
      if (tx.failure) throw tx.failure.error;
      if (tx.hasBegun) await send(client, [prepared('COMMIT')]);
      return value;
    } catch (error) {
      // A connection that may be lost is closed. The server then rolls back what it had begun.
      if (error instanceof DbUnavailable) broken = error;
      else if (tx.hasBegun) await client.query('ROLLBACK').catch(onError);
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
    all: (sql, parameters) => tracked(async () => (await read(sql, parameters)).rows as never),
    get: (sql, parameters) => tracked(async () => (await read(sql, parameters)).rows[0] as never),
    // Each write is a transaction of its own on the pool: PostgreSQL itself flushes the log once for all that commit
    // together, and a shared transaction would let one slow or failing member hold up its neighbours.
    write: (work) => tracked(() => attempt(work)),
    run: (sql, parameters) => tracked(async () => (await sendApart([prepared(sql, parameters)]))[0]?.count as number),
    ping: () => tracked(async () => void (await sendApart([prepared('SELECT 1 AS one')]))),
    join: (hear) => (isPooled && !options.noticesUrl ? deaf : openNotices(options.noticesUrl ?? url, hear)),
    close() {
      closing ??= shut();
      return closing;
    },
  };
}

/** Behind a pooler in transaction mode there are no notices. Whoever waits for one reads the database from time to time. */
const deaf: Notices = { tell: () => {}, close: async () => {} };

/** Sends one short query over a new connection. Throws if no answer comes at all. */
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

/** A statement that waits to be sent together with others. */
interface Asked {
  readonly statement: Statement;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** A transaction. Statements that do not wait for each other are sent together. BEGIN is sent with the first of them. */
class ClientTx implements Tx {
  readonly forUpdate = 'FOR UPDATE';
  readonly #begin: readonly string[];
  readonly #prepared: (sql: string, parameters?: readonly Value[]) => Statement;
  readonly #send: (all: readonly Statement[]) => Promise<Answer[]>;
  #asked: Asked[] = [];
  #isSending = false;
  hasBegun = false;
  failure: { error: unknown } | undefined;

  constructor(
    begin: readonly string[],
    prepared: (sql: string, parameters?: readonly Value[]) => Statement,
    send: (all: readonly Statement[]) => Promise<Answer[]>,
  ) {
    this.#begin = begin;
    this.#prepared = prepared;
    this.#send = send;
  }

  async all<R extends Row>(sql: string, parameters?: readonly Value[]): Promise<R[]> {
    return (await this.#ask(sql, parameters)).rows as R[];
  }

  async get<R extends Row>(sql: string, parameters?: readonly Value[]): Promise<R | undefined> {
    return (await this.#ask(sql, parameters)).rows[0] as R | undefined;
  }

  async run(sql: string, parameters?: readonly Value[]): Promise<number> {
    return (await this.#ask(sql, parameters)).count;
  }

  end(): void {
    this.failure ??= { error: new Error('This transaction has ended') };
  }

  #ask(sql: string, parameters?: readonly Value[]): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.failure) throw this.failure.error;
      try {
        this.#asked.push({ statement: this.#prepared(sql, parameters), resolve, reject });
      } catch (error) {
        this.failure = { error };
        throw error;
      }
      if (this.#isSending) return;
      this.#isSending = true;
      queueMicrotask(() => void this.#sendAll());
    });
  }

  async #sendAll(): Promise<void> {
    while (this.#asked.length > 0) {
      const batch = this.#asked;
      this.#asked = [];
      try {
        if (this.failure) throw this.failure.error;
        const begin = this.hasBegun ? [] : this.#begin.map((sql) => this.#prepared(sql));
        this.hasBegun = true;
        const answers = await this.#send([...begin, ...batch.map((it) => it.statement)]);
        for (const [i, { resolve }] of batch.entries()) resolve(answers[begin.length + i] as Answer);
      } catch (error) {
        this.failure ??= { error };
        for (const { reject } of batch) reject(error);
      }
    }
    this.#isSending = false;
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

/** True if another node's migration changed a table after this connection had prepared its statement. */
function isStalePlan(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.routine === 'RevalidateCachedQuery';
}

/** SQLite returns numbers only. So BIGINT, sums of BIGINT (NUMERIC) and booleans come back as numbers here too. */
export function readerOf(type: number, format?: 'text' | 'binary'): (text: string) => Value {
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
