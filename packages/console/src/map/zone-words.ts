import { isCountry, zoneWords as plainWords } from '@trigpoint/proofs';
import { locale } from '../words/language.ts';
import { say, sayKnown } from '../words/say.ts';

const regions = new Intl.DisplayNames([locale], { type: 'region' });

/** A zone in a sentence, its countries by their names: "the EU", "Germany or Austria". */
export const zoneWords = (zone: string): string => {
  const words = plainWords(zone);
  if (words === 'its zone') return say('its zone');
  const codes = words.split(', ');
  return codes.every(isCountry) ? codes.map((it) => regions.of(it) ?? it).join(say(' or ')) : sayKnown(words);
};
