import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** The module on a page in this language. A page has one, so each language needs a module of its own. */
const on = async (lang: string): Promise<typeof import('./language.ts')> => {
  vi.stubGlobal('document', { documentElement: { lang } });
  return import(new URL(`language.js?${lang}`, import.meta.url).href);
};

test.each([
  ['en', '1,000', '1.000'],
  ['de', '1.000', '1,000'],
])('amounts on a page in %s: %s could be a thousand or a 1, and %s is a 1', async (lang, unclear, one) => {
  const { amountOf, isGrouped, typedAmount, typedNumber } = await on(lang);
  expect([typedAmount(unclear), isGrouped(unclear), amountOf(unclear)]).toEqual([Number.NaN, true, '1,000']);
  expect([typedAmount(one), isGrouped(one), amountOf(one)]).toEqual([1, false, '1.000']);
  for (const typed of ['2,5', '2.5', ' 2,5 ']) expect([typed, typedAmount(typed)]).toEqual([typed, 2.5]);
  for (const typed of ['', ' ', 'two', '1,2,3']) expect([typed, typedAmount(typed)]).toEqual([typed, Number.NaN]);
  // Nobody counts degrees in thousands.
  for (const typed of ['50,123', '50.123']) expect([typed, typedNumber(typed)]).toEqual([typed, 50.123]);
});
