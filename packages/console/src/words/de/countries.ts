import { isCountry } from '@trigpoint/proofs';

/** Countries whose names have an article behind "in", by their codes. The browser knows the names of all others. */
export const countries: Readonly<Record<string, string>> = {
  AE: 'den Vereinigten Arabischen Emiraten',
  AX: 'den Ålandinseln',
  BQ: 'den Karibischen Niederlanden',
  BS: 'den Bahamas',
  CF: 'der Zentralafrikanischen Republik',
  CH: 'der Schweiz',
  DO: 'der Dominikanischen Republik',
  EH: 'der Westsahara',
  GB: 'dem Vereinigten Königreich',
  HK: 'der Sonderverwaltungsregion Hongkong',
  KM: 'den Komoren',
  MH: 'den Marshallinseln',
  MN: 'der Mongolei',
  MO: 'der Sonderverwaltungsregion Macau',
  MV: 'den Malediven',
  NL: 'den Niederlanden',
  PH: 'den Philippinen',
  PS: 'den Palästinensischen Autonomiegebieten',
  SB: 'den Salomonen',
  SC: 'den Seychellen',
  SK: 'der Slowakei',
  TR: 'der Türkei',
  UA: 'der Ukraine',
  US: 'den Vereinigten Staaten',
  VA: 'der Vatikanstadt',
};

const nameIn = (locale: string) => {
  const names = new Intl.DisplayNames([locale], { type: 'region' });
  return (code: string): string => names.of(code) ?? code;
};
const german = nameIn('de');
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
let byEnglish: ReadonlyMap<string, string> | undefined;

/** By their English names, as signed sentences have them. */
const codes = (): ReadonlyMap<string, string> => {
  const english = nameIn('en');
  byEnglish ??= new Map(
    letters.flatMap((one) => letters.map((other) => one + other).filter(isCountry)).map((it) => [english(it), it]),
  );
  return byEnglish;
};

const between: Readonly<Record<string, string>> = { ' and ': ' und ', ' or ': ' oder ' };

/** "Germany", "Germany or France", "Germany, Poland and France" as they stand behind "in"; undefined if a part is no country. */
export const germanCountries = (english: string): string | undefined => {
  const parts = english.split(/(, | and | or )/).map((it, i) => {
    if (i % 2 === 1) return between[it] ?? it;
    const code = codes().get(it);
    return code === undefined ? undefined : (countries[code] ?? german(code));
  });
  return parts.includes(undefined) ? undefined : parts.join('');
};
