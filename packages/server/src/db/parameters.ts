import type { Value } from './driver.ts';

interface Placeholders {
  /** The text with $1, $2, … as PostgreSQL wants them. */
  numbered: string;
  count: number;
}

/** Question marks in quoted strings, quoted names and comments are no placeholders. */
const tokens = /'[^']*'|"[^"]*"|--[^\n]*|\/\*[\s\S]*?\*\/|\?/g;

export function numberPlaceholders(sql: string): Placeholders {
  let count = 0;
  const numbered = sql.replace(tokens, (token) => (token === '?' ? `$${++count}` : token));
  return { numbered, count };
}

/**
 * Throws for values that the two databases would treat differently or silently wrong. SQLite's driver cuts a text at its
 * first NUL, takes a boolean for a number, and accepts too few parameters.
 */
export function checkParameters(sql: string, count: number, parameters: readonly Value[]): void {
  if (parameters.length !== count) {
    throw new TypeError(`${parameters.length} parameters given for ${count} placeholders in: ${sql}`);
  }
  for (const value of parameters) {
    if (typeof value === 'number') {
      if (!(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) throw new RangeError(`The number ${value} cannot be stored`);
    } else if (typeof value === 'string') {
      if (value.includes('\0')) throw new RangeError('A text with a NUL character cannot be stored');
    } else if (value !== null && !(value instanceof Uint8Array)) {
      throw new TypeError(`A value of type ${typeof value} cannot be stored`);
    }
  }
}

/** Throws if a number cannot hold this integer exactly. A rounded value would go unnoticed. */
export function checkNumber(value: number): number {
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) throw new RangeError(`The stored number ${value} is out of range`);
  return value;
}

/** An integer as a number, or as a text if a number cannot hold it exactly. An integer column takes both. */
export const narrowed = (value: bigint): number | string =>
  Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
