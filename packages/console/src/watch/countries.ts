import { isCountry } from '@trigpoint/proofs';
import { locale } from '../words/language.ts';

const regions = new Intl.DisplayNames([locale], { type: 'region' });
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Every country that can be a zone, by its name. */
export const countryCodes: readonly (readonly [code: string, name: string])[] = letters
  .flatMap((a) => letters.map((b) => `${a}${b}`))
  .filter(isCountry)
  .map((code) => [code, regions.of(code) ?? code] as const)
  .sort(([, a], [, b]) => a.localeCompare(b, locale));
