import { readLength } from '@trigpoint/proofs/number-words';
import { UsageError } from './output.ts';

export { lengthWords } from '@trigpoint/proofs/number-words';

/** A length of time such as 90s, 15m, 6h or 30d, in seconds. */
export const seconds =
  (name: string) =>
  (text: string): number => {
    const value = readLength(text);
    if (value === undefined) throw new UsageError(`${name} takes a time such as 90s, 15m, 6h or 30d, not "${text}".`);
    return value;
  };

/** A point in time as the interface writes it. */
export const time =
  (name: string) =>
  (text: string): string => {
    const ms = Date.parse(text);
    if (Number.isNaN(ms)) throw new UsageError(`${name} takes a time such as 2030-05-01T12:00:00Z, not "${text}".`);
    return new Date(ms).toISOString();
  };
