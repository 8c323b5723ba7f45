import { isTest } from './imports.ts';
import { type Check, lineOf, type Source } from './sources.ts';

/**
 * Rooms that read another room's table together with their own in one statement, and why. No room writes a table that it does
 * not own.
 */
const mayRead: Record<string, string> = {
  'coordination → challenge': 'a task or a reading is looked up with its challenge, a thousand times a second',
  'coordination → agent': 'a task names both its agents, and agents are reserved by locking their rows',
  'campaign → session': 'a feed asks in its one statement whether the session of its viewer is active',
  'webhook → agent': 'webhooks of keys without agents are left out, and there may be thousands of them',
  'network → node': 'an agent is alive while the lease of its node runs',
};

const server = /^packages\/server\/src\/([\w-]+)\//;
/** The driver and the migrations know every table, and so does a backup. */
const knowAll = new Set(['db', 'backup']);

interface Use {
  readonly room: string;
  readonly table: string;
  readonly writes: boolean;
  readonly at: string;
}

const reads = /(?<!DELETE )\b(?:FROM|JOIN)\s+([a-z_]+)(?:\s+[a-z]+\s*,\s*([a-z_]+))?/g;
const changes = /\b(?:DELETE FROM|INTO|UPDATE)\s+([a-z_]+)/g;

const usesIn = ({ path, text }: Source, tables: ReadonlySet<string>): Use[] => {
  const room = server.exec(path)?.[1];
  if (room === undefined || knowAll.has(room) || isTest(path)) return [];
  const find = (pattern: RegExp, writes: boolean): Use[] =>
    [...text.matchAll(pattern)].flatMap((it) =>
      it
        .slice(1)
        .filter((table) => tables.has(table))
        .map((table) => ({ room, table, writes, at: `${path}:${lineOf(text, it.index)}` })),
    );
  return [...find(reads, false), ...find(changes, true)];
};
/** Each table belongs to the room that writes it, and only the stores of that room name it. */
export const checkTables: Check = (sources) => {
  const schema = sources.filter(({ path }) => path.startsWith('packages/server/src/db/schema/'));
  const tables = new Set(
    schema.flatMap(({ text }) => [...text.matchAll(/CREATE TABLE (\w+)/g)].map((it) => it[1] ?? '')),
  );
  const uses = sources.flatMap((it) => usesIn(it, tables));
  const owners = new Map(uses.filter((it) => it.writes).map((it) => [it.table, it.room]));
  return uses.flatMap(({ room, table, writes, at }) => {
    if (!/(^|[/-])store\.ts:\d+$/.test(at)) return [`${at} only a store speaks SQL (table ${table})`];
    const owner = owners.get(table) ?? room;
    if (owner === room || (!writes && `${room} → ${table}` in mayRead)) return [];
    return [`${at} the table ${table} belongs to ${owner}, not to ${room}`];
  });
};
