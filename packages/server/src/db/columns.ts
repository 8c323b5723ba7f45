import type { Reader, Row, Value } from './driver.ts';

/** How one field of a record is stored in a column. */
export interface Column<T> {
  /** Reads the field from the value of its column. `row` is for fields that need other columns too. */
  read(value: Value, row: Row): T;
  write(value: T): Value;
  /** The column's name, if it is not the field's name in snake_case. */
  readonly name?: string;
}

/** A value that is stored as it is. The type says which values the column can have. */
export const column = <T extends Value>(name?: string): Column<T> => ({
  read: (value) => value as T,
  write: (value) => value,
  ...(name === undefined ? {} : { name }),
});

export const text = column<string>();
export const number = column<number>();
/** NULL in the database is undefined in the record. */
export const optional = <T extends Value>(): Column<T | undefined> => ({
  read: (value) => (value ?? undefined) as T | undefined,
  write: (value) => value ?? null,
});
export const flag: Column<boolean> = { read: (value) => value === 1, write: Number };
export const json = <T>(): Column<T> => ({
  read: (value) => JSON.parse(value as string) as T,
  write: (value) => JSON.stringify(value),
});

/** A field that is computed from a row and is not stored. */
export const derived = <T>(read: (row: Row) => T): Column<T> => ({
  read: (_, row) => read(row),
  write: () => {
    throw new Error('A derived field has no column.');
  },
});

type ColumnMap = Readonly<Record<string, Column<unknown>>>;

/** The record that a map of columns describes. */
export type RecordOf<C> = { readonly [K in keyof C]: C[K] extends Column<infer T> ? T : never };

const snakeCase = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Runs statements and reads their rows as records. */
export const recordsBy = <T>(read: (row: Row) => T) => ({
  async find(db: Reader, sql: string, values?: readonly Value[]): Promise<T | undefined> {
    const row = await db.get(sql, values);
    return row && read(row);
  },
  async list(db: Reader, sql: string, values?: readonly Value[]): Promise<T[]> {
    return (await db.all(sql, values)).map(read);
  },
});

/** Makes the parts of SQL statements, and records from rows, from one map of a table's columns. */
export const columnsOf = <C extends ColumnMap>(map: C) => {
  const fields = Object.entries(map).map(([field, it]) => [field, it.name ?? snakeCase(field), it] as const);
  const names = fields.map(([, name]) => name);
  // An object that gets many fields one by one becomes a hash table, which takes four times the memory. A copy of this
  // template does not.
  const template = JSON.parse(JSON.stringify(Object.fromEntries(fields.map(([field]) => [field, null])))) as object;
  const read = (row: Row): RecordOf<C> => {
    const record: Record<string, unknown> = { ...template };
    for (const [field, name, it] of fields) record[field] = it.read(row[name] as Value, row);
    return record as RecordOf<C>;
  };
  return {
    /** For a SELECT or an INSERT, in the order of `values`. */
    names: names.join(', '),
    marks: names.map(() => '?').join(', '),
    /** For an UPDATE. */
    assignments: names.map((name) => `${name} = ?`).join(', '),
    /** For an INSERT … ON CONFLICT DO UPDATE SET. */
    replacements: names.map((name) => `${name} = excluded.${name}`).join(', '),
    values: (record: RecordOf<C>): Value[] => fields.map(([field, , it]) => it.write(record[field as keyof C])),
    read,
    ...recordsBy(read),
  };
};
