import { existsSync } from 'node:fs';
import pg from 'pg';
import type { Row } from '../db/driver.ts';
import { migrations } from '../db/migrations.ts';
import { type DbOptions, sqliteFile } from '../db/open.ts';
import { narrowed } from '../db/parameters.ts';
import { readerOf } from '../db/postgres.ts';
import { SqliteConnection } from '../db/sqlite-connection.ts';

const pageRows = 500;

/** A database as it was at one moment, while others go on writing. */
export interface Snapshot {
  readonly dialect: 'sqlite' | 'postgres';
  /** The last migration that was applied. */
  readonly schema: number;
  rows(table: string): AsyncGenerator<Row>;
  close(): Promise<void>;
}

/** The tables of a schema. A table comes after those that it refers to. A later migration may drop a table and make it anew. */
export const tablesOf = (schema: number): string[] => {
  const tables = new Set<string>();
  for (const { id, sql } of migrations)
    for (const [, made, name] of id <= schema ? sql.join(';\n').matchAll(/(CREATE|DROP) TABLE (\w+)/g) : [])
      if (made === 'CREATE') tables.add(name as string);
      else tables.delete(name as string);
  return [...tables];
};

const schemaQuery = 'SELECT coalesce(max(id), 0) AS id FROM migration';

export const openSnapshot = (options: DbOptions): Promise<Snapshot> =>
  options.databaseUrl ? openShared(options.databaseUrl) : openEmbedded(options.dataDir);

async function openEmbedded(dataDir: string): Promise<Snapshot> {
  const file = sqliteFile(dataDir);
  if (!existsSync(file))
    throw new Error(`There is no database in ${dataDir}: set TRIGPOINT_DATA_DIR to the service's.`);
  const connection = new SqliteConnection(file, 'PRAGMA busy_timeout = 5000; PRAGMA query_only = ON;', true);
  // The first read fixes the moment. In WAL mode that blocks no writer.
  connection.exec('BEGIN');
  const [applied] = connection.all<{ id: number }>(schemaQuery);
  return {
    dialect: 'sqlite',
    schema: applied?.id ?? 0,
    async *rows(table) {
      for (let after = -1; ; ) {
        const page = connection.all<Row & { rowid: number }>(
          `SELECT rowid AS rowid, * FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ${pageRows}`,
          [after],
        );
        for (const { rowid, ...row } of page) {
          after = rowid;
          yield row;
        }
        if (page.length < pageRows) return;
      }
    },
    async close() {
      connection.exec('ROLLBACK');
      connection.close();
    },
  };
}

/** The service refuses integers that a JavaScript number cannot hold exactly. A backup keeps all their digits. */
const readerOfAll = (type: number, format?: 'text' | 'binary') =>
  type === pg.types.builtins.INT8 ? (text: string) => narrowed(BigInt(text)) : readerOf(type, format);

async function openShared(url: string): Promise<Snapshot> {
  const client = new pg.Client({ connectionString: url, types: { getTypeParser: readerOfAll } });
  await client.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const { rows } = await client.query<{ id: number }>(schemaQuery);
    return {
      dialect: 'postgres',
      schema: rows[0]?.id ?? 0,
      async *rows(table) {
        await client.query(`DECLARE all_rows NO SCROLL CURSOR FOR SELECT * FROM ${table}`);
        for (;;) {
          const page = await client.query<Row>(`FETCH ${pageRows} FROM all_rows`);
          yield* page.rows;
          if (page.rows.length < pageRows) break;
        }
        await client.query('CLOSE all_rows');
      },
      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}
