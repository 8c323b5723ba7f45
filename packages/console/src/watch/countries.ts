import { isCountry } from '@trigpoint/proofs';
import { zoneWords } from '../map/zone-words.ts';
import { countryName, locale } from '../words/language.ts';
import { say } from '../words/say.ts';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Every country that can be a zone, by its name. */
export const countryCodes: readonly (readonly [code: string, name: string])[] = letters
  .flatMap((a) => letters.map((b) => `${a}${b}`))
  .filter(isCountry)
  .map((code) => [code, countryName(code) ?? code] as const)
  .sort(([, a], [, b]) => a.localeCompare(b, locale));

/** A zone says "in the EU" elsewhere. German has another case where its name stands by itself. */
const alone: Readonly<Record<string, string>> = {
  EU: say('The EU'),
  EEA: say('The EEA'),
  Schengen: say('The Schengen area'),
};

/** A group of countries as menus list it, by itself. */
export const groupLabel = (group: string): string => alone[group] ?? zoneWords(group);
