import { isCountry } from '@trigpoint/proofs';
import { countryName, locale } from '../words/language.ts';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Every country that can be a zone, by its name. */
export const countryCodes: readonly (readonly [code: string, name: string])[] = letters
  .flatMap((a) => letters.map((b) => `${a}${b}`))
  .filter(isCountry)
  .map((code) => [code, countryName(code) ?? code] as const)
  .sort(([, a], [, b]) => a.localeCompare(b, locale));
