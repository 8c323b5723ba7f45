import type { Value } from './driver.ts';

/**
 * The placeholder for a LIMIT. SQLite plans a statement with a bare `LIMIT ?` again each time it runs, which takes longer
 * than running it.
 */
export const plannedOnce = 'CAST(? AS BIGINT)';

/**
 * The placeholders and values of `IN (…)`. Lists are filled up to a power of two by repeating the first value, which changes no
 * result. A statement is prepared for each length, so there are ten statements instead of a thousand.
 */
export const inList = <T extends Value>(values: readonly T[]): { marks: string; values: T[] } => {
  const all = filled(values);
  return { marks: all.map(() => '?').join(', '), values: all };
};

/** The same for `VALUES …`; `row` has the placeholders of one row. The statement must do no harm if a row comes twice. */
export const rowList = (row: string, rows: readonly (readonly Value[])[]): { marks: string; values: Value[] } => {
  const all = filled(rows);
  return { marks: all.map(() => row).join(', '), values: all.flat() };
};

const filled = <T>(values: readonly T[]): T[] => {
  const first = values[0];
  if (first === undefined) throw new RangeError('A list of nothing');
  return Array.from({ length: 2 ** Math.ceil(Math.log2(values.length)) }, (_, i) => values[i] ?? first);
};
