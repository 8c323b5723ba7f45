import { UsageError } from './output.ts';

const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** A length of time such as 90s, 15m, 6h or 30d, in seconds. */
export const seconds =
  (name: string) =>
  (text: string): number => {
    const [, count = '', unit = ''] = /^(\d{1,9})(s|m|h|d)$/.exec(text) ?? [];
    const value = Number(count) * (unitSeconds[unit] ?? 0);
    if (!(value > 0)) throw new UsageError(`${name} takes a time such as 90s, 15m, 6h or 30d, not "${text}".`);
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

/** Seconds for people: 6 h, 18 h 40 min, 90 s. */
export const lengthWords = (given: number): string => {
  const parts = [
    [Math.floor(given / 86_400), 'd'],
    [Math.floor((given % 86_400) / 3_600), 'h'],
    [Math.floor((given % 3_600) / 60), 'min'],
    [Math.floor(given % 60), 's'],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  if (first < 0) return '0 s';
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
};
