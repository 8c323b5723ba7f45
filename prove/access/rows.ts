import type { Db } from '@trigpoint/server';

export type Row = Readonly<Record<string, string | number | null | Uint8Array>>;

/** One row that differs: only `after` for a new one, only `before` for one that is gone. */
export interface Change {
  readonly table: string;
  readonly before?: Row;
  readonly after?: Row;
}

/**
 * Tables of the node itself. It writes them whenever it likes, and no row in them is anybody's: leases of nodes, the log, the
 * trees that the log names.
 */
const ofTheNode = new Set([
  ...['node', 'rate_used', 'seed_chain', 'chain_sender', 'chain_result', 'chain_origin', 'migration'],
  ...[
    'log_state',
    'log_entry',
    'log_tile',
    'log_panel',
    'log_round',
    'log_cosignature',
    'logged_tree',
    'eligible_tree',
  ],
  ...['probation_step'],
]);

interface Table {
  readonly name: string;
  readonly key: readonly string[];
}

/** Every row that belongs to somebody, by table and primary key. */
export class Rows {
  readonly #db: Db;
  readonly #tables: readonly Table[];
  #known: ReadonlyMap<string, ReadonlyMap<string, Row>>;
  /** How many rows the service had ever written when nothing differed last. */
  #written = 0;

  private constructor(db: Db, tables: readonly Table[]) {
    this.#db = db;
    this.#tables = tables;
    this.#known = new Map();
  }

  static async open(db: Db): Promise<Rows> {
    const names = await db.all<{ name: string }>(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
    );
    const tables: Table[] = [];
    for (const { name } of names.filter((it) => !ofTheNode.has(it.name))) {
      const columns = await db.all<{ name: string; pk: number }>(`SELECT name, pk FROM pragma_table_info('${name}')`);
      tables.push({ name, key: columns.filter((it) => it.pk > 0).map((it) => it.name) });
    }
    const rows = new Rows(db, tables);
    rows.#known = await rows.#read();
    return rows;
  }

  get count(): number {
    return [...this.#known.values()].reduce((sum, it) => sum + it.size, 0);
  }

  async #read(): Promise<Map<string, Map<string, Row>>> {
    const all = new Map<string, Map<string, Row>>();
    for (const { name, key } of this.#tables) {
      const rows = await this.#db.all(`SELECT * FROM ${name}`);
      all.set(name, new Map(rows.map((row) => [key.map((it) => String(row[it])).join('\n'), row])));
    }
    return all;
  }

  /** What differs from the world as it was made. */
  async changes(): Promise<Change[]> {
    const written = await this.#countWritten();
    if (written > 0 && written === this.#written) return [];
    const now = await this.#read();
    const found: Change[] = [];
    for (const { name: table } of this.#tables) {
      const [before, after] = [this.#known.get(table), now.get(table)];
      for (const [key, row] of after ?? []) {
        const known = before?.get(key);
        if (!known) found.push({ table, after: row });
        else if (changedColumns(known, row).length > 0) found.push({ table, before: known, after: row });
      }
      for (const [key, row] of before ?? []) if (!after?.has(key)) found.push({ table, before: row });
    }
    this.#written = found.length === 0 ? written : 0;
    return found;
  }

  /**
   * The writing connection counts the rows that it has written. While it is at work, the reading connection answers, and says
   * 0.
   */
  async #countWritten(): Promise<number> {
    const [row] = await this.#db.all<{ n: number }>('SELECT total_changes() AS n');
    return row?.n ?? 0;
  }

  /** Brings the world back to how it was made, so that no try depends on those before it. */
  async undo(changes: readonly Change[]): Promise<void> {
    if (changes.length === 0) return;
    await this.#db.write(async (tx) => {
      await tx.run('PRAGMA defer_foreign_keys = ON');
      for (const { table, before, after } of changes) {
        const key = this.#tables.find((it) => it.name === table)?.key ?? [];
        const row = (after ?? before) as Row;
        const where = key.map((it) => `${it} = ?`).join(' AND ');
        await tx.run(
          `DELETE FROM ${table} WHERE ${where}`,
          key.map((it) => row[it] as string),
        );
        if (!before) continue;
        const names = Object.keys(before);
        await tx.run(
          `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
          names.map((it) => before[it] as string),
        );
      }
    });
    this.#written = await this.#countWritten();
  }
}

export const changedColumns = (before: Row, after: Row): string[] =>
  Object.keys(after).filter((name) => {
    const [a, b] = [before[name], after[name]];
    return a instanceof Uint8Array && b instanceof Uint8Array ? !Buffer.from(a).equals(b) : a !== b;
  });

export const describeChange = ({ table, before, after }: Change): string => {
  if (!after) return `a row of ${table} is gone`;
  return before ? `${table}.${changedColumns(before, after).join(', ')} changed` : `a row of ${table} is new`;
};
