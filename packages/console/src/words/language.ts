/** The languages of the console, each by its own name. A catalogue in this folder has the texts of every one but English. */
export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

const isLanguage = (it: string | undefined): it is Language => it !== undefined && Object.hasOwn(languages, it);

/** `first.js` has chosen before the first paint: what was chosen here before, otherwise what the browser prefers. */
const chosen = globalThis.document?.documentElement.lang;
export const language: Language = isLanguage(chosen) ? chosen : 'en';

/** How dates and names of countries are written. */
export const locale = language === 'en' ? 'en-GB' : language;

let regions: Intl.DisplayNames | undefined;

/** A country by its two letters, as the browser calls it. The names are made ready when one of them is first needed. */
export const countryName = (code: string): string | undefined => {
  regions ??= new Intl.DisplayNames([locale], { type: 'region' });
  return regions.of(code);
};

/** The page is loaded again in the other language: texts may be constants, and a page has one language at a time. */
export const choose = (to: Language): void => {
  localStorage.setItem('trigpoint-language', to);
  location.reload();
};

/** For elements with text that came as it is from elsewhere, such as a signed reason: it is in English on every page. */
export const inEnglish: { readonly lang?: 'en' } = language === 'en' ? {} : { lang: 'en' };

/** For what is inside of such an element, and is in the language of the page again. */
export const inPageLanguage: { readonly lang?: Language } = language === 'en' ? {} : { lang: language };

/** A word from the beginning of a line, inside a sentence. German begins its nouns with a capital there too. */
export const inSentence = (word: string): string =>
  language === 'en' ? word.charAt(0).toLowerCase() + word.slice(1) : word;

/** A number that was written as in English: 1,234.5 is 1.234,5 in German. */
export const inDigits = (written: string): string =>
  language === 'de' ? written.replace(/[.,]/g, (sign) => (sign === '.' ? ',' : '.')) : written;

/** The number that somebody typed; NaN where the text is empty or is none. Many write a decimal comma. */
export const typedNumber = (typed: string): number => (typed.trim() === '' ? Number.NaN : Number(withPoint(typed)));

const withPoint = (typed: string): string => typed.replace(/^(\s*-?\d+),(\d+\s*)$/, '$1.$2');

/** 1,000 on English pages and 1.000 on German ones: a thousand, or a 1 with three decimals. */
export const isGrouped = (typed: string): boolean =>
  (language === 'de' ? /^\s*-?[1-9]\d{0,2}(\.\d{3})+\s*$/ : /^\s*-?[1-9]\d{0,2}(,\d{3})+\s*$/).test(typed);

/** An amount that somebody typed, with a decimal point. What could be a thousand or a 1 is no number: amounts are paid. */
export const amountOf = (typed: string): string => (isGrouped(typed) ? typed.replaceAll('.', ',') : withPoint(typed));

export const typedAmount = (typed: string): number => (isGrouped(typed) ? Number.NaN : typedNumber(typed));
