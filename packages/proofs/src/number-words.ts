/** Numbers are written for people: with commas between thousands, and without a line break between a number and its unit. */
const nb = '\u00a0';

/**
 * Written by hand, because Intl loads tables of languages, which takes 20 ms, and signed sentences must not depend on these tables.
 */
export const grouped = (value: number, digits = 0): string =>
  value.toFixed(digits).replace(/^-?\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','));

export const withUnit = (value: number, unit: string, digits = 0): string => `${grouped(value, digits)}${nb}${unit}`;

/** Three significant figures. */
export const msNumber = (ms: number): string =>
  ms >= 99.95 ? grouped(Math.round(ms)) : ms.toFixed(ms >= 9.995 ? 1 : 2);

/**
 * A round trip beside the distance that follows from it: one digit more, and at least all whole microseconds below 10 ms, so that
 * the formula of discs gives the distance that is shown.
 */
export const exactMsNumber = (ms: number): string => grouped(ms, ms < 9.9995 ? 3 : ms < 99.995 ? 2 : 1);

export const plural = (n: number, one: string, many = `${one}s`): string => withUnit(n, n === 1 ? one : many);

const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** A length of time such as 90s, 15m, 6h or 30d, in seconds; undefined for anything else. */
export const readLength = (text: string): number | undefined => {
  const [, count = '', unit = ''] = /^(\d{1,9})(s|m|h|d)$/.exec(text) ?? [];
  const value = Number(count) * (unitSeconds[unit] ?? 0);
  return value > 0 ? value : undefined;
};

/** Seconds for people, in at most two units: 6 h, 18 h 40 min, 1 min 30 s. */
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
