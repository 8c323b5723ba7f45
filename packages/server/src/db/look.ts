import { existsSync } from 'node:fs';
import { migrations } from './migrations.ts';
import { type DbOptions, sqliteFile } from './open.ts';
import { openPostgres } from './postgres.ts';
import { SqliteConnection } from './sqlite-connection.ts';

const schema = 'SELECT coalesce(max(id), 0) AS id FROM migration';

/** Reads the schema and version of a database without changing anything. Undefined if there is none yet. */
export async function lookAtDatabase(
  options: DbOptions,
): Promise<{ readonly applied: number; readonly known: number; readonly version: string } | undefined> {
  const known = migrations.at(-1)?.id ?? 0;
  if (options.databaseUrl) {
    const db = await openPostgres(options.databaseUrl, { ...options, poolSize: 1 });
    try {
      const version = (await db.get<{ version: string }>("SELECT current_setting('server_version') AS version"))
        ?.version;
      const table = await db.get(
        "SELECT 1 AS one FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'migration'",
      );
      const applied = table ? await db.get<{ id: number }>(schema) : undefined;
      return applied && { applied: applied.id, known, version: String(version) };
    } finally {
      await db.close();
    }
  }
  const file = sqliteFile(options.dataDir);
  if (!existsSync(file)) return undefined;
  const connection = new SqliteConnection(file, 'PRAGMA busy_timeout = 2000; PRAGMA query_only = ON;');
  try {
    const version = connection.all<{ version: string }>('SELECT sqlite_version() AS version')[0]?.version;
    return { applied: connection.all<{ id: number }>(schema)[0]?.id ?? 0, known, version: String(version) };
  } finally {
    connection.close();
  }
}
