import type { Value } from './driver.ts';

/**
 * The marks and values of `IN (…)`. Lists are filled up to a power of two by repeating the first value, which changes no
 * answer: a statement is prepared for each length, and there are ten of these instead of a thousand.
 */
export const inList = <T extends Value>(values: readonly T[]): { marks: string; values: T[] } => {
  const first = values[0];
  if (first === undefined) throw new RangeError('A list of nothing');
  const filled = Array.from({ length: 2 ** Math.ceil(Math.log2(values.length)) }, (_, i) => values[i] ?? first);
  return { marks: filled.map(() => '?').join(', '), values: filled };
};
