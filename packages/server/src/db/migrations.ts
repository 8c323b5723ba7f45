import type { Db, Tx } from './driver.ts';
import { sessions } from './schema/1-sessions.ts';
import { agents } from './schema/2-agents.ts';
import { challenges } from './schema/3-challenges.ts';
import { ledger } from './schema/4-ledger.ts';
import { records } from './schema/5-records.ts';
import { campaigns } from './schema/6-campaigns.ts';
import { chainResults } from './schema/7-chain-results.ts';
import { openWork } from './schema/8-open-work.ts';
import { calibration } from './schema/9-calibration.ts';
import { leanSessions } from './schema/10-lean-sessions.ts';
import { nodes } from './schema/11-nodes.ts';
import { rateUsed } from './schema/12-rate-used.ts';
import { visits } from './schema/13-visits.ts';
import { photoTallies } from './schema/14-photo-tallies.ts';
import { leanIndexes } from './schema/15-lean-indexes.ts';
import type { Migration } from './schema/migration.ts';

/** Append only: a migration that has landed is never edited. */
export const migrations: readonly Migration[] = [
  sessions,
  agents,
  challenges,
  ledger,
  records,
  campaigns,
  chainResults,
  openWork,
  calibration,
  leanSessions,
  nodes,
  rateUsed,
  visits,
  photoTallies,
  leanIndexes,
];

/** Any number nobody else in the same database uses. */
const MIGRATION_LOCK = 7_214_460;

/** What has been applied, 0 for an empty database. Refuses a database that a newer version has been at. */
export async function appliedMigration(db: Db, known: readonly Migration[] = migrations): Promise<number> {
  const tables =
    db.dialect === 'sqlite'
      ? "SELECT 1 AS one FROM sqlite_master WHERE type = 'table' AND name = 'migration'"
      : "SELECT 1 AS one FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'migration'";
  return (await db.get(tables)) ? latest(db, known) : 0;
}

export async function applyMigrations(db: Db, now: number, known: readonly Migration[] = migrations): Promise<void> {
  await db.write(async (tx) => {
    if (db.dialect === 'postgres') {
      // Nodes that start together wait for the first one; then there is nothing left to do for them.
      await tx.run('SET LOCAL statement_timeout = 0');
      await tx.all('SELECT pg_advisory_xact_lock(?)', [MIGRATION_LOCK]);
    }
    await tx.run(
      'CREATE TABLE IF NOT EXISTS migration (id BIGINT PRIMARY KEY, name TEXT NOT NULL, applied_at BIGINT NOT NULL)',
    );
    const applied = await latest(tx, known);
    for (const { id, name, sql } of known) {
      if (id <= applied) continue;
      for (const text of sql) await tx.run(db.dialect === 'postgres' ? text.replace(/\bBLOB\b/g, 'BYTEA') : text);
      await tx.run('INSERT INTO migration (id, name, applied_at) VALUES (?, ?, ?)', [id, name, now]);
    }
  });
}

async function latest(reader: Pick<Tx, 'get'>, known: readonly Migration[]): Promise<number> {
  const row = await reader.get<{ id: number }>('SELECT coalesce(max(id), 0) AS id FROM migration');
  const applied = row?.id ?? 0;
  const newest = known.at(-1)?.id ?? 0;
  if (applied > newest) {
    throw new Error(
      `This database has schema ${applied}, and this version of Trigpoint knows schemas up to ${newest}: ` +
        'start the newer version that made it, or restore a backup from before the upgrade.',
    );
  }
  return applied;
}
