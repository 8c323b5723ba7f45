import type { Value } from './driver.ts';

/** The mark of a limit. SQLite plans a statement with a bare `LIMIT ?` anew each time that it runs, which takes longer than to run it. */
export const plannedOnce = 'CAST(? AS BIGINT)';

/**
 * The marks and values of `IN (…)`. Lists are filled up to a power of two by repeating the first value, which changes no
 * answer: a statement is prepared for each length, and there are ten of these instead of a thousand.
 */
export const inList = <T extends Value>(values: readonly T[]): { marks: string; values: T[] } => {
  const all = filled(values);
  return { marks: all.map(() => '?').join(', '), values: all };
};

/** The same for `VALUES …`, each row with the marks of `row`. A row that comes twice must change nothing. */
export const rowList = (row: string, rows: readonly (readonly Value[])[]): { marks: string; values: Value[] } => {
  const all = filled(rows);
  return { marks: all.map(() => row).join(', '), values: all.flat() };
};

const filled = <T>(values: readonly T[]): T[] => {
  const first = values[0];
  if (first === undefined) throw new RangeError('A list of nothing');
  return Array.from({ length: 2 ** Math.ceil(Math.log2(values.length)) }, (_, i) => values[i] ?? first);
};
