import postgres from 'postgres';
import { type Db, DbUnavailable, type Row, type Tx, type Value } from './driver.ts';
import { checkNumber, checkParameters, numberPlaceholders, type Placeholders } from './parameters.ts';

export interface PostgresOptions {
  poolSize?: number;
  statementTimeoutMs?: number;
}

const MAX_TRIES = 8;

export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Db> {
  const { poolSize = 10, statementTimeoutMs = 30_000 } = options;
  const address = readAddress(url);
  const sql = postgres(address.url, {
    ...address.socket,
    max: poolSize,
    connect_timeout: 5,
    // The library's own backoff grows to 20 s, which is how long requests would hang after a restart of the server.
    backoff: (retries: number) => Math.min(0.05 * 2 ** retries, 1),
    fetch_types: false,
    onnotice: () => {},
    connection: { application_name: 'trigpoint', statement_timeout: statementTimeoutMs },
    types: numberTypes,
  });
  const placeholders = new Map<string, Placeholders>();

  const ask = async (on: Pick<postgres.Sql, 'unsafe'>, text: string, parameters: readonly Value[] = []) => {
    let known = placeholders.get(text);
    if (!known) {
      known = numberPlaceholders(text);
      if (placeholders.size < 1000) placeholders.set(text, known);
    }
    checkParameters(text, known.count, parameters);
    return on.unsafe<Row[]>(known.numbered, parameters as Value[], { prepare: true });
  };

  const attempt = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    // Wrapped, because the library awaits the members of an array that is returned.
    const { value } = await sql.begin(async (connection) => {
      const tx = transaction((text, parameters) => ask(connection, text, parameters));
      try {
        const value = await work(tx);
        if (tx.failure) throw tx.failure.error;
        return { value };
      } finally {
        tx.failure ??= { error: new Error('This transaction has ended') };
      }
    });
    return value as T;
  };

  return {
    dialect: 'postgres',
    skipLocked: 'FOR UPDATE SKIP LOCKED',
    all: (text, parameters) => translated(async () => [...(await ask(sql, text, parameters))] as never),
    get: (text, parameters) => translated(async () => (await ask(sql, text, parameters))[0] as never),
    // Each write is a transaction of its own on the pool: PostgreSQL itself flushes the log once for all that commit
    // together, and a shared transaction would let one slow or failing member hold up its neighbours.
    write: (work) => translated(() => retried(() => attempt(work))),
    ping: () => translated(async () => void (await ask(sql, 'SELECT 1 AS one'))),
    close: () => sql.end({ timeout: 5 }),
  };
}

/** A server on this machine is often given as `postgres://user@localhost/name?host=/directory/of/socket`, as libpq has it. */
export function readAddress(given: string): { url: string; socket: { path?: string } } {
  const url = new URL(given);
  const directory = url.searchParams.get('host');
  if (!directory?.startsWith('/')) return { url: given, socket: {} };
  url.searchParams.delete('host');
  return { url: url.href, socket: { path: `${directory}/.s.PGSQL.${url.port || 5432}` } };
}

function transaction(ask: (text: string, parameters?: readonly Value[]) => Promise<postgres.RowList<Row[]>>) {
  const attempt = async (text: string, parameters?: readonly Value[]) => {
    if (tx.failure) throw tx.failure.error;
    try {
      return await ask(text, parameters);
    } catch (error) {
      tx.failure = { error };
      throw error;
    }
  };
  const tx: Tx & { failure: { error: unknown } | undefined } = {
    failure: undefined,
    all: async (text, parameters) => [...(await attempt(text, parameters))] as never,
    get: async (text, parameters) => (await attempt(text, parameters))[0] as never,
    run: async (text, parameters) => (await attempt(text, parameters)).count,
  };
  return tx;
}

/** Serialization failures and deadlocks: the server undid the transaction and asks for another try. */
async function retried<T>(action: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await action();
    } catch (error) {
      const code = (error as { code?: unknown }).code;
      if ((code !== '40001' && code !== '40P01') || tries === MAX_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 5 * 2 ** tries));
    }
  }
}

/** SQLite has numbers only: BIGINT, sums of BIGINT (NUMERIC), and truth values come back as numbers here too. */
const numberTypes = {
  bigint: { to: 20, from: [20, 1700], serialize: String, parse: (text: string) => checkNumber(Number(text)) },
  truth: { to: 16, from: [16], serialize: String, parse: (text: string) => (text === 't' ? 1 : 0) },
};

/** Class 08 and 57P0x: connection lost, server stopping or starting; 53: out of disk, memory or connections; 25006: a standby. */
const unavailable =
  /^(08|53|57P0|25006|57014)|^CONNECT|^E(CONNREFUSED|CONNRESET|PIPE|NOTFOUND|TIMEDOUT|HOSTUNREACH|AI_AGAIN)$|^ENOENT$/;

async function translated<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    if (typeof code === 'string' && unavailable.test(code)) {
      throw new DbUnavailable(`PostgreSQL cannot be used now: ${(error as Error).message}`, { cause: error });
    }
    throw error;
  }
}
