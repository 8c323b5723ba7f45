/** How numbers are written for people: thousands in groups, and no line break between a number and its unit. */
const nb = '\u00a0';

/** By hand: engines load tables of languages for it, which takes 20 ms, and sentences of verdicts must not hang on them. */
export const grouped = (value: number, digits = 0): string =>
  value.toFixed(digits).replace(/^-?\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','));

export const withUnit = (value: number, unit: string, digits = 0): string => `${grouped(value, digits)}${nb}${unit}`;

/** Three significant figures. */
export const msNumber = (ms: number): string =>
  ms >= 99.95 ? grouped(Math.round(ms)) : ms.toFixed(ms >= 9.995 ? 1 : 2);

export const plural = (n: number, one: string, many = `${one}s`): string => withUnit(n, n === 1 ? one : many);
