import { isCountry, zoneWords as plainWords } from '@trigpoint/proofs';
import { say, sayCountry, sayKnown } from '../words/say.ts';

/** A zone in a sentence, its countries by their names: "the EU", "Germany or Austria". */
export const zoneWords = (zone: string): string => {
  const words = plainWords(zone);
  if (words === 'its zone') return say('its zone');
  const codes = zone.split(',').map((it) => it.trim().toUpperCase());
  return codes.every(isCountry) ? codes.map(sayCountry).join(say(' or ')) : sayKnown(words);
};
